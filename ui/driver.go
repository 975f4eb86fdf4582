package ui

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// DriverTrial is the word that the program is started with to call TryDriver.
const DriverTrial = "opengl-trial"

// DriverPackages begins the names of the packages that call a driver of OpenGL, as the report of a crash has them.
const DriverPackages = "github.com/go-gl/"

// driverStart is longer than a driver takes to open a window.
const driverStart = 20 * time.Second

// Driver returns ErrNoWindow if the driver of OpenGL crashes, or hangs, when it opens a window. Another process
// tries it.
func Driver(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return nil // nobody knows
	}
	ctx, cancel := context.WithTimeout(ctx, driverStart)
	defer cancel()
	if exec.CommandContext(ctx, program, DriverTrial).Run() == nil {
		return nil
	}
	remedy := "install another version of it"
	if runtime.GOOS == "linux" {
		remedy = "set LIBGL_ALWAYS_SOFTWARE=1 to draw without it, or " + remedy
	}
	return fmt.Errorf("%w: its OpenGL driver crashes; %s", ErrNoWindow, remedy)
}

// TryDriver opens a window that nobody sees, as the toolkit does, and closes it. It must be called on the main
// goroutine.
func TryDriver() error {
	defer settleManager()()
	if err := glfw.Init(); err != nil {
		return err
	}
	defer glfw.Terminate()
	glfw.WindowHint(glfw.Visible, glfw.False)
	glfw.WindowHint(glfw.ContextVersionMajor, 2)
	glfw.WindowHint(glfw.ContextVersionMinor, 1)
	w, err := glfw.CreateWindow(64, 64, "Cardinal", nil, nil)
	if err != nil {
		return err
	}
	w.MakeContextCurrent()
	w.SwapBuffers()
	w.Destroy()
	return nil
}

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

// DriverTrial is the argument that makes the program call TryDriver.
const DriverTrial = "opengl-trial"

// DriverPackages is the prefix of the packages that call an OpenGL driver, as they are named in a crash report.
const DriverPackages = "github.com/go-gl/"

// driverStart is longer than a driver needs to open a window.
const driverStart = 20 * time.Second

// Driver returns ErrNoWindow if the OpenGL driver crashes or hangs when it opens a window. It finds out in another
// process, which runs TryDriver.
func Driver(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return nil // the driver cannot be tried
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

// TryDriver opens an invisible window, as the toolkit does, and closes it. It must be called on the main goroutine.
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

//go:build !linux && !windows

package wire

import (
	"errors"
	"os"
	"os/exec"
)

var errNoWindow = errors.New("no shared memory on this system")

// CreateWindow fails: on this system columns are sent through the pipe.
func CreateWindow(int) (*os.File, error) { return nil, errNoWindow }

// MapWindow fails, like CreateWindow.
func MapWindow(*os.File, int) ([]byte, error) { return nil, errNoWindow }

// UnmapWindow does nothing.
func UnmapWindow([]byte) {}

// Inherit does nothing.
func Inherit(*exec.Cmd, *os.File) {}

// InheritedWindow returns nil.
func InheritedWindow() *os.File { return nil }

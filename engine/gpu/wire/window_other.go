//go:build !linux && !windows

package wire

import (
	"errors"
	"os"
	"os/exec"
)

var errNoWindow = errors.New("no shared memory on this system")

// CreateWindow fails: columns go through the pipe here.
func CreateWindow(int) (*os.File, error) { return nil, errNoWindow }

// MapWindow fails, as CreateWindow does.
func MapWindow(*os.File, int) ([]byte, error) { return nil, errNoWindow }

// UnmapWindow has nothing to give back.
func UnmapWindow([]byte) {}

// Inherit has nothing to hand over.
func Inherit(*exec.Cmd, *os.File) {}

// InheritedWindow is nil.
func InheritedWindow() *os.File { return nil }

//go:build !linux || !(amd64 || arm64)

package wire

import (
	"errors"
	"os"
)

var errNoWindow = errors.New("no shared memory on this system")

// CreateWindow fails: columns go through the pipe here.
func CreateWindow(int) (*os.File, error) { return nil, errNoWindow }

func MapWindow(*os.File, int) ([]byte, error) { return nil, errNoWindow }

func UnmapWindow([]byte) {}

func InheritedWindow() *os.File { return nil }

//go:build !windows && !darwin

package outside

import (
	"net/url"
	"path/filepath"

	"cardinal/ui/desktop/sessionbus"
)

// Open opens a file or a folder in the desktop's program for it. It returns when the program has started, or has failed
// to start. If the desktop reports a failure after that, Open calls `later`, on another goroutine.
func Open(path string, later func(error)) error { return run(later, "xdg-open", address(path)) }

// Show shows a file in its folder. It returns and calls `later` as Open does. If the desktop's file manager cannot mark
// a file, Show opens only the folder.
func Show(path string, later func(error)) error {
	if reveal(path) == nil {
		return nil
	}
	return Open(filepath.Dir(path), later)
}

// reveal asks the desktop's file manager to mark a file in its folder.
func reveal(path string) error {
	bus, err := sessionbus.Connect()
	if err != nil {
		return err
	}
	defer bus.Close()
	const manager = "org.freedesktop.FileManager1"
	return bus.Object(manager, "/org/freedesktop/FileManager1").Call(manager+".ShowItems", 0,
		[]string{address(path)}, "").Err
}

// address returns the file address of a path, in which every character of a name is allowed.
func address(path string) string {
	return (&url.URL{Scheme: "file", Path: path}).String()
}

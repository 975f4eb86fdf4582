//go:build !windows && !darwin

package outside

import (
	"net/url"
	"path/filepath"

	"cardinal/ui/desktop/sessionbus"
)

// Open opens a file or a folder in the desktop's program for it. It returns when the program has started, or has
// failed to start. It calls later, on a goroutine of its own, if the desktop reports a failure after that.
func Open(path string, later func(error)) error { return run(later, "xdg-open", address(path)) }

// Show shows a file in its folder, as Open does. If the desktop's file manager cannot mark a file, it shows only the
// folder.
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

// address returns the address of a file, whose name may have any character.
func address(path string) string {
	return (&url.URL{Scheme: "file", Path: path}).String()
}

//go:build !windows && !darwin

package outside

import (
	"net/url"
	"path/filepath"

	"cardinal/ui/desktop/sessionbus"
)

// Open shows a file or a folder in the program that the desktop has for it. It returns when the program was
// started, or has shown nothing. later is called, on a goroutine of its own, where the desktop reports a
// failure after that.
func Open(path string, later func(error)) error { return run(later, "xdg-open", address(path)) }

// Show shows a file among the others of its folder, as Open does. A desktop whose file manager cannot mark a
// file shows the folder alone.
func Show(path string, later func(error)) error {
	if reveal(path) == nil {
		return nil
	}
	return Open(filepath.Dir(path), later)
}

// reveal asks the file manager of the desktop to mark a file in its folder.
func reveal(path string) error {
	bus, err := sessionbus.Connect()
	if err != nil {
		return err
	}
	defer bus.Close()
	const manager = "org.freedesktop.FileManager1"
	return bus.Object(manager, "/org/freedesktop/FileManager1").Call(manager+".ShowItems", 0, []string{address(path)}, "").Err
}

// address is the address of a file, in which a name may have any sign.
func address(path string) string {
	return (&url.URL{Scheme: "file", Path: path}).String()
}

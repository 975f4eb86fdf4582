package ui

import "golang.org/x/sys/windows"

// openPath opens a file or a folder in the program that Windows has for it. The address of a file would not do: Windows reads its signs by
// the code page of the system.
func (w *window) openPath(path string) error {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	return windows.ShellExecute(0, nil, name, nil, nil, windows.SW_SHOWNORMAL)
}

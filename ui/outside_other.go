//go:build !windows

package ui

import "net/url"

// openPath opens a file or a folder in the program that the system has for it.
func (w *window) openPath(path string) error {
	return w.app.OpenURL(&url.URL{Scheme: "file", Path: path})
}

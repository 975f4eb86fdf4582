//go:build windows || darwin

package ui

// Display returns nil: on this system a window can always open.
func Display() error { return nil }

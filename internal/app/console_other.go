//go:build !windows

package app

// joinConsole does nothing: on this system, a program has the streams of the program that started it.
func joinConsole() {}

// showReason returns false: people read what is printed, so this system needs no message box.
func showReason(error) bool { return false }

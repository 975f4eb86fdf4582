//go:build !windows

package app

// joinConsole has nothing to do: a program has the streams of the one that started it.
func joinConsole() {}

// told has no box to show: what is printed is read.
func told(error) bool { return false }

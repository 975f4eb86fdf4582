//go:build !unix && !windows

package instance

import "errors"

// Folder returns "": windows do not listen on this system.
func Folder() string { return "" }

func display() string { return "" }

func makePrivate(string) error { return errors.New("windows do not listen here") }

func refused(error) bool { return false }

func letToFront() {}

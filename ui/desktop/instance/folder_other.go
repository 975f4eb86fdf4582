//go:build !unix && !windows

package instance

import "errors"

// Folder returns nothing: windows do not listen here.
func Folder() string { return "" }

func display() string { return "" }

func private(string) error { return errors.New("windows do not listen here") }

func refused(error) bool { return false }

func letToFront() {}

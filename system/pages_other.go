//go:build !linux

package system

import "unsafe"

// AdviseHugePages does nothing: Windows gives huge pages to privileged programs alone, and macOS chooses them by itself.
func AdviseHugePages(unsafe.Pointer, uintptr) {}

//go:build !linux

package system

import "unsafe"

// AdviseHugePages does nothing: Windows gives huge pages only to privileged programs, and macOS chooses them by
// itself.
func AdviseHugePages(unsafe.Pointer, uintptr) {}

// KnowsUntouched is true if ClearTouched skips pages that nobody has touched.
const KnowsUntouched = false

// ClearTouched sets an array to zero.
func ClearTouched(array []byte) { clear(array) }

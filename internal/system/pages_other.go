//go:build !linux

package system

import "unsafe"

// AdviseHugePages does nothing: Windows gives huge pages to privileged programs alone, and macOS chooses them
// by itself.
func AdviseHugePages(unsafe.Pointer, uintptr) {}

// KnowsUntouched says that ClearTouched leaves the pages alone that nobody has touched.
const KnowsUntouched = false

// ClearTouched sets an array to zero.
func ClearTouched(array []byte) { clear(array) }

//go:build !linux

package cpu

// FreeMemory is the bytes that the system could give without swapping, and false where it does not say.
func FreeMemory() (int64, bool) { return 0, false }

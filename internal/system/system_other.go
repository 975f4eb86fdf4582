//go:build !(linux || darwin || windows)

package system

// FreeMemory returns false, since Cardinal does not know how to ask this system.
func FreeMemory() (int64, bool) { return 0, false }

// BootID returns "", since Cardinal does not know how to ask this system.
func BootID() string { return "" }

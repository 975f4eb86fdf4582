//go:build !(linux || darwin || windows)

package system

// FreeMemory is not known.
func FreeMemory() (int64, bool) { return 0, false }

// Boot is not known.
func Boot() string { return "" }

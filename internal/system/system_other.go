//go:build !(linux || darwin || windows)

package system

// FreeMemory returns false: this system is not asked.
func FreeMemory() (int64, bool) { return 0, false }

// Boot returns "": this system is not asked.
func Boot() string { return "" }

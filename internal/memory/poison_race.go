//go:build race

package memory

// poison reports whether what Uninitialized returns is filled with numbers that are wrong, so that a test finds
// an entry that nobody has set.
const poison = true

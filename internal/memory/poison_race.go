//go:build race

package memory

// poison reports whether Uninitialized fills its arrays with wrong numbers, so that a test finds an entry that was
// not set.
const poison = true

//go:build race

package memory

// poison says whether Uninitialized fills its arrays with wrong numbers, so that a test finds an entry that was not
// set.
const poison = true

//go:build !linux

package faults

import "testing"

// Run skips the test: this system offers no way to make operations fail.
func Run(t *testing.T, _ func(d *Disk)) {
	t.Helper()
	t.Skip("file operations can be made to fail on Linux alone")
}

type line struct{}

// Break does nothing.
func (*line) Break(Fault) {}

// Mend does nothing.
func (*line) Mend() string { return "" }

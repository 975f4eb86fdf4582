// Package profiler is the record of a run: what was expected, what was chosen and why, what happened.
//
// It is a leaf: everything may record into it, it knows nobody.
package profiler

// Package profiler is the record of a run: what was expected, what was chosen and why, what happened; and the history
// of past runs, which corrects what is expected of the next.
//
// It is a leaf: everything may record into it, it knows nobody.
package profiler

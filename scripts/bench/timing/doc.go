// Package timing compares several ways of doing the same work fairly: in turns, in one process. It must not know what
// the work is.
package timing

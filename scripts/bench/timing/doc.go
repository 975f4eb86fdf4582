// Package timing compares several ways to do the same work: fairly, in one process and in turns. It must not know what
// the work is.
package timing

// Package timing measures several ways of doing the same thing fairly: in turns, in one process. It must not
// know what is done.
package timing

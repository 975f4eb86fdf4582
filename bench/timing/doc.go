// Package timing measures several ways of doing the same thing fairly: in turns, in one process.
package timing

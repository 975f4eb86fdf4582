// Package outside opens files in other programs: in the system's program for a file, and in the file manager.
//
// It must not know the window, or what a file is for.
package outside

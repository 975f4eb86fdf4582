// Package outside shows files in other programs: in that which the system has for a file, and in the one that
// lists its folders.
//
// It must not know the window, nor what a file is for.
package outside

// Package memory says how many bytes the program may still take. Go ends a program when its memory runs out, so
// whoever reads a file or groups rows asks before the memory is taken. Make takes the memory of large arrays in
// huge pages.
//
// It must not know tables and pivots.
package memory

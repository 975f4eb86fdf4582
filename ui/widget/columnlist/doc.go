// Package columnlist is a list whose lines have a name and further columns. A person can mark a line and open it.
//
// It must not know what a line is about.
package columnlist

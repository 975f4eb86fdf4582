// Package columnlist is a list whose lines have a name and further columns, and of which a person marks and opens one.
//
// It must not know what a line is about.
package columnlist

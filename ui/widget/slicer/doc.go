// Package slicer shows pinned filters beside the table, as lists of labels.
//
// It must not know the window, and it changes no filter by itself.
package slicer

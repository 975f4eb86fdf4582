// Package slicer shows the lists of labels of the filters that stay in view beside the table.
//
// It must not know the window, and it changes no filter by itself.
package slicer

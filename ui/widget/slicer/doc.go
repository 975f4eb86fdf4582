// Package slicer shows the label lists of pinned filters beside the table.
//
// It must not know the window, and it changes no filter by itself.
package slicer

// Package cells reads rectangles of cells of a pivot or of a listing: it adds up the figures, finds texts, and
// writes the cells for the clipboard. All of it may run in any goroutine.
//
// The package must not know widgets nor where the cells stand on the screen.
package cells

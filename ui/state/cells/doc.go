// Package cells reads rectangles of cells of a pivot or of a listing. It adds up the figures, finds texts, and writes
// the cells for the clipboard. All functions may run in any goroutine.
//
// The package must know neither widgets nor where cells are on the screen.
package cells

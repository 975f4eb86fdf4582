// Package formulaedit is the editor of a calculated measure.
//
// It must not know the window nor the shelves: Ask hands the measure to its caller.
package formulaedit

// Package int128 is a signed 128-bit integer: the exact sum of a column.
//
// It knows addition, comparison and the two ways out (decimal text, a float64 rounded once); it must not
// know columns or aggregates.
package int128

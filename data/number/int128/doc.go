// Package int128 is a signed 128-bit integer. The exact sum of a column of integers is one.
//
// It has addition, comparison, decimal text, and the nearest float64. It must not know columns or aggregates.
package int128

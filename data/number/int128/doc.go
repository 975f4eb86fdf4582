// Package int128 has a signed 128-bit integer, the type of the exact sum of a column of integers.
//
// It has addition, comparison, decimal text, and the nearest float64. It must not know columns or aggregates.
package int128

// Package inspect describes a table: its number of rows, and for each column the type, nulls, distinct values, minimum,
// maximum, mean, distribution, and fences beyond which values are unusual. The package must not know where the table
// came from.
package inspect

// Package unpivot makes rows of columns: of a table with a column for each year, one with a row for each year.
//
// The package must not know files or formats.
package unpivot

// Package unpivot makes rows of columns: a table with a column for each year becomes a table with a row for each
// year.
//
// The package must not know files or formats.
package unpivot

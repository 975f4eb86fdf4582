// Package agree compares the values that Cardinal reads from files with those that DuckDB reads, cell by cell.
// It must not know how files are read.
package agree

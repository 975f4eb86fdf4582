// Package versions compares two versions of a table by rows, and lets DuckDB do the same with joins and EXCEPT ALL. It
// is the command bench compare.
package versions

// Package loading measures how long delimited text takes to become a table, in Cardinal and in DuckDB. It compares the
// speed of each step of reading with the speed at which the machine reads memory. It must not know how files are read.
package loading

// Package loading measures how long files of delimited text take to become tables, beside DuckDB, and how near
// each step of the reading comes to the speed at which the machine reads memory. It must not know how files are
// read.
package loading

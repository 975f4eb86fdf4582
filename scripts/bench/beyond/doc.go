// Package beyond takes files that are larger than the memory that a program may use to answers, against DuckDB
// with the same limit.
package beyond

// Package beyond answers questions about files that are larger than the program's memory limit, and compares DuckDB
// under the same limit.
package beyond

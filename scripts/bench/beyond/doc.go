// Package beyond answers questions about files that are larger than the program's memory limit. It compares Cardinal
// with DuckDB under the same limit.
package beyond

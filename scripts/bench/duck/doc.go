// Package duck runs DuckDB for comparison: an in-memory database in this process, used through its Go binding. It must
// not know the questions that are asked.
package duck

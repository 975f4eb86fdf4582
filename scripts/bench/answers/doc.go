// Package answers writes DuckDB's answers to the questions that the command line is tested with
// (cli/testdata/duckdb). It must not know the answers of Cardinal.
package answers

// Package pollock reads polluted delimited text after the published list of the benchmark Pollock, and scores
// the tables that Cardinal and DuckDB make of it.
package pollock

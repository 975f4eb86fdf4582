// Package pollock reads polluted delimited text, after the published list of the benchmark Pollock. It scores the
// tables that Cardinal and DuckDB make from the text.
package pollock

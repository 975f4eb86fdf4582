// Package pollock reads polluted delimited text, made after the published list of the benchmark Pollock. It scores the
// tables that Cardinal and DuckDB read from the text.
package pollock

// Package measures asks Cardinal and DuckDB for measures that need all values of a group: distinct counts, medians,
// modes and deviations of floats. Both run in one process, in turns.
package measures

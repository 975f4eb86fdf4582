// Package outofcore times pivots that do not fit the memory of the GPU (MP-EGA). In turns, it runs the GPU in tiles and
// partitions, all cores, and DuckDB.
package outofcore

// Package outofcore times pivots that the memory of the GPU does not hold (MP-EGA): the GPU in tiles and
// partitions, all cores, and DuckDB, in turns.
package outofcore

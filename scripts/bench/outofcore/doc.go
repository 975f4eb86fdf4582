// Package outofcore times pivots that the memory of the GPU does not hold (SEEDS C3): the GPU in tiles and
// partitions, all cores, and DuckDB, in turns.
package outofcore

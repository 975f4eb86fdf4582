// Package pivots asks db-benchmark's ten questions as pivots with two axes and all totals, of Cardinal and of
// DuckDB, in one process and in turns, and reports times, memory and whether the answers agree.
package pivots

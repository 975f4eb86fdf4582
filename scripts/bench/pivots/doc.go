// Package pivots asks Cardinal and DuckDB db-benchmark's ten questions as pivots with two axes and all totals, in one
// process and in turns. It reports times, memory and whether the answers agree.
package pivots

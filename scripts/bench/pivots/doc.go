// Package pivots asks Cardinal and DuckDB db-benchmark's ten questions as pivots with two axes and all totals. Both run
// in one process, in turns. It reports times and memory, and whether the answers agree.
package pivots

// Package groupby asks db-benchmark's ten group-by questions of Cardinal and of DuckDB, in one process and in turns,
// and reports times, memory and whether the answers agree.
package groupby

// Package groupby asks Cardinal and DuckDB db-benchmark's ten group-by questions, in one process and in turns. It
// reports times, memory and whether the answers agree.
package groupby

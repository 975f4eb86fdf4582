// Package calculated asks Cardinal and DuckDB for calculated fields and filters over the columns of db-benchmark's
// table, in one process and in turns. Cardinal keeps no computed column from one round to the next.
package calculated

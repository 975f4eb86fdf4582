// Package calculated asks Cardinal and DuckDB for calculated fields, and for filters over the columns of db-benchmark's
// table. Both run in one process, in turns. Cardinal keeps no computed column from one round to the next.
package calculated

// Package duck is DuckDB as a peer: a database in memory in this process, reached through its Go binding.
package duck

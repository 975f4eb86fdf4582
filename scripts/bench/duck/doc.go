// Package duck is DuckDB as a peer: a database in the memory of this process, used through its Go binding. It
// must not know the questions that are asked.
package duck

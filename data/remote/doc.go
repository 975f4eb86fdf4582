// Package remote says what a table on a database server is: its address, its columns, and the questions that a
// server answers.
//
// The packages below it speak to one kind of server each: clickhouse over HTTP, postgres over its own protocol.
// Package remote must know neither pivots nor windows: package engine writes the SQL of a pivot, and a Server
// runs it.
package remote

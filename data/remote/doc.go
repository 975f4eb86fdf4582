// Package remote describes a table on a database server: its address, its columns, and the questions that a server
// answers.
//
// Each package below it speaks to one kind of server: clickhouse over HTTP, postgres, mysql and sqlserver over their
// own protocols. Package remote must not know pivots or windows. Package engine writes the SQL of a pivot, and a Server
// runs it.
package remote

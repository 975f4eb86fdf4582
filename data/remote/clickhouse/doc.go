// Package clickhouse asks a ClickHouse server over HTTP, from version 18.16 on.
//
// Answers come in the format Native, which names the types of the columns in all versions. The server holds an answer
// back until the query has ended, so the result is the complete answer or an error. Package clickhouse must not know
// pivots, or where passwords are kept.
package clickhouse

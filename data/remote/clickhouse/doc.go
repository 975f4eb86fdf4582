// Package clickhouse asks a ClickHouse server over HTTP, from version 18.16 on.
//
// Answers come in the format Native, which has the types of the columns in all versions. The result is the whole
// answer or an error, because the server holds the answer back until the query has ended. Package clickhouse must
// know neither pivots nor where passwords are kept.
package clickhouse

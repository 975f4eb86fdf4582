// Package duckdb reads a table of a DuckDB database. It reads the files that DuckDB 0.9 and later write.
//
// A database has blocks of equal size, each with a checksum. The metadata are the catalog, and for every table the row
// groups with the offsets of each column's segments. Each block of metadata has 64 parts, and each part names the next
// part. The catalog is a tree of objects, whose fields have numbers but no types. Package duckdb knows the types of all
// fields (classes.go), so that it can skip the entries before a table. A segment has consecutive values of one column,
// compressed by one of about fifteen methods.
//
// The values become Arrow arrays, and package arrow makes columns of them: a struct becomes a column for each of its
// fields, and a list can be unnested. If a column is neither a struct nor a list, only a few of its row groups are in
// memory at a time. Views have no stored rows and are not listed. A column of an unknown type is left out. Its
// statistics come before the row groups; the package skips them by trying every known form of statistics. Changes that
// are still in the write-ahead log cannot be read.
//
// Every size, offset and number in a file is checked, as in all readers. The error for a damaged file is one sentence.
//
// The package must not know file names or what the table is for.
package duckdb

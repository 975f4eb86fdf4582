// Package sqlite reads a table or a view of an SQLite database as delimited text.
//
// SQLite itself reads the database: go-sqlite3 has it as Go, without cgo, and its memory is an array of its
// own, so that a damaged database cannot touch the memory of the program. Nothing is written, and no extension
// is loaded but those for FTS5 and R-trees, which are part of the program. A value has a type of its own in
// SQLite, whatever its column declares. The values are written as delimited text, and package csv finds the
// types of the columns, as for JSON. A column that declares truth values or times and holds numbers that can be
// such has them.
//
// Changes that a program has made and not yet moved into the database stand in a write-ahead log beside the
// file. WithLog reads the database with them.
//
// The package must not know file names or what the table is for.
package sqlite

// Package sqlite reads a table or a view of an SQLite database.
//
// go-sqlite3 reads the database: it is SQLite, translated to Go without cgo. Its memory is a separate array, so that a
// damaged database cannot touch the memory of the program. Nothing is written. The only extensions are FTS5 and
// R-trees, which are compiled into the program. In SQLite each value has its own type, whatever its column declares.
// Package infer finds the types of the columns from the values, as for JSON. If a column declares truth values or times
// and all its values are numbers that fit, it gets this type. Several connections read ranges of a large table at once.
//
// Changes that a program has made but not yet moved into the database are in a write-ahead log beside the file. WithLog
// reads the database with these changes.
//
// The package must not know file names or what the table is for.
package sqlite

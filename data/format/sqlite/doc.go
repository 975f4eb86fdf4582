// Package sqlite reads a table or a view of an SQLite database.
//
// SQLite itself reads the database: go-sqlite3 has translated it to Go, without cgo. Its memory is a separate array,
// so that a damaged database cannot touch the memory of the program. Nothing is written. The only extensions are FTS5
// and R-trees, which are part of the program. In SQLite each value has its own type, whatever its column declares.
// The values are handed to package infer, which finds the types of the columns, as for JSON. A column becomes truth
// values or times if it declares them and its numbers fit. Several connections read ranges of a large table at once.
//
// Changes that a program has made but not yet moved into the database lie in a write-ahead log beside the file.
// WithLog reads the database with these changes.
//
// The package must not know file names or what the table is for.
package sqlite

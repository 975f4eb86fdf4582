// Package duckdb reads a table of a DuckDB database into a table: the files that DuckDB 0.9 and later write.
//
// A database is blocks of equal size with a checksum each. Metadata lie in parts of blocks, and each part names
// the next one: the catalog, and of every table the row groups and where the segments of each column are. The
// catalog is a tree of objects whose fields have numbers and no types: package duckdb knows the types of all
// fields (classes.go), so that what stands before a table can be skipped. A segment is values of one column,
// compressed by one of some fifteen methods.
//
// The values become Arrow arrays, and package arrow makes columns of them: structs are flattened, and a list
// can be unnested. Of columns without parts, a few row groups are in memory at a time. Views have no rows of
// their own and are not listed. A column of an unknown type is left out: its statistics stand before the row
// groups, and are read in each of the ways that statistics have. What a program has not yet moved from the
// write-ahead log into the database cannot be read.
//
// Every size, offset and number of a file is checked, as in all readers: a damaged file is one sentence.
//
// The package must not know file names or what the table is for.
package duckdb

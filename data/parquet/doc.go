// Package parquet reads Parquet files into tables. The Apache library finds the pages and inflates them; the pages
// are decoded here, in goroutines that recover, because the library's own whole-table reader panics in goroutines of
// its own on damaged files, and because text can then go from page to code column without a string a row.
//
// The package must not know other file formats, file names or what the table is for.
package parquet

// Package parquet reads Parquet files into tables. The Apache library reads the metadata and has the codecs. Pages are found,
// verified and decoded here, in goroutines that recover: the library passes over checksums, allocates what a page declares,
// and its own whole-table reader panics in goroutines of its own on damaged files. Text also goes from page to code column
// without a string a row.
//
// The package must not know other file formats, file names or what the table is for.
package parquet

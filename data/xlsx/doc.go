// Package xlsx reads Excel workbooks into tables: one sheet, its first row the header.
//
// Parts are inflated as they are read, with a window of them in memory, and to their ends, so that their checksums are
// verified. Any fault in a part's XML ends the load: a damaged workbook must not become a shorter table. An element counts
// where it is of the namespace of its part's root and stands where it belongs.
//
// The package must not know other file formats, file names or what the table is for.
package xlsx

// Package xlsx reads Excel workbooks into tables: one sheet, its first row the header.
//
// Every part that is used is inflated to its end, under a limit, so that its checksum is verified, and any fault in
// its XML ends the load: a damaged workbook must not become a shorter table.
//
// The package must not know other file formats, file names or what the table is for.
package xlsx

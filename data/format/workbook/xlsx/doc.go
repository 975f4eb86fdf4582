// Package xlsx reads a sheet of an Excel workbook into a table. Package sheet decides which rows are the header.
//
// A part is inflated while it is read, so that only a window of it is in memory. It is read to its end, so that its
// checksum is verified. Any fault in the XML of a part ends the reading, so that a damaged workbook never becomes a
// shorter table. An element only counts if it has the namespace of the root element and the parent that the format
// requires.
//
// excelize ignores damage, and takes 2.6 to 3.9 times as long to read 100,000 rows of ten cells, although it returns
// only texts.
//
// The package must not know other file formats, file names or what the table is for.
package xlsx

// Package spreadsheetml reads XML Spreadsheet 2003 into tables: one sheet, whose first row is the header. Programs of
// banks and agencies write it, and often call it .xls.
//
// The file is one XML document. It is read once for the names of the sheets, the formats and the properties of sheets
// that follow the cells, and again for the cells of a sheet.
//
// The package must not know other file formats, file names or what the table is for.
package spreadsheetml

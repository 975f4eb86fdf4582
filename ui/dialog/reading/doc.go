// Package reading is the dialog in which a person says how a file is read. For a text file, these are the delimiter,
// lines, encoding, decimal sign, and order of dates. For a workbook, these are the sheet, cells, rows of names, and
// merged cells. Further questions are the types of columns, and which list of a file or table of a page is read.
//
// A preview shows the first rows as they would be read. Another dialog lists what the table lacks or changes of the
// file.
//
// It must not know how files are read.
package reading

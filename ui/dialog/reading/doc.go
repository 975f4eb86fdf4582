// Package reading is the dialog in which a person says how a file is read. For a text file, it asks for the delimiter,
// the lines, the encoding, the decimal sign, and the order of dates. For a workbook, it asks for the sheet, the cells,
// the rows of names, and merged cells. It also asks for the types of columns, and for the list of a file or the table
// of a page to read.
//
// A preview shows the first rows as they would be read. Another dialog lists what the file has and the table does not,
// or has in a changed form.
//
// It must not know how files are read.
package reading

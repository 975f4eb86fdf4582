// Package reading is the dialog in which a person says how a text file is read (delimiter, lines, encoding,
// decimal sign, order of dates), or a workbook (sheet, cells, rows of names, merged cells), and the types of
// columns; and which list of a file, or which table of a page, is read. A preview shows the first rows as they
// would be read. Another dialog lists what of the file is not in the table as it stands.
//
// It must not know how files are read.
package reading

// Package xls reads a sheet of a workbook of Excel 5 to 2003 into a table. Package sheet decides which rows are the
// header.
//
// Such a workbook is a stream of records ([MS-XLS]). Excel 97 and later write BIFF8, Excel 5 and 95 write BIFF5. The
// stream is in a compound file, or is the file itself. The records of the workbook come first: its sheets, formats,
// texts and names. A sheet is read twice, because merged cells, hidden rows and the order of the cells must be known
// before the grid gets the cells. Sizes in records are not trusted: memory is allocated only for bytes that exist.
//
// The package must not know other file formats, file names or what the table is for.
package xls

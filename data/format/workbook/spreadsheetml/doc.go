// Package spreadsheetml reads a sheet of a workbook in XML Spreadsheet 2003 into a table. Package sheet decides which
// rows are the header. Programs of banks and agencies write this format, and often name the files .xls.
//
// The file is one XML document, which is read twice. The first pass reads the names of the sheets, the formats, and the
// properties of sheets that follow the cells. The second pass reads the cells of one sheet.
//
// The package must not know other file formats, file names or what the table is for.
package spreadsheetml

// Package sheet makes a table of the cells of a sheet. It collects the cells by column while a format's package reads a
// workbook. Then it finds the blocks of cells and the rows that name the columns, and chooses the types of the columns.
//
// A sheet takes memory only for its cells. Rows without cells take none, and large gaps between cells of a column take
// none.
//
// The package must not know the formats of workbooks. Package csv parses the texts of cells, so that dates and numbers
// follow the same rules in sheets and in delimited text.
package sheet

// Package sheet makes tables of the cells of a sheet: it collects cells by column while a workbook is read, finds the
// rows that name the columns and the blocks of cells, and gives columns their types.
//
// A sheet takes memory only for its cells: rows without a cell take none, nor do the places between cells that lie
// far apart.
//
// The package must not know the formats of workbooks. Package csv reads the texts of cells, so that dates and numbers
// follow the same rules in both.
package sheet

// Package markup reads a table of a web page, of Markdown, or of a text in aligned columns. It rewrites the cells as
// delimited text that package csv reads, so that names, dates and numbers are found by the same rules in all texts. If
// a spreadsheet wrote a number rounded and also exactly, the package reads the exact number.
//
// The package must not know file names or what the table is for.
package markup

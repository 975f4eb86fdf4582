// Package markup reads the table of a web page, of Markdown, and of a text in aligned columns. The cells are rewritten
// as delimited text that package csv reads, so that names, dates and numbers are found by the same rules in all texts.
// A number has the digits that the page shows.
//
// The package must not know file names or what the table is for.
package markup

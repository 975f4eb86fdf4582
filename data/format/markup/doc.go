// Package markup reads the table of a web page, of Markdown, and of a text in aligned columns. The cells are
// rewritten as delimited text, and package csv finds the types of the columns, so that dates and numbers are
// read by the same rules in all texts. What a page shows is read: a figure has the digits that are written
// there.
//
// The package must not know file names or what the table is for.
package markup

// Package export writes a pivot into files that other programs read: JSON, CSV, workbooks, Parquet, and the text
// that a terminal shows.
//
// A writer gets figures from a crosstab or its grid and computes none. What a format cannot hold exactly is written
// as text, counted and reported, never cut or rounded in silence. export must not know windows or commands.
package export

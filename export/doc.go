// Package export writes a pivot to files that other programs read: Excel workbooks, which may have several pivots,
// with PivotTables if wanted, OpenDocument, CSV, TSV, web pages, Markdown, JSON, Parquet, and text for a terminal.
//
// A writer takes figures from a crosstab or its grid, and computes none. What a format cannot hold exactly is written
// as text, counted and reported. Nothing is cut or rounded silently. export must not know windows or commands.
//
// The package has more files than others: one for each format, and those of the workbook, whose sheets share its
// styles and its limits.
package export

// Package export writes a pivot to files that other programs read: Excel, OpenDocument, CSV, TSV, web pages, Markdown,
// JSON and Parquet. It also writes text for a terminal. Excel workbooks may have several pivots, and PivotTables.
//
// A writer reads the figures of a crosstab or its grid, and computes none itself. If a format cannot represent a value
// exactly, the value is written as text, and the report counts it. Nothing is cut or rounded silently. Package export
// must not know windows or commands.
//
// The package has more files than other packages: one or more for each format. The workbook has many, since all of its
// sheets share its styles and its limits.
package export

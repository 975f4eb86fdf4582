// Package numfmt writes values in Excel's number formats: #,##0.00 "EUR";(#,##0.00). Numbers keep all their digits:
// the libraries that write number formats go through float64, which has 15 digits. numfmt must not know pivots.
package numfmt

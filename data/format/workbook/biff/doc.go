// Package biff reads what the records of old workbooks (.xls) and of binary workbooks (.xlsb) have in common: numbers
// in four bytes, the codes of errors, and the formulas of defined names.
//
// The package must not know how records are stored in a file.
package biff

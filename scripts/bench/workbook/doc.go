// Package workbook measures how long an Excel workbook takes to become a table, in Cardinal and in other readers of
// workbooks. It must not know how workbooks are read.
package workbook

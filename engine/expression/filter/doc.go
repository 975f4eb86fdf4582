// Package filter evaluates a filter expression over a table, column by column. It returns a bitmap of the rows that
// pass.
//
// It may know only codes and labels of keys. It must not know what the bitmap is used for.
package filter

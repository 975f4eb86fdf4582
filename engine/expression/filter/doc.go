// Package filter evaluates a filter expression over a table, column by column, and returns a bitmap of the rows
// that pass.
//
// Of keys it must know codes and labels alone. It must not know what the bitmap is used for.
package filter

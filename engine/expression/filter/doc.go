// Package filter evaluates a filter expression over a table, column by column. It returns a bitmap of the rows that
// pass.
//
// Of the engine, the package may know only queries, and the codes and labels of keys. It must not know what the bitmap
// is used for.
package filter

// Package inspect describes a table: the number of rows, and for each column its type, nulls, distinct values, minimum and maximum. It
// must not know where the table came from.
package inspect

// Package inspect describes a table: the number of rows, and for each column its type, nulls, distinct values,
// minimum, maximum, mean and distribution, and which values are usual. It must not know where the table came from.
package inspect

// Package g1 makes the group-by data of db-benchmark in memory, bit for bit as its R script writes it, and variants
// with skewed id columns.
//
// It must not know who answers questions about the data.
package g1

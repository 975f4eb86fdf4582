// Package g1 makes the group-by data of db-benchmark in memory, bit for bit what its R script writes, and variants of
// it whose id columns are skewed.
//
// It must not know who answers questions about the data.
package g1

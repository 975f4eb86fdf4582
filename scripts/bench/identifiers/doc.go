// Package identifiers measures pivots whose keys have millions of values, and compares them with DuckDB. The keys are
// order numbers, users of 64 bits, times to the second, floats, decimals, addresses and texts.
//
// A fresh pivot makes its key columns; a repeated pivot finds them. Both read the first 100 rows of the answer in the
// order of their labels, as a window or a command shows them.
package identifiers

// Package shows times pivots with measures shown as shares, ranks or running totals, and pivots with tops and Others.
// It compares them with the same pivots without these, in one process and in turns.
package shows

// Package shows times pivots with measures shown as shares, ranks or running totals, and with tops and Others. It
// compares the same pivots without them, in one process and in turns.
package shows

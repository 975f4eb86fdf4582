// Package shows times pivots with measures shown as shares, ranks or running totals, and with tops and Others,
// beside the same pivots without them, in one process and in turns.
package shows

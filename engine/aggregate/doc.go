// Package aggregate holds the accumulators: columns of state by group id, updated by batches of rows, merged
// between workers and into totals, and read out as values.
//
// Every state is exact and merges in any order, so that a figure never depends on the tier, the thread count or the
// order of the rows. aggregate must not know keys beyond the group ids it is given, nor tiers.
package aggregate

// Package cpu runs a group-by on one core or on all of them. A strategy turns batches of rows into group ids and lets
// the accumulators, column loops over those ids, take the values; a probe of the rows chooses the strategy (SEEDS
// A11, B3, B4).
//
// It must not know queries, labels or the GPU.
package cpu

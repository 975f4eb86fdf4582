// Package cpu runs a group-by on one core or on all of them: batches of rows become group ids, accumulators are
// column loops over them, workers have private state that is merged at the end (SEEDS A11).
//
// It must not know queries, labels or the GPU.
package cpu

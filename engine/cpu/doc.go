// Package cpu runs a group-by on one core or on several, and is the tiers of the processor. A strategy turns
// batches of rows into group ids, and the accumulators, column loops over those ids, take the values.
// The strategies are those of Cieslewicz and Ross (VLDB 2007) and of Ye, Ross and Vesdapunt (DaMoN 2011).
//
// A strategy is one Strategy in a file of its own and a line of Strategies: its name, its words, when it is
// chosen, what it cannot run, its memory, its run and its cost. The files compared_*.go hold strategies of the
// literature that are never chosen.
//
// Package cpu must not know queries, labels or the GPU.
package cpu

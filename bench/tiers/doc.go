// Package tiers measures what the choice of a tier costs: every tier over a grid of pivots, resident on the GPU or not,
// and the cliff curve of SEEDS A12, time over the number of groups. It knows nothing of other engines.
package tiers

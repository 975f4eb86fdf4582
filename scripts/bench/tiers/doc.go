// Package tiers measures what the choice of a tier costs. It runs a grid of pivots on every tier, with the columns on
// the GPU before or not. It draws the curve of "The GROUP BY problem on GPUs": time over the number of groups. It must
// not know other engines.
package tiers

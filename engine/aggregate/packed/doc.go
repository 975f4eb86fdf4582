// Package packed updates counts, sums of codes, variances and correlations by as few additions as possible: it
// packs several of them into lanes of a word, and brings the states up to date before a lane runs into its
// neighbour.
//
// packed must not know what the states are for.
package packed

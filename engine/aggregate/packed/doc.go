// Package packed updates counts, sums of codes, variances and correlations with as few additions as possible. It packs
// several of them into lanes of a word, which are ranges of its bits. It moves the lanes into the states before a lane
// overflows into its neighbour.
//
// packed must not know what the states are for.
package packed

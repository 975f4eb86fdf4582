// Package mark computes conditional formats: what the figures of one level have in common, what each figure shows,
// and in which colours. It also reports whether a figure passes a condition, for filters by figures.
//
// mark must not know crosstabs. It is given figures, one by one.
package mark

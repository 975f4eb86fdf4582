// Package estimate foresees the number of groups from a sample of the rows, or knows it where the keys tell.
//
// A sample of some thousand rows is reduced to how many keys were seen once, twice, and so on. From these come five
// estimators of the literature, and bounds that hold the truth wherever the sample does not happen to be far out; the
// estimate is taken between the bounds, or from the columns' own values where they prove independent. A caller names the group counts at which its decisions turn, and more rows are
// read only where such a count lies inside the bounds. docs/estimates.md has the figures.
//
// It must not know tiers: what an estimate means for them is dispatch's business.
package estimate

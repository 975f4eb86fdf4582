// Package estimate predicts the number of groups from a sample of the rows. If the key columns show the exact number,
// it returns this number.
//
// A sample of some hundred to some thousand rows is reduced to the number of keys seen once, twice, and so on. Five
// estimators of the literature and a lower and an upper bound are computed from these frequencies. The estimate lies
// between the bounds. If the key columns prove independent, the estimate is computed from the frequencies of the values
// of each column. A caller names the crossovers, the numbers of groups at which its decision changes. More rows are
// read only if a crossover lies between the bounds, or if the size of a table depends on the number.
// docs/measured/estimates.md has the accuracy.
//
// estimate must not know tiers: package dispatch decides what an estimate means for them.
package estimate

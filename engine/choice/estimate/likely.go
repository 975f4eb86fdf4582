package estimate

import "math"

// likely has, for each regime of a sample, how far up in the bounds 98.8% of many random populations have their number
// of groups: per cent of the way from the lower to the upper bound, in logarithms. `bench ranges` makes the table from
// populations of one to three parts: of equal sizes, of Zipf's, Pareto's and log-normal sizes, of single rows, and of
// two independent keys. The whole bounds count if more than half as many keys were seen twice as once: many groups of
// medium size then hide how few of the keys seen once belong to rare groups.
//
// The bounds alone hold the number in 99.8% of the populations. They are so wide because the worst population decides:
// single rows beside groups of one larger size. The part is half as wide in the median.
var likely = [4][3][4]uint8{
	{{100, 100, 100, 100}, {100, 100, 100, 100}, {100, 100, 100, 100}},
	{{100, 100, 100, 100}, {90, 100, 100, 100}, {68, 85, 91, 100}},
	{{79, 79, 79, 76}, {92, 86, 84, 95}, {74, 87, 88, 100}},
	{{68, 74, 87, 74}, {72, 73, 71, 79}, {65, 72, 100, 91}},
}

// fewSingletons is the greatest number of keys seen once for which the whole bounds count. The rare keys of a table are
// then known from too few rows to compare the table with others.
const fewSingletons = 6

// likelyBounds returns the likely part of the bounds. The lower bound stays: groups of equal sizes are common, and
// their number is close to it.
func (f *Frequencies) likelyBounds() (low, high float64) {
	low, high = f.Bounds()
	if f.F(1) <= fewSingletons {
		return low, high
	}
	if r := f.Regime(); r.Twice < len(likely) {
		high = low * math.Pow(high/low, float64(likely[r.Twice][r.Once][r.Thrice])/100)
	}
	return low, high
}

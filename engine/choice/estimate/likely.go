package estimate

import "math"

// likely has a part of the range between the bounds for each regime of a sample. In 98.8% of many random populations,
// the number of groups lies in this part. A part begins at the lower bound. Its end is given in per cent of the way to
// the upper bound, in logarithms. `bench ranges` makes the table from populations of one to three parts: of equal
// sizes, of Zipf's, Pareto's and log-normal sizes, of single rows, and of two independent keys. The part is 100 if the
// keys seen twice are more than half as many as the keys seen once. Many groups of medium size are then among the keys
// seen once, and the sample does not tell them from rare groups.
//
// The number lies between the bounds in 99.8% of the populations. The bounds are wide because they include the worst
// population: single rows together with groups of one larger size. The median of the parts is half as wide.
var likely = [4][3][4]uint8{
	{{100, 100, 100, 100}, {100, 100, 100, 100}, {100, 100, 100, 100}},
	{{100, 100, 100, 100}, {90, 100, 100, 100}, {68, 85, 91, 100}},
	{{79, 79, 79, 76}, {92, 86, 84, 95}, {74, 87, 88, 100}},
	{{68, 74, 87, 74}, {72, 73, 71, 79}, {65, 72, 100, 91}},
}

// fewSingletons is a number of keys seen once. If the sample has at most so many, likelyBounds returns the bounds
// themselves, because the sample says too little about rare keys.
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

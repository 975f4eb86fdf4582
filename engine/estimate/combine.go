package estimate

import "math"

// combined is one estimate out of the sample's lower bound and the lesser of its upper bound and most.
//
// Chao's lower bound is met where the groups seen once are of one size, and that is what they look like whenever
// doubletons are not rare beside singletons: uniform, mildly skewed and clustered keys. Where doubletons are rare the
// truth of a skewed key lies well inside: Haas, Naughton, Seshadri and Stokes 1995 switch to Shlosser's estimate there
// by a test of uniformity. Here the switch is gradual, as f2/f1 falls, and the bounds are averaged in logarithms. Equal
// sizes need no test, because for them the bounds coincide; nor does a hot key beside unique ones, for the same reason.
func combined(f *Frequencies, most float64) float64 {
	if f.F(1) == 0 {
		return float64(f.D)
	}
	low, high := bounds(f, 0)
	high = math.Max(low, math.Min(high, most))
	weight := 0.5
	if ratio := float64(f.F(2)) / float64(f.F(1)); ratio > tail {
		weight *= math.Pow(tail/ratio, 1.5)
	}
	return low * math.Pow(high/low, weight)
}

// tail is the f2/f1 up to which both bounds weigh the same. It and the power were chosen by the datasets of
// docs/estimates.md.
const tail = 0.15

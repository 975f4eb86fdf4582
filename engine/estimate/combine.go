package estimate

import "math"

// combined is one estimate out of the sample's lower bound and the lesser of its upper bound and most.
//
// Chao's lower bound is met where the groups seen once are of one size, and that is what they look like whenever
// doubletons are not rare beside singletons: uniform, mildly skewed and clustered keys. Where doubletons are rare the
// truth of a skewed key lies well inside: Haas, Naughton, Seshadri and Stokes 1995 switch to Shlosser's estimate there
// by a test of uniformity. Here the switch is gradual, as f2/f1 falls, and the bounds are averaged in logarithms. Equal
// sizes need no test, because for them the bounds coincide, once f3 is rid of its noise; nor does a hot key beside unique
// ones, for the same reason.
func combined(f *Frequencies, most float64) float64 {
	if f.F(1) == 0 {
		return float64(f.D)
	}
	low, high := bounds(f, 0, f.triples())
	high = math.Max(low, math.Min(high, most))
	weight := 0.5
	if ratio := float64(f.F(2)) / float64(f.F(1)); ratio > tail {
		weight *= math.Pow(tail/ratio, 1.5)
	}
	return low * math.Pow(high/low, weight)
}

// triples is f3, of which what goes beyond equal sizes, 2 f2^2 / (3 f1) where draws are Poisson, counts less one standard
// deviation of it: the upper bound hangs on that difference, and a few per cent of noise in f3 would double it.
func (f *Frequencies) triples() float64 {
	f1, f2, f3 := float64(f.F(1)), float64(f.F(2)), float64(f.F(3))
	if f1 == 0 {
		return f3
	}
	slope := 4. / 3 * f2 / f1
	noise := math.Sqrt(f3 + 1 + slope*slope*f2)
	return math.Min(f3, math.Max(slope*f2/2, f3-noise))
}

// tail is the f2/f1 up to which both bounds weigh the same. It and the power were chosen by the datasets of
// docs/estimates.md.
const tail = 0.15

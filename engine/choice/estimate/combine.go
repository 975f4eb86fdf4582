package estimate

import "math"

// weightedEstimate returns an estimate between the lower bound and the upper bound of the sample. The upper bound is at
// most `most`.
//
// Chao's lower bound is exact if the groups seen once have one size. Uniform, mildly skewed and clustered keys are
// close to that: they have many doubletons compared with their singletons. If doubletons are rare, the number of groups
// of a skewed key lies well inside the bounds. Haas, Naughton, Seshadri and Stokes (VLDB 1995) then switch to
// Shlosser's estimate, after a test of uniformity. Here the switch is gradual as f2/f1 falls, and the result is a mean
// of the logarithms of the bounds. Groups of equal sizes need no test, because their bounds coincide once `triples` has
// removed the noise of f3. One hot key among unique keys needs no test either.
func weightedEstimate(f *Frequencies, most float64) float64 {
	if f.F(1) == 0 {
		return float64(f.D)
	}
	low, high := bounds(f, 0, f.triples())
	high = max(low, min(high, most))
	ratio := float64(f.F(2)) / float64(f.F(1))
	if ratio <= tail {
		return math.Sqrt(low * high)
	}
	rare := tail / ratio
	return low * math.Pow(high/low, 0.5*rare*math.Sqrt(rare))
}

// triples returns f3 without its noise. Groups of equal sizes have f3 = 2 f2^2 / (3 f1) if draws are Poisson. The
// excess over this number is reduced by one standard deviation: the upper bound depends on it, and a few per cent of
// noise in f3 would double the bound.
func (f *Frequencies) triples() float64 {
	f1, f2, f3 := float64(f.F(1)), float64(f.F(2)), float64(f.F(3))
	if f1 == 0 {
		return f3
	}
	slope := 4. / 3 * f2 / f1
	noise := math.Sqrt(f3 + 1 + slope*slope*f2)
	return min(f3, max(slope*f2/2, f3-noise))
}

// tail is the greatest f2/f1 at which both bounds have the same weight. tail and the exponent in weightedEstimate
// were fitted to the data sets of docs/measured/estimates.md.
const tail = 0.15

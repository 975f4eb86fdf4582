package estimate

import "math"

// bounds returns the least and the greatest number of groups that agree with f1, f2 and a given f3. Each frequency is
// moved by z standard deviations to the side that widens the range. A frequency that moves upwards moves by z/2 more.
// At z = 2, n seen keys are consistent with a Poisson distribution whose mean is at most n + 1 + 2 sqrt(n+1), with a
// probability of about 95%. For n = 0 the mean is at most 3 (the rule of three).
//
// The sample gives moments of the sizes N of the groups seen once. Under sampling without replacement E f0 is the
// mean of (1-q)/(qN) over these groups, where q is the share of the rows in the sample and f0 the number of unseen
// groups; f2/f1 gives the mean of N, and f3/f1 the mean of N^2.
//
// The extremes of an integral under given moments have one or two sizes (Harris 1959, "Determining bounds on integrals
// with applications to cataloging problems"). The minimum is at groups that all have the mean size, which is Chao's
// estimate. The maximum is at groups of two sizes: some have a single row, and all others have one larger size. Harris
// leaves the number of classes unbounded; here it is bounded, since a group has at least one row.
func bounds(f *Frequencies, z, f3 float64) (low, high float64) {
	d, q := float64(f.D), f.share()
	f1, f2 := float64(f.F(1)), float64(f.F(2))
	if q >= 1 || f1+f2+f3 == 0 {
		return d, d
	}
	less := func(n float64) float64 { return max(0, n-z*math.Sqrt(n)) }
	more := func(n float64) float64 { return n + z/2 + z*math.Sqrt(n+1) }
	odds := (1 - q) / q
	low = d
	if once := less(f1); once > 0 {
		low += odds * once / (1 + 2*odds*more(f2)/once)
	}
	once := max(1, more(f1))
	mean := 1 + 2*odds*less(f2)/once
	square := max(mean*mean, 6*odds*odds*more(f3)/once+3*mean-2)
	if mean <= 1 {
		return low, d + odds*once
	}
	size := (square - mean) / (mean - 1)
	large := (mean - 1) / (size - 1)
	return low, d + odds*once*(1-large+large/size)
}

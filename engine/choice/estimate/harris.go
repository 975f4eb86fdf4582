package estimate

import "math"

// bounds are the least and the greatest number of groups that agree with f1, f2 and a given f3. Each frequency
// is moved by z standard deviations to the side that widens the range, and upwards by z/2 more. At z = 2, n
// keys that were seen are then those of a Poisson number with a mean of at most n + 1 + 2 sqrt(n+1), with a
// probability of about 95%: 3 for none (the rule of three).
//
// The sample gives moments of the sizes N of the groups seen once: under sampling without replacement E f0 is
// the mean of (1-q)/(qN) over them, f2/f1 gives the mean of N, and f3/f1 the mean of N^2. An integral under
// given moments is least and greatest on one or two sizes (Harris 1959, "Determining bounds on integrals with
// applications to cataloging problems"). It is least where all groups have the mean size, which is Chao's
// estimate. It is greatest where some groups have a single row and the others one larger size. Harris leaves
// the number of classes unbounded; here it is bounded, because a group has at least one row.
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

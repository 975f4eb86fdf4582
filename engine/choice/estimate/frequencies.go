package estimate

import (
	"slices"

	"cardinal/internal/each"
)

// Frequencies has all that the estimators know of a sample: how many keys occur once, twice, and so on.
type Frequencies struct {
	Rows int // rows of the sample: n
	Of   int // rows of the table that the sample was drawn from: N
	D    int // distinct keys in the sample
	// Seen[j] is f_j, the number of keys seen exactly j times. Seen[0] is 0. The slice ends with the most frequent
	// key, or at maxSeen-1.
	Seen []int
	// Often lists, for each key seen at least maxSeen times, how often it was seen.
	Often []int
}

// maxSeen is the largest possible length of Seen.
const maxSeen = 256

// NewFrequencies counts how many keys were seen once, twice, and so on. counts has how often each key was seen; a
// zero is no key.
func NewFrequencies(rows, of int, counts []uint32) *Frequencies {
	f := new(Frequencies)
	f.count(new(lanes), rows, of, counts)
	return f
}

// lanes are four arrays that count successive keys. Most keys are seen equally often: in a single array, an addition
// would wait for the previous one.
type lanes [4][maxSeen + 1]uint32

// count works like NewFrequencies, in existing memory. It touches only the memory that the most frequent key needs,
// since the caches seldom hold the rest.
func (f *Frequencies) count(seen *lanes, rows, of int, counts []uint32) {
	most := 0
	if len(counts) > 0 {
		most = int(min(slices.Max(counts), maxSeen))
	}
	for i := range seen {
		clear(seen[i][:most+1])
	}
	rest := counts
	for ; len(rest) >= 4; rest = rest[4:] {
		seen[0][min(rest[0], maxSeen)]++
		seen[1][min(rest[1], maxSeen)]++
		seen[2][min(rest[2], maxSeen)]++
		seen[3][min(rest[3], maxSeen)]++
	}
	for _, n := range rest {
		seen[0][min(n, maxSeen)]++
	}
	total := func(j int) int { return int(seen[0][j] + seen[1][j] + seen[2][j] + seen[3][j]) }
	f.Seen = room(&f.Seen, min(most+1, maxSeen))
	f.Seen[0] = 0
	for j := 1; j < len(f.Seen); j++ {
		f.Seen[j] = total(j)
	}
	f.Rows, f.Of, f.D, f.Often = rows, of, len(counts)-total(0), f.Often[:0]
	if most == maxSeen {
		for _, n := range counts {
			if n >= maxSeen {
				f.Often = append(f.Often, int(n))
			}
		}
	}
}

// F returns f_j, the number of keys seen exactly j times.
func (f *Frequencies) F(j int) int {
	if j < len(f.Seen) {
		return f.Seen[j]
	}
	return f.oftenSeen(j)
}

// oftenSeen returns f_j for the keys in Often.
func (f *Frequencies) oftenSeen(j int) int {
	return each.Count(f.Often, func(c int) bool { return c == j })
}

// share returns q, the share of the rows that is in the sample.
func (f *Frequencies) share() float64 { return float64(f.Rows) / float64(f.Of) }

// Bounds returns the least and the greatest number of groups that agree with the frequencies, if these are up to two
// standard deviations off. Each unseen group has at least one row outside the sample.
func (f *Frequencies) Bounds() (low, high float64) {
	low, high = bounds(f, rangeZ, float64(f.F(3)))
	most := float64(f.D + f.Of - f.Rows)
	return min(max(low, float64(f.D)), most), min(max(high, float64(f.D)), most)
}

// Regime decides which part of the range between the bounds is likely. Each number is a class. Twice is for the keys
// seen twice per key seen once. Once is for the keys seen once. Thrice is for the ratio of the keys seen three times to
// their expected number in groups of equal sizes.
type Regime struct{ Twice, Once, Thrice int }

// Regime returns the regime of a sample.
func (f *Frequencies) Regime() Regime {
	f1, f2, f3 := float64(f.F(1)), float64(f.F(2)), float64(f.F(3))
	above := func(v float64, ends ...float64) (n int) {
		for n < len(ends) && v > ends[n] {
			n++
		}
		return n
	}
	return Regime{above(f2, 0.02*f1, 0.08*f1, 0.2*f1, 0.5*f1), above(f1, 40, 400),
		above(f3*f1, 0.9*(f2*f2+1), 1.5*(f2*f2+1), 3*(f2*f2+1))}
}

package estimate

import "slices"

// Frequencies is all that the estimators know of a sample: how many keys it has once, twice, and so on.
type Frequencies struct {
	Rows int // rows of the sample: n
	Of   int // rows that the sample was drawn from: N
	D    int // distinct keys in the sample
	// Seen[j] is f_j, the number of keys seen exactly j times. Seen[0] is 0. The last one belongs to the key
	// that was seen most often, or is that of maxSeen-1.
	Seen []int
	// Often has, for each key seen at least maxSeen times, how often it was seen.
	Often []int
}

// maxSeen is the number of j for which Seen may have f_j.
const maxSeen = 256

// newFrequencies counts how many keys were seen once, twice, and so on. counts has the number of times each key
// was seen; zeros belong to no key.
func newFrequencies(rows, of int, counts []uint32) *Frequencies {
	f := new(Frequencies)
	f.count(new(lanes), rows, of, counts)
	return f
}

// lanes are four arrays that successive keys are counted in. Most keys are seen equally often: in one array, an
// addition would wait for the one before it.
type lanes [4][maxSeen + 1]uint32

// count is newFrequencies in memory that is there. Of the memory it touches what the most frequent key needs:
// the caches seldom hold it.
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

// F is f_j, the number of keys seen exactly j times.
func (f *Frequencies) F(j int) int {
	if j < len(f.Seen) {
		return f.Seen[j]
	}
	return f.oftenSeen(j)
}

// oftenSeen is F of the keys that Often has.
func (f *Frequencies) oftenSeen(j int) int {
	n := 0
	for _, c := range f.Often {
		if c == j {
			n++
		}
	}
	return n
}

// share is q, the share of the rows that is in the sample.
func (f *Frequencies) share() float64 { return float64(f.Rows) / float64(f.Of) }

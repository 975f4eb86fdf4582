package estimate

// Frequencies is all that the estimators know of a sample: how many keys were seen once, twice, and so on.
type Frequencies struct {
	Rows int // in the sample: n
	Of   int // rows that it was drawn from: N
	D    int // distinct keys in the sample
	// Seen[j] is f_j, the keys seen exactly j times, for j below len(Seen). Seen[0] is 0.
	Seen []int
	// Often holds the counts of the keys that were seen at least len(Seen) times, one entry a key.
	Often []int
}

// maxSeen is up to where f_j is tabulated.
const maxSeen = 256

// newFrequencies tallies how often each key was seen. A count of 0 is no key.
func newFrequencies(rows, of int, counts []uint32) Frequencies {
	f := Frequencies{Rows: rows, Of: of, Seen: make([]int, maxSeen)}
	// Counts are mostly alike, and an addition waits for the one before it to the same place: two lists take turns.
	var even, odd [maxSeen + 1]int
	for i := 0; i+1 < len(counts); i += 2 {
		even[min(counts[i], maxSeen)]++
		odd[min(counts[i+1], maxSeen)]++
	}
	if len(counts)%2 == 1 {
		even[min(counts[len(counts)-1], maxSeen)]++
	}
	for n := range f.Seen {
		f.Seen[n] = even[n] + odd[n]
	}
	if often := even[maxSeen] + odd[maxSeen]; often > 0 {
		f.Often = make([]int, 0, often)
		for _, n := range counts {
			if n >= maxSeen {
				f.Often = append(f.Often, int(n))
			}
		}
	}
	f.D = len(f.Often) - f.Seen[0]
	for _, n := range f.Seen {
		f.D += n
	}
	f.Seen[0] = 0
	return f
}

// F is f_j, the number of keys seen exactly j times.
func (f *Frequencies) F(j int) int {
	if j < len(f.Seen) {
		return f.Seen[j]
	}
	n := 0
	for _, c := range f.Often {
		if c == j {
			n++
		}
	}
	return n
}

// share is q, the part of the rows that was sampled.
func (f *Frequencies) share() float64 { return float64(f.Rows) / float64(f.Of) }

// each calls do with every j that occurs and its f_j.
func (f *Frequencies) each(do func(j, keys float64)) {
	for j, n := range f.Seen {
		if n > 0 {
			do(float64(j), float64(n))
		}
	}
	for _, j := range f.Often {
		do(float64(j), 1)
	}
}

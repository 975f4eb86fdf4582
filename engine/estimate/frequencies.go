package estimate

// Frequencies is all that the estimators know of a sample: how many keys it has once, twice, and so on.
type Frequencies struct {
	Rows int // rows of the sample: n
	Of   int // rows that the sample was drawn from: N
	D    int // distinct keys in the sample
	// Seen[j] is f_j, the number of keys seen exactly j times, for j below len(Seen). Seen[0] is 0.
	Seen []int
	// Often has, for each key seen at least len(Seen) times, how often it was seen.
	Often []int
}

// maxSeen is the number of j for which Seen has f_j.
const maxSeen = 256

// newFrequencies counts how many keys were seen once, twice, and so on. counts has the number of times each key was seen; zeros
// belong to no key.
func newFrequencies(rows, of int, counts []uint32) Frequencies {
	var seen [maxSeen + 1]int
	for _, n := range counts {
		seen[min(n, maxSeen)]++
	}
	f := Frequencies{Rows: rows, Of: of, D: len(counts) - seen[0], Seen: seen[:maxSeen]}
	f.Seen[0] = 0
	if seen[maxSeen] > 0 {
		f.Often = make([]int, 0, seen[maxSeen])
		for _, n := range counts {
			if n >= maxSeen {
				f.Often = append(f.Often, int(n))
			}
		}
	}
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

// share is q, the share of the rows that is in the sample.
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

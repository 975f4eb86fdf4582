package estimate

import (
	"math"
	"math/rand/v2"

	"cardinal/data"
	"cardinal/engine/key"
)

// Estimate is an expected number of groups with its range.
type Estimate struct {
	Groups, Low, High int
	Method            string // one slot, dictionary, full count, chao1
	SampleRows        int
	D, F1, F2         int // distinct keys in the sample; keys seen once; keys seen twice
}

// Chao1 is the bias-corrected species richness estimate d + f1(f1-1) / (2(f2+1)), rounded up (Chao 1984; SEEDS A1).
func Chao1(d, f1, f2 int) int {
	return d + int(math.Ceil(float64(f1)*float64(f1-1)/(2*float64(f2+1))))
}

const (
	// sampleShare is the part of the rows sampled first, secondShare when that lies near a decision (SEEDS A2, A3).
	sampleShare, secondShare = 0.01, 0.05
	// minSample rows are always drawn: below it a sample tells little.
	minSample = 2000
	// fullCount is the number of rows up to which the keys are simply counted.
	fullCount = 4096
	// border is how near to the limit, relatively, calls for the second sample.
	border = 0.2
)

// Groups estimates the groups of key k among the selected rows (nil: all). limit is the group count at which the
// decision turns. Rows are drawn independently with a fixed seed, so that a pivot is repeatable and sorted or
// periodic data cannot mislead it; the sample is keyed on the tuple of codes, never on a product (A4).
func Groups(k *key.Composite, selected data.Bitmap, rows, limit int) Estimate {
	high := rows
	if !k.Wide && k.Slots < uint64(high) {
		high = int(k.Slots)
	}
	exact := func(n int, method string) Estimate { return Estimate{Groups: n, Low: n, High: n, Method: method} }
	switch {
	case rows == 0:
		return exact(0, "no rows")
	case high == 1:
		return exact(1, "one slot")
	case len(k.Cols) == 1 && k.Cols[0].Exact && selected == nil:
		return exact(k.Cols[0].Card, "dictionary")
	case rows <= fullCount:
		e := count(k, everyRow(k.Rows, selected))
		return exact(e.D, "full count")
	}
	e := sample(k, selected, rows, max(minSample, int(float64(rows)*sampleShare)))
	if near(e.Groups, limit) {
		e = sample(k, selected, rows, max(5*minSample, int(float64(rows)*secondShare)))
	}
	e.Groups = min(e.Groups, high)
	e.Low, e.High = e.D, high
	return e
}

func near(groups, limit int) bool {
	return math.Abs(float64(groups)-float64(limit)) <= border*float64(limit)
}

func sample(k *key.Composite, selected data.Bitmap, rows, n int) Estimate {
	e := count(k, draw(k.Rows, selected, rows, min(n, rows)))
	e.Groups, e.Method = Chao1(e.D, e.F1, e.F2), "chao1"
	return e
}

// count tallies how often each key of the sampled rows was seen.
func count(k *key.Composite, sample []uint32) Estimate {
	table := key.NewRowTable(k)
	var seen []uint32
	for _, row := range sample {
		id := table.ID(row)
		if int(id) == len(seen) {
			seen = append(seen, 0)
		}
		seen[id]++
	}
	e := Estimate{SampleRows: len(sample), D: len(seen)}
	for _, n := range seen {
		switch n {
		case 1:
			e.F1++
		case 2:
			e.F2++
		}
	}
	return e
}

// draw picks n of the selected rows, independently and with replacement.
func draw(total int, selected data.Bitmap, rows, n int) []uint32 {
	r := rand.New(rand.NewPCG(0x63617264, 0x696e616c))
	picks := make([]uint32, 0, n)
	if selected != nil && rows < total/64 {
		// too few pass for drawing blindly: draw from the list of those that do
		all := everyRow(total, selected)
		for range n {
			picks = append(picks, all[r.IntN(len(all))])
		}
		return picks
	}
	for len(picks) < n {
		if row := r.IntN(total); selected.Get(row) {
			picks = append(picks, uint32(row))
		}
	}
	return picks
}

func everyRow(total int, selected data.Bitmap) []uint32 {
	var rows []uint32
	for i := range total {
		if selected.Get(i) {
			rows = append(rows, uint32(i))
		}
	}
	return rows
}

package aggregate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
)

// TestTally holds sums and counts that share words against the accumulators by themselves, for codes of every width and more
// rows than a word takes between two flushes.
func TestTally(t *testing.T) {
	const groups, rows = 100, 200_000
	rng := rand.New(rand.NewPCG(1, 2))
	ids, values := make([]uint32, rows), make([]int64, rows)
	for _, most := range []int64{0, 200, 60_000, 1<<32 - 3} {
		for i := range ids {
			ids[i], values[i] = rng.Uint32N(groups-1), most-rng.Int64N(most/2+1)
		}
		values[0] = 0 // so that the others are great codes
		c := data.NewInts("v", data.Int, 0, values, nil)
		for _, measures := range [][]Kind{{{Op: OpCount}}, {{Op: OpCount}, {Op: OpSum, Column: c}}, {{Op: OpCount}, {Op: OpMax, Column: c}, {Op: OpSum, Column: c}}} {
			p := &Plan{rows: rows}
			for _, k := range measures {
				p.add(k)
			}
			want, got := p.New(), p.New()
			var in []Vector
			for i := range p.Inputs {
				in = append(in, p.Inputs[i].Whole())
			}
			for i := range want {
				want[i].Grow(groups)
				got[i].Grow(groups)
			}
			tally := NewTally(got, groups, rows)
			for lo := 0; lo < rows; lo += 2000 {
				b := &Batch{Groups: ids[lo : lo+2000], In: make([]Vector, len(in))}
				for i := range in {
					b.In[i] = in[i].Slice(lo, lo+2000)
				}
				Update(want, b)
				if tally.Direct() && lo%4000 == 0 {
					narrow := make([]uint8, 2000)
					for i, g := range b.Groups {
						narrow[i] = uint8(g)
					}
					b.Groups = nil
					tally.UpdateCodes(Vector{U8: narrow}, 0, b)
				} else {
					tally.Update(b)
				}
			}
			tally.Flush()
			if !slices.Equal(got[0].(*Counts).N, want[0].(*Counts).N) {
				t.Errorf("values up to %d, %d measures: other counts", most, len(measures))
			}
			for i := range want {
				s, ok := want[i].(CodeSums)
				for g := 0; ok && g < groups; g++ {
					if got[i].(CodeSums).At(g) != s.At(g) {
						t.Fatalf("values up to %d, %d measures: the sum of group %d is %d, not %d", most, len(measures), g, got[i].(CodeSums).At(g), s.At(g))
					}
				}
			}
			if joined := len(tally.sums) > 0; joined != (len(measures) > 1) {
				t.Errorf("values up to %d, %d measures: joined is %t", most, len(measures), joined)
			}
		}
	}
}

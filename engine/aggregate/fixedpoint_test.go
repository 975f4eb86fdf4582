package aggregate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
)

// TestFixedPoint adds the words of random columns by themselves, as a GPU does, and compares the sums and the averages
// that Put makes of them with the sums of the floats, bit for bit. The columns need 0 to 128 bits, and rows of other
// groups may be many, so that some windows are too narrow for all values.
func TestFixedPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 61))
	const groups = 4 // the last one is empty
	words, spilled := map[int]int{}, 0
	for round := range 4000 {
		n, low, spread := 1+r.IntN(40), r.IntN(2046)-1074, r.IntN(76)
		values, of := make([]float64, n), make([]uint32, n)
		for i := range values {
			of[i] = r.Uint32N(groups - 1)
			values[i] = math.Ldexp(1+r.Float64(), low+r.IntN(spread+1))
			switch {
			case round%5 == 0:
				values[i] = values[r.IntN(i+1)]
			case round%5 == 1:
				values[i] = -values[i]
			case r.IntN(2) == 0:
				values[i] = -values[i]
			case r.IntN(8) == 0:
				values[i] = math.Copysign(0, values[i])
			}
			if math.IsInf(values[i], 0) {
				values[i] = 1e300
			}
		}
		c := data.NewFloatColumn("x", values, nil)
		fixed := FixedPointOf(c)
		if fixed.Bits > MaxFixedBits {
			continue
		}
		rows := []int{n, 1 << 31}[r.IntN(2)]
		w := WindowOf(c, rows)
		got, want := NewSumFloat(c, w, 0, rows), NewSumFloat(c, w, 0, rows)
		got.Grow(groups)
		want.Grow(groups)
		want.Update(&Batch{Groups: of, In: []Vector{{F64: values}}})
		counts, sums := make([]uint32, groups), make([][]uint64, fixed.Words())
		for _, g := range of {
			counts[g]++
		}
		numbers := [2][]uint64{make([]uint64, n), make([]uint64, n)}
		fixed.Integers(numbers[0], numbers[1], values)
		for word := range sums {
			sums[word] = make([]uint64, groups)
			for i, g := range of {
				sums[word][g] += numbers[word/2][i] >> (32 * (word % 2)) & math.MaxUint32
			}
		}
		got.Put(fixed, 0, 2, counts, sums)
		got.Put(fixed, 2, groups, counts, sums)
		for g := range groups {
			for _, n := range []int64{1, max(1, int64(counts[g]))} {
				g, w := got.Value(g, n), want.Value(g, n)
				if fmt.Sprint(g) != fmt.Sprint(w) || math.Float64bits(g.Float) != math.Float64bits(w.Float) ||
					g.Rounded != w.Rounded {
					t.Fatalf("round %d, %d bits: %v, not %v", round, fixed.Bits, g, w)
				}
			}
		}
		if words[fixed.Words()]++; !w.Whole {
			spilled++
		}
	}
	for n := range 4 {
		if words[n+1] < 20 {
			t.Errorf("few columns of %d words: %v", n+1, words)
		}
	}
	if spilled < 20 {
		t.Errorf("%d columns were wider than their window", spilled)
	}
}

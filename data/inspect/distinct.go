package inspect

import (
	"context"
	"hash/maphash"
	"math"
	"math/bits"
	"runtime"

	"cardinal/data"
	"cardinal/data/parallel"
)

const batch = 64 << 10

// Distinct is the number of distinct values of a column, without null.
type Distinct struct {
	N     int
	About bool // N is an estimate, off by less than 3% in nearly all cases
}

// exactRows is the greatest number of rows of a column whose wide values are counted exactly.
const exactRows = 4 << 20

// CountDistinct counts the distinct values of a column. It estimates the number if an exact count takes much memory, as
// for many wide integers or floats. All NaNs count as one value, and so do -0 and 0. It returns an error if ctx ends.
func CountDistinct(ctx context.Context, c *data.Column) (d Distinct, err error) {
	switch {
	case c.Dict != nil:
		d.N = len(c.Dict.Values)
	case c.Rows > exactRows && (c.Type == data.Float || !isNarrow(c)):
		d.About = true
		d.N, err = estimateDistinct(ctx, c)
	case c.Type == data.Float:
		d.N, err = distinctFloats(ctx, c)
	default:
		d.N, err = distinctInts(ctx, c)
	}
	return d, err
}

// isNarrow reports whether a bitmap of the range of the values takes at most some bytes per row.
func isNarrow(c *data.Column) bool {
	return c.Min <= c.Max && uint64(c.Max-c.Min) < 64*uint64(c.Rows)+1<<16
}

// registerBits is the logarithm of the number of registers of estimateDistinct. Its standard error is 0.8%.
const registerBits = 14

// estimateDistinct estimates the number of distinct integers or floats by HyperLogLog (Flajolet, Fusy, Gandouet and
// Meunier, AofA 2007), with linear counting if few values differ. Each core has registers of its own.
func estimateDistinct(ctx context.Context, c *data.Column) (int, error) {
	const registers = 1 << registerBits
	seed, pieces := maphash.MakeSeed(), runtime.GOMAXPROCS(0)
	greatest := make([][registers]uint8, pieces)
	err := parallel.Do(ctx, pieces, func(ctx context.Context, p int) error {
		first, own := c.Rows*p/pieces, &greatest[p]
		return eachBatch(ctx, c.Rows*(p+1)/pieces-first, func(from, to int) {
			for i := first + from; i < first+to; i++ {
				if !c.Valid.Get(i) {
					continue
				}
				word := uint64(0)
				if c.Type == data.Float {
					word = floatWord(c.Floats[i])
				} else {
					word = uint64(c.Int(i))
				}
				hash := maphash.Comparable(seed, word)
				zeros := uint8(bits.LeadingZeros64(hash<<registerBits | 1<<(registerBits-1)))
				at := hash >> (64 - registerBits)
				own[at] = max(own[at], zeros+1)
			}
		})
	})
	if err != nil {
		return 0, err
	}
	sum, empty := 0., 0
	for r := range registers {
		most := uint8(0)
		for p := range greatest {
			most = max(most, greatest[p][r])
		}
		if most == 0 {
			empty++
		}
		sum += math.Ldexp(1, -int(most))
	}
	n := 0.7213 / (1 + 1.079/registers) * registers * registers / sum
	if n <= 2.5*registers && empty > 0 {
		n = registers * math.Log(float64(registers)/float64(empty))
	}
	return min(int(math.Round(n)), c.Rows-c.Nulls), nil
}

// floatWord returns the same bits for all NaNs, and for -0 and 0.
func floatWord(v float64) uint64 {
	switch {
	case v != v:
		v = math.NaN()
	case v == 0:
		v = 0
	}
	return math.Float64bits(v)
}

// distinctInts counts the distinct values. It uses a bitmap if the range of the values is small, else a set.
func distinctInts(ctx context.Context, c *data.Column) (int, error) {
	if isNarrow(c) {
		seen := data.NewBitmap(int(c.Max-c.Min) + 1)
		err := eachBatch(ctx, c.Rows, func(from, to int) {
			for i := from; i < to; i++ {
				if c.Valid.Get(i) {
					seen.Set(int(c.Int(i) - c.Min))
				}
			}
		})
		return seen.Count(), err
	}
	var s set
	err := eachBatch(ctx, c.Rows, func(from, to int) {
		for i := from; i < to; i++ {
			if c.Valid.Get(i) {
				s.add(uint64(c.Int(i)))
			}
		}
	})
	return s.n, err
}

// distinctFloats counts the distinct values. All NaNs count as one value, and so do -0 and 0.
func distinctFloats(ctx context.Context, c *data.Column) (int, error) {
	var s set
	err := eachBatch(ctx, len(c.Floats), func(from, to int) {
		for i := from; i < to; i++ {
			if c.Valid.Get(i) {
				s.add(floatWord(c.Floats[i]))
			}
		}
	})
	return s.n, err
}

func eachBatch(ctx context.Context, n int, do func(from, to int)) error {
	for from := 0; from < n; from += batch {
		if err := ctx.Err(); err != nil {
			return err
		}
		do(from, min(n, from+batch))
	}
	return nil
}

// set is a set of words with open addressing. A slot with 0 is free, so the word 0 has its own field. The set takes a
// third of the time of a map: 120 ms against 390 for 2,000,000 words.
type set struct {
	slots []uint64
	n     int // number of words
	used  int // number of occupied slots
	zero  bool
}

func (s *set) add(w uint64) {
	if w == 0 {
		if !s.zero {
			s.zero = true
			s.n++
		}
		return
	}
	if 2*s.used >= len(s.slots) {
		old := s.slots
		s.slots = make([]uint64, max(1024, 2*len(old)))
		for _, w := range old {
			if w != 0 {
				s.slots[s.find(w)] = w
			}
		}
	}
	if i := s.find(w); s.slots[i] == 0 {
		s.slots[i] = w
		s.used++
		s.n++
	}
}

// find returns the slot of w, or the free slot where w belongs.
func (s *set) find(w uint64) uint64 {
	mask := uint64(len(s.slots) - 1)
	hi, lo := bits.Mul64(w, 0x9E3779B97F4A7C15)
	for i := (hi ^ lo) & mask; ; i = (i + 1) & mask {
		if s.slots[i] == w || s.slots[i] == 0 {
			return i
		}
	}
}

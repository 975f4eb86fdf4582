package inspect

import (
	"context"
	"math"
	"math/bits"

	"cardinal/data"
)

const batch = 64 << 10

// distinctInts counts the distinct values. It uses a bitmap if the range of the values is small, else a set.
func distinctInts(ctx context.Context, c *data.Column) (int, error) {
	width := uint64(c.Max - c.Min)
	if c.Min <= c.Max && width < 64*uint64(c.Rows)+1<<16 {
		seen := data.NewBitmap(int(width) + 1)
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
			switch v := c.Floats[i]; {
			case !c.Valid.Get(i):
			case v != v:
				s.add(math.Float64bits(math.NaN()))
			case v == 0:
				s.add(0)
			default:
				s.add(math.Float64bits(v))
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

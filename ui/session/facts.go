package session

import (
	"context"
	"math/bits"

	"cardinal/data"
)

// Fact is something learnt about a column after the table is on the screen.
type Fact struct {
	Column   string // its name
	Distinct int    // values that are not null; -1 where counting them costs too much
}

// count learns the distinct values of every column in the background.
func (s *Session) count(t *data.Table) {
	s.facts.stop()
	start(s, &s.facts, Work{}, func(ctx context.Context, _ func(string, float64)) (struct{}, error) {
		for _, c := range t.Columns {
			if ctx.Err() != nil {
				break
			}
			f := Fact{c.Name, distinct(ctx, c)}
			s.post(func() {
				if s.table == t {
					s.screen.ShowFact(f)
				}
			})
		}
		return struct{}{}, nil
	}, func(struct{}, error) {})
}

// maxBits is the smallest size, in bits, that a bit set of values must not reach.
const maxBits = 1 << 24

// distinct counts the values of a column: from the dictionary, or with a bit for every possible value.
func distinct(ctx context.Context, c *data.Column) int {
	if c.Dict != nil {
		return len(c.Dict.Values)
	}
	set := occurring(ctx, c)
	if set == nil {
		return -1
	}
	n := 0
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}

// occurring is a bit set of the values of a column. Bit i stands for the minimum of the column plus i. The set is nil if it takes
// maxBits or more, if the column holds no integers, or if ctx was cancelled.
func occurring(ctx context.Context, c *data.Column) []uint64 {
	if c.Type == data.Float || c.Type == data.Text || uint64(c.Max)-uint64(c.Min) >= maxBits {
		return nil
	}
	set := make([]uint64, (c.Max-c.Min)/64+1)
	for i := range c.Rows {
		if i&0xFFFF == 0 && ctx.Err() != nil {
			return nil
		}
		if c.Valid.Get(i) {
			d := c.Int(i) - c.Min
			set[d/64] |= 1 << (d % 64)
		}
	}
	return set
}

package session

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/data/inspect"
	"cardinal/internal/each"
)

// Fact is what was found out about a column after its table was shown.
type Fact struct {
	Column   string               // its name
	Distinct int                  // the number of distinct values without null; -1: counting costs too much
	Spread   inspect.Distribution // how the values are distributed
}

// learn counts the distinct values of a column, and computes their distribution.
func learn(ctx context.Context, c *data.Column) (Fact, error) {
	f := Fact{Column: c.Name, Distinct: countDistinct(ctx, c)}
	var err error
	f.Spread, err = inspect.Distribute(ctx, c)
	return f, err
}

// study finds the facts of columns in the background, while nothing else runs. Before that, it lets the engine sample
// the columns. Any work ends the study, which continues at the next rest.
func (s *Session) study() {
	t := s.table
	if t == nil || t.Served != nil {
		return
	}
	unknown := each.Where(t.Columns, func(c *data.Column) bool { return !s.known[c] })
	if len(unknown) == 0 {
		return
	}
	start(s, &s.facts, Work{}, func(ctx context.Context, _ func(string, float64)) (struct{}, error) {
		if err := s.engine.KeepSamples(ctx, t); err != nil {
			return struct{}{}, err
		}
		for _, c := range unknown {
			f, err := learn(ctx, c)
			if err != nil {
				return struct{}{}, err
			}
			if f.Distinct >= 0 && c.Type != data.Float { // equal floats may be different keys
				s.engine.Counted(t, c.Name, f.Distinct)
			}
			s.post(func() {
				if s.table == t && !s.known[c] {
					s.known[c] = true
					s.screen.ShowFact(f)
				}
			})
		}
		return struct{}{}, nil
	}, func(struct{}, error) {})
}

// maxBits is the size of a set of values, in bits, from which the set is too large.
const maxBits = 1 << 24

// maxSorted is the greatest number of rows of a column that may be sorted to count its distinct values.
const maxSorted = 1 << 20

// countDistinct counts the distinct values of a column. It takes the size of the dictionary, or sets a bit for each
// value, or sorts the values if there are few rows. It returns -1 if counting costs too much.
func countDistinct(ctx context.Context, c *data.Column) int {
	if c.Dict != nil {
		return len(c.Dict.Values)
	}
	set := valueSet(ctx, c)
	switch {
	case set == nil && (c.Rows > maxSorted || ctx.Err() != nil):
		return -1
	case set == nil && c.Type == data.Float:
		return countInOrder(c, func(i int) float64 { return c.Floats[i] })
	case set == nil:
		return countInOrder(c, c.Int)
	}
	return each.Sum(set, bits.OnesCount64)
}

// countInOrder counts the distinct values of a column by sorting them. All NaN count as one value.
func countInOrder[T int64 | float64](c *data.Column, at func(i int) T) int {
	values := make([]T, 0, c.Rows-c.Nulls)
	for i := range c.Rows {
		if c.Valid.Get(i) {
			values = append(values, at(i))
		}
	}
	slices.Sort(values)
	return len(slices.CompactFunc(values, func(a, b T) bool { return cmp.Compare(a, b) == 0 }))
}

// valueSet returns the values of a column as a bit set, in which bit i means the column's minimum plus i. It returns
// nil if the set would need maxBits or more, if the values are not stored as integers, or if ctx was cancelled.
func valueSet(ctx context.Context, c *data.Column) []uint64 {
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

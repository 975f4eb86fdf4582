package measure

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

var sum = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Sum, Title: "Sum", Help: "the exact sum; of floats, rounded once",
		Takes: query.Numbers, Offered: query.Numbers, Result: query.OfColumn, InUnit: true, Adds: true,
	},
	bind: func(p *Plan, _ Source, m *measure) error {
		c, at := m.x, m.use(p, Kind{Op: OpSum, Column: m.x})
		m.at = func(v *Values, g int, n int64) data.Value {
			if f, ok := v.accs[at].(*aggregate.SumFloat); ok {
				return f.Value(g, 1)
			}
			return data.Value{Type: c.Type, Int: v.intSum(at, c, g, n), Scale: c.Scale}
		}
		m.integers = func(v *Values) func(g int) (int64, bool) {
			s, ok := v.accs[at].(aggregate.CodeSums)
			if !ok || !fits64(c, v.plan.rows) {
				return nil
			}
			counts := v.counts(m.count)
			return func(g int) (int64, bool) { return int64(s.At(g)) + c.Base*int64(counts[g]), counts[g] == 0 }
		}
		m.column = func(ctx context.Context, v *Values, n int) (*data.Column, error) {
			s, ok := v.accs[at].(aggregate.CodeSums)
			if !ok || !fits64(c, v.plan.rows) {
				return nil, nil
			}
			name, counts := m.Measure.String(), v.counts(m.count)[:n]
			valid, err := v.groupsWithValues(ctx, counts)
			if err != nil {
				return nil, err
			}
			if s, ok := s.(*aggregate.SumCodes[uint32]); ok && c.Base == 0 && valid == nil {
				return data.NewCodes(name, c.Type, c.Scale, data.Codes{U32: s.S[:n]}), nil
			}
			out := memory.Uninitialized[int64](n)
			err = v.eachRange(ctx, n, func(lo, hi int) { s.Values(lo, out[lo:hi], c.Base, counts) })
			return data.NewWide(name, c.Type, c.Scale, out, valid), err
		}
		return nil
	},
}

var avg = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Avg, Title: "Average", Help: "the exact sum over the number of values, rounded once",
		Takes: query.Numbers, Offered: query.Numbers, Result: query.Float, InUnit: true,
	},
	divides: true,
	bind: func(p *Plan, _ Source, m *measure) error {
		c, at := m.x, m.use(p, Kind{Op: OpSum, Column: m.x})
		m.at = func(v *Values, g int, n int64) data.Value {
			if f, ok := v.accs[at].(*aggregate.SumFloat); ok {
				return f.Value(g, n)
			}
			q, exact := v.intSum(at, c, g, n).Quo(n, c.Scale)
			return data.Value{Type: data.Float, Float: q, Rounded: !exact}
		}
		m.column = func(ctx context.Context, v *Values, n int) (*data.Column, error) {
			s, ok := v.accs[at].(aggregate.CodeSums)
			if !ok {
				return nil, nil
			}
			counts, out := v.counts(m.count)[:n], memory.Make[float64](n)
			err := v.eachRange(ctx, n, func(lo, hi int) { averages(out[:hi], lo, c, s, counts, v.plan.rows) })
			if err != nil {
				return nil, err
			}
			valid, err := v.groupsWithValues(ctx, counts)
			return data.NewFloatColumn(m.Measure.String(), out, valid), err
		}
		return nil
	},
}

// OpSum adds the values of Column.
var OpSum = &Op{
	accumulator: func(p *Plan, k Kind) aggregate.Accumulator {
		c, in := k.Column, p.input(k.Column)
		switch {
		case c.Type == data.Float:
			return aggregate.NewSumFloat(c, p.windows[c], in, p.rows)
		case c.Wide == nil && aggregate.Width(p.rows, c) == 32:
			return &aggregate.SumCodes[uint32]{Input: in, Bits: codeBits(c)}
		case c.Wide == nil:
			return &aggregate.SumCodes[uint64]{Input: in, Bits: codeBits(c)}
		case fits64(c, p.rows):
			return &aggregate.Sum64{Input: in}
		}
		return &aggregate.Sum128{Input: in}
	},
	groupBytes: func(p *Plan, k Kind) int64 {
		switch c := k.Column; {
		case c.Type == data.Float:
			w := p.windows[c]
			return 20 + p.restBytes(!w.Whole, aggregate.NewSumFloat(c, w, 0, p.rows).Rest.Limbs, w.Outside)
		case c.Wide != nil:
			return 16
		case aggregate.Width(p.rows, c) > 32:
			return 8
		}
		return 4
	},
	device: func(_ *Plan, k Kind) ([]DeviceOp, string) {
		c := k.Column
		if c.Compute != nil {
			return nil, fmt.Sprintf("the values of %s are computed while the rows are read", c.Name)
		}
		if isCoded(c) { // the code of null is 0
			return []DeviceOp{{Func: DeviceSum, Values: c}}, ""
		}
		return each.Times(deviceWords(c), func(word int) DeviceOp {
			return DeviceOp{Func: DeviceSum, Values: c, Shift: 32 * uint(word), Valid: nullable(c)}
		}), ""
	},
}

// codeBits returns the number of bits in the greatest code of a column of integers.
func codeBits(c *data.Column) uint { return uint(bits.Len64(uint64(c.Max) - uint64(c.Base))) }

// fits64 reports whether every sum over `rows` rows of an integer column fits 64 bits. The paper "The GROUP BY problem
// on GPUs" has the same test, but rejects other sums. Here they are added in 128 bits.
func fits64(c *data.Column, rows int) bool {
	largest := uint64(max(c.Max, 0))
	if c.Min < 0 {
		largest = max(largest, -uint64(c.Min))
	}
	hi, lo := bits.Mul64(largest, uint64(rows))
	return hi == 0 && lo <= math.MaxInt64
}

// intSum returns the sum of an integer column for group g, in units of 10^-Scale. n of the group's values are not
// null.
func (v *Values) intSum(kind int, c *data.Column, g int, n int64) int128.Int {
	switch s := v.accs[kind].(type) {
	case aggregate.CodeSums:
		return codeSum(c, s.At(g), n)
	case *aggregate.Sum64:
		return int128.From(s.S[g])
	}
	return v.accs[kind].(*aggregate.Sum128).S[g]
}

func codeSum(c *data.Column, sum uint64, n int64) int128.Int {
	return int128.FromUint(sum).Add(int128.Mul(c.Base, n))
}

// exactSum returns a sum as a fraction, or NaN or an infinity if those decide the sum.
func (v *Values) exactSum(kind int, c *data.Column, g int, n int64) (*big.Rat, float64) {
	if s, ok := v.flags(kind, g).Special(); ok {
		return new(big.Rat), s
	}
	if f, ok := v.accs[kind].(*aggregate.SumFloat); ok {
		return f.Exact(g).Rational(), 0
	}
	den := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.Scale)), nil)
	return new(big.Rat).SetFrac(v.intSum(kind, c, g, n).Big(), den), 0
}

// averages writes the averages of the groups starting with first, rounded once. If floats hold the sum and the divisor
// exactly, this takes one division. A group without values is left unchanged.
func averages(out []float64, first int, c *data.Column, sums aggregate.CodeSums, counts []uint32, rows int) {
	unit, narrow := math.Pow10(c.Scale), fits64(c, rows)
	some := make([]int64, min(1<<10, len(out)-first))
	for from := first; from < len(out); from += len(some) {
		sum := some[:min(len(some), len(out)-from)]
		sums.Values(from, sum, c.Base, counts)
		for i, sum := range sum {
			g, count := from+i, int64(counts[from+i])
			if count == 0 {
				continue
			}
			if den := float64(count) * unit; narrow && sum < 1<<53 && sum > -1<<53 && den < 1<<53 {
				out[g] = float64(sum) / den
				continue
			}
			out[g], _ = codeSum(c, sums.At(g), count).Quo(count, c.Scale)
		}
	}
}

// groupsWithValues marks the groups with values, or returns nil if all groups have some.
func (v *Values) groupsWithValues(ctx context.Context, counts []uint32) (data.Bitmap, error) {
	var lacks atomic.Bool
	err := v.eachRange(ctx, len(counts), func(lo, hi int) {
		if !lacks.Load() && slices.Contains(counts[lo:hi], 0) {
			lacks.Store(true)
		}
	})
	if !lacks.Load() {
		return nil, err
	}
	return data.NotEqual(counts, 0), err
}

package aggregate

import (
	"context"
	"math"

	"cardinal/data"
	"cardinal/engine/formula"
	"cardinal/engine/query"
)

// Column is measure m of groups 0 to n-1 as a column of a table. Sums and averages of codes, counts and extremes are
// read out in plain loops; everything else goes by way of At.
func (v *Values) Column(ctx context.Context, m, n int) (*data.Column, error) {
	return v.column(ctx, v.plan.measures[m], n)
}

func (v *Values) column(ctx context.Context, b *measure, n int) (*data.Column, error) {
	if b.Func == query.Formula {
		return v.formula(ctx, b, n)
	}
	name := b.Measure.String()
	counts := v.accs[b.count].(*Counts).N[:n]
	switch b.Func {
	case query.Count:
		return data.NewCodes(name, data.Int, data.Codes{U32: v.accs[b.main].(*Counts).N[:n]}), nil
	case query.Sum:
		if s, ok := v.accs[b.main].(*SumCodes); ok && Fits64(b.column) && full(counts) {
			out := make([]int64, n)
			for g := range out {
				out[g] = int64(s.S[g]) + b.column.Base*int64(counts[g])
			}
			return data.NewWide(name, b.column.Type, b.column.Scale, out), nil
		}
	case query.Avg:
		if s, ok := v.accs[b.main].(*SumCodes); ok && full(counts) {
			return data.NewFloatColumn(name, averages(b.column, s.S[:n], counts), nil), nil
		}
	}
	return v.oneByOne(ctx, b, n)
}

// checkGroups is how many groups are read out between two looks at the context.
const checkGroups = 1 << 12

func (v *Values) oneByOne(ctx context.Context, b *measure, n int) (*data.Column, error) {
	values := make([]data.Value, n)
	for g := range values {
		if g%checkGroups == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		values[g] = v.at(b, g)
	}
	return data.FromValues(b.Measure.String(), values), nil
}

// formula computes whole columns, or where results might not fit 64 bits each value by itself.
func (v *Values) formula(ctx context.Context, b *measure, n int) (*data.Column, error) {
	columns := map[*query.Measure]*data.Column{}
	for m, part := range b.parts {
		c, err := v.column(ctx, part, n)
		if err != nil {
			return nil, err
		}
		columns[m] = c
		if !c.Type.Numeric() { // nothing but nulls
			return v.oneByOne(ctx, b, n)
		}
	}
	c, ok, err := formula.Column(ctx, b.Measure.String(), b.formula, n, func(leaf *query.Arith) *data.Column { return columns[leaf.Measure] })
	if err != nil || ok {
		return c, err
	}
	return v.oneByOne(ctx, b, n)
}

func full(counts []uint32) bool {
	for _, n := range counts {
		if n == 0 {
			return false
		}
	}
	return true
}

// averages are the exact sums over the counts, rounded once: by one division where sum and divisor are floats exactly.
func averages(c *data.Column, sums []uint64, counts []uint32) []float64 {
	out := make([]float64, len(sums))
	unit, narrow := math.Pow10(c.Scale), Fits64(c)
	for g, s := range sums {
		count := int64(counts[g])
		sum, den := int64(s)+c.Base*count, float64(count)*unit
		if narrow && sum < 1<<53 && sum > -1<<53 && den < 1<<53 {
			out[g] = float64(sum) / den
			continue
		}
		out[g], _ = codeSum(c, s, count).Quo(count, c.Scale)
	}
	return out
}

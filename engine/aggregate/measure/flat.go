package measure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/formula"
	"cardinal/engine/query"
)

// Columns is measure m of groups 0 to n-1 as columns of a table: one, but k of a top. Sums and averages of codes,
// counts and extremes are read out in plain loops; everything else goes by way of At.
func (v *Values) Columns(ctx context.Context, m, n int) ([]*data.Column, error) {
	b := v.plan.measures[m]
	if b.Func == query.Top {
		return v.places(ctx, b, n)
	}
	c, err := v.column(ctx, b, n)
	return []*data.Column{c}, err
}

// places are the columns of a top: the greatest values, the second greatest, and so on, null where there are fewer.
func (v *Values) places(ctx context.Context, b *measure, n int) ([]*data.Column, error) {
	if top, ok := v.accs[b.main].(*aggregate.TopK[uint32]); ok && b.column.Dict == nil {
		return v.codePlaces(ctx, b, top, n)
	}
	columns := make([]*data.Column, b.k)
	counts := v.accs[b.count].(*aggregate.Counts).N
	for place := range columns {
		var err error
		columns[place], err = collect(ctx, v.threads, fmt.Sprintf("%s #%d", b.Measure, place+1), b.column.Type, b.column.Scale, n, func(g int) data.Value {
			if place >= int(counts[g]) {
				return data.Value{}
			}
			return v.topAt(b, g, place)
		})
		if err != nil {
			return nil, err
		}
		columns[place].UTC = b.column.UTC
	}
	return columns, nil
}

// codePlaces are the places of a column of integers.
func (v *Values) codePlaces(ctx context.Context, b *measure, top *aggregate.TopK[uint32], n int) ([]*data.Column, error) {
	columns, values, null := make([]*data.Column, b.k), make([][]int64, b.k), make([][]bool, b.k)
	for place := range values {
		values[place], null[place] = make([]int64, n), make([]bool, n)
	}
	counts := v.accs[b.count].(*aggregate.Counts).N
	pieces := n/aggregate.CheckGroups + 1
	err := parallel.On(ctx, v.threads, pieces, func(_ context.Context, p int) error {
		for g := n * p / pieces; g < n*(p+1)/pieces; g++ {
			for place := range values {
				values[place][g], null[place][g] = b.column.Base+int64(top.M[g*b.k+place]), place >= int(counts[g])
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = parallel.On(ctx, v.threads, b.k, func(_ context.Context, place int) error {
		name := fmt.Sprintf("%s #%d", b.Measure, place+1)
		columns[place] = data.NewWide(name, b.column.Type, b.column.Scale, values[place], validOf(null[place]))
		columns[place].UTC = b.column.UTC
		return nil
	})
	return columns, err
}

func (v *Values) column(ctx context.Context, b *measure, n int) (*data.Column, error) {
	if b.Func == query.Formula {
		return v.formula(ctx, b, n)
	}
	name := b.Measure.String()
	counts := v.accs[b.count].(*aggregate.Counts).N[:n]
	switch b.Func {
	case query.Count:
		return data.NewCodes(name, data.Int, 0, data.Codes{U32: v.accs[b.main].(*aggregate.Counts).N[:n]}), nil
	case query.Sum:
		if s, ok := v.accs[b.main].(*aggregate.SumCodes[uint32]); ok && b.column.Base == 0 && full(counts) {
			return data.NewCodes(name, b.column.Type, b.column.Scale, data.Codes{U32: s.S[:n]}), nil
		}
		if s, ok := v.accs[b.main].(aggregate.CodeSums); ok && Fits64(b.column) {
			out := make([]int64, n)
			s.Values(0, out, b.column.Base, counts)
			return data.NewWide(name, b.column.Type, b.column.Scale, out, some(counts)), nil
		}
	case query.Avg:
		if s, ok := v.accs[b.main].(aggregate.CodeSums); ok {
			return data.NewFloatColumn(name, averages(b.column, s, counts), some(counts)), nil
		}
	}
	if e, ok := v.accs[b.main].(*aggregate.MinMaxCodes); ok && b.main > 0 && b.column.Dict == nil {
		out := make([]int64, n)
		for g, code := range e.M[:n] {
			out[g] = b.column.Base + int64(code) + int64(e.Bias)
		}
		c := data.NewWide(name, b.column.Type, b.column.Scale, out, some(counts))
		c.UTC = b.column.UTC
		return c, nil
	}
	return v.oneByOne(ctx, b, n)
}

func (v *Values) oneByOne(ctx context.Context, b *measure, n int) (*data.Column, error) {
	kind, scale := data.Float, 0
	switch b.Func {
	case query.Sum, query.Min, query.Max, query.First, query.Last, query.Mode:
		kind, scale = b.column.Type, b.column.Scale
	case query.Distinct:
		kind = data.Int
	case query.Product, query.Formula:
		kind = data.Null // known when the figures are
	}
	c, err := collect(ctx, v.threads, b.Measure.String(), kind, scale, n, func(g int) data.Value { return v.at(b, g) })
	if err == nil && kind == data.Timestamp {
		c.UTC = b.column.UTC
	}
	return c, err
}

// collect makes a column of values of one kind. Numbers are written down as they come, on so many threads.
func collect(ctx context.Context, threads int, name string, kind data.Type, scale, n int, at func(g int) data.Value) (*data.Column, error) {
	pieces := n/aggregate.CheckGroups + 1
	each := func(do func(g int, v data.Value)) error {
		return parallel.On(ctx, threads, pieces, func(_ context.Context, p int) error {
			for g := n / pieces * p; g < n/pieces*(p+1) || p == pieces-1 && g < n; g++ {
				do(g, at(g))
			}
			return nil
		})
	}
	null, wide := make([]bool, n), atomic.Bool{}
	switch kind {
	case data.Float:
		out := make([]float64, n)
		err := each(func(g int, v data.Value) { out[g], null[g] = v.Float, v.IsNull() })
		return data.NewFloatColumn(name, out, validOf(null)), err
	case data.Int, data.Decimal, data.Date, data.Timestamp:
		out := make([]int64, n)
		err := each(func(g int, v data.Value) {
			var fits bool
			if out[g], fits = v.Int.Int64(); !fits {
				wide.Store(true)
			}
			null[g] = v.IsNull()
		})
		if err != nil || !wide.Load() {
			return data.NewInts(name, kind, scale, out, validOf(null)), err
		}
	}
	values := make([]data.Value, n)
	err := each(func(g int, v data.Value) { values[g] = v })
	return data.FromValues(name, values), err
}

// validOf is the bitmap of what is not null, nil where nothing is.
func validOf(null []bool) data.Bitmap {
	if !slices.Contains(null, true) {
		return nil
	}
	valid := data.NewBitmap(len(null))
	for i, n := range null {
		if !n {
			valid.Set(i)
		}
	}
	return valid
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

// some marks the groups with values, nil where all have some.
func some(counts []uint32) data.Bitmap {
	if full(counts) {
		return nil
	}
	return data.NotEqual(counts, 0)
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
func averages(c *data.Column, sums aggregate.CodeSums, counts []uint32) []float64 {
	out := make([]float64, len(counts))
	unit, narrow := math.Pow10(c.Scale), Fits64(c)
	some := make([]int64, min(1<<10, len(counts)))
	for from := 0; from < len(counts); from += len(some) {
		sum := some[:min(len(some), len(counts)-from)]
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
	return out
}

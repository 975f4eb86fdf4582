package measure

import (
	"context"
	"slices"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// Columns returns measure m of groups 0 to n-1 as columns of a table: k columns for a top of k values, else one.
func (v *Values) Columns(ctx context.Context, m, n int) ([]*data.Column, error) {
	if b := v.plan.measures[m]; b.columns != nil {
		return b.columns(ctx, v, n)
	}
	c, err := v.column(ctx, v.plan.measures[m], n)
	return []*data.Column{c}, err
}

func (v *Values) column(ctx context.Context, m *measure, n int) (*data.Column, error) {
	if m.formula != nil {
		return v.formula(ctx, m, n)
	}
	if m.column != nil {
		if c, err := m.column(ctx, v, n); c != nil || err != nil {
			return c, err
		}
	}
	return v.columnByValue(ctx, m, n)
}

// eachRange calls do for ranges of n groups, on the threads that read columns.
func (v *Values) eachRange(ctx context.Context, n int, do func(lo, hi int)) error {
	return parallel.Ranges(ctx, v.threads, n, 1<<14, do)
}

func (v *Values) columnByValue(ctx context.Context, m *measure, n int) (*data.Column, error) {
	kind, scale := data.Null, 0 // of a formula and a product, both are known only once the figures are computed
	if m.formula == nil {
		switch m.Result {
		case query.OfColumn:
			kind, scale = m.x.Type, m.x.Scale
		case query.Rows:
			kind = data.Int
		case query.Float:
			kind = data.Float
		}
	}
	c, err := collect(ctx, v.threads, m.Measure.String(), kind, scale, n, func(g int) data.Value { return v.at(m, g) })
	if err == nil && kind == data.Timestamp {
		c.UTC, c.Unit = m.x.UTC, m.x.Unit
	}
	return c, err
}

// collect makes a column of values of one kind. Numbers are written directly, on `threads` threads.
func collect(ctx context.Context, threads int, name string, kind data.Type, scale, n int,
	at func(g int) data.Value) (*data.Column, error) {
	pieces := n/aggregate.CheckGroups + 1
	each := func(do func(g int, v data.Value)) error {
		return parallel.On(ctx, threads, pieces, func(_ context.Context, p int) error {
			for g := n / pieces * p; g < n/pieces*(p+1) || p == pieces-1 && g < n; g++ {
				do(g, at(g))
			}
			return nil
		})
	}
	null, wide := memory.Uninitialized[bool](n), atomic.Bool{}
	switch kind {
	case data.Float:
		out := memory.Uninitialized[float64](n)
		err := each(func(g int, v data.Value) { out[g], null[g] = v.Float, v.IsNull() })
		return data.NewFloatColumn(name, out, validOf(null)), err
	case data.Int, data.Decimal, data.Date, data.Timestamp:
		out := memory.Uninitialized[int64](n)
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

// validOf returns the bitmap of the values that are not null, or nil if no value is null.
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

// formula computes whole columns. If results might not fit 64 bits, it computes each value by itself.
func (v *Values) formula(ctx context.Context, b *measure, n int) (*data.Column, error) {
	columns := map[*query.Measure]*data.Column{}
	for m, part := range b.parts {
		c, err := v.column(ctx, part, n)
		if err != nil {
			return nil, err
		}
		columns[m] = c
		if !c.Type.Numeric() && !c.Type.Temporal() { // only nulls
			return v.columnByValue(ctx, b, n)
		}
	}
	of := formula.Rows{N: n, Leaf: func(leaf *query.Arith) (*data.Column, error) { return columns[leaf.Measure], nil }}
	c, err := formula.Column(ctx, b.Measure.String(), b.formula, of)
	if err == nil || ctx.Err() != nil {
		return c, err
	}
	return v.columnByValue(ctx, b, n)
}

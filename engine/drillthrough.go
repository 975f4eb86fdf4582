package engine

import (
	"context"
	"math/bits"
	"time"

	"cardinal/data"
	"cardinal/engine/filter"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// RowsUnder lists the rows that the figures under a node of each axis are made of: those that pass the query's filter and stand
// under both nodes, in the order of the table. There are n of them, of which the first most are listed. tab is an answer over t.
func (e *Engine) RowsUnder(ctx context.Context, t *data.Table, tab *pivot.Crosstab, row, col, most int) (rows []uint32, n int, err error) {
	if err := e.here(t); err != nil {
		return nil, 0, err
	}
	threads := RunOptions{}.complete().Threads
	state := e.state(t)
	calculated, err := state.calculate(ctx, tab.Query.Lets, tab.Query.Names())
	if err != nil {
		return nil, 0, err
	}
	passing, err := selectRows(ctx, &bound{table: calculated, state: state, query: tab.Query}, threads)
	if err != nil {
		return nil, 0, err
	}
	under, n, err := filter.WithLabels(ctx, t.Rows, passing.bits, append(labels(&tab.Rows, row), labels(&tab.Cols, col)...), threads)
	if err != nil {
		return nil, 0, err
	}
	return indices(under, min(n, most)), n, nil
}

// Passing lists the rows that pass a filter, in the order of the table. lets are the calculated fields that the filter may name.
func (e *Engine) Passing(ctx context.Context, t *data.Table, lets []query.Let, where *query.Expr) ([]uint32, error) {
	if err := e.here(t); err != nil {
		return nil, err
	}
	state := e.state(t)
	calculated, err := state.calculate(ctx, lets, where.Columns())
	if err != nil {
		return nil, err
	}
	passing, err := selectRows(ctx, &bound{table: calculated, state: state, query: query.Query{Filter: where.On(time.Now())}}, RunOptions{}.complete().Threads)
	if err != nil {
		return nil, err
	}
	return indices(passing.bits, passing.n), nil
}

// indices lists the first n rows of a bitmap.
func indices(rows data.Bitmap, n int) []uint32 {
	out := make([]uint32, 0, n)
	for w, word := range rows {
		for ; word != 0 && len(out) < n; word &= word - 1 {
			out = append(out, uint32(w*64+bits.TrailingZeros64(word)))
		}
	}
	return out
}

// labels are the keys of a node of an axis.
func labels(axis *pivot.Axis, node int) []filter.Label {
	path := axis.Codes(node)
	out := make([]filter.Label, len(path))
	for i, p := range path {
		out[i] = filter.Label(p)
	}
	return out
}

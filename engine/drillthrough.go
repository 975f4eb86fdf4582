package engine

import (
	"context"
	"math/bits"
	"time"

	"cardinal/data"
	"cardinal/engine/expression/filter"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// RowsUnder lists the rows that the figures of a row node and a column node are computed from: rows that pass the
// query's filter and have the labels of both nodes. n is their number. The listing has the first `most` of them in the
// order of the table. For a table on a server it has any `most` of them, in no order. The table of the listing has the
// calculated fields. tab is an answer over t.
func (e *Engine) RowsUnder(ctx context.Context, t *data.Table, tab *pivot.Crosstab, row, col,
	most int) (l pivot.Listing, n int, err error) {
	state, path := e.state(t), append(tab.Rows.Codes(row), tab.Cols.Codes(col)...)
	if s := e.served(t); s != nil {
		q := query.Query{Lets: tab.Query.Lets, Filter: tab.Query.Filter}
		for _, p := range path {
			q.Rows = append(q.Rows, p.Key.Field)
		}
		return s.rows(ctx, state, q, path, most)
	}
	threads := RunOptions{}.complete().Threads
	calculated, err := state.calculate(ctx, tab.Query.Lets, tab.Query.Names(), nil)
	if err != nil {
		return l, 0, err
	}
	passing, err := selectRows(ctx, &bound{table: calculated, state: state, query: tab.Query}, threads)
	if err != nil {
		return l, 0, err
	}
	under, err := passing.under(ctx, t.Rows, path, threads)
	if err != nil {
		return l, 0, err
	}
	l.Rows = indices(under.bits, min(under.n, most))
	l.Table, err = e.Calculated(ctx, t, tab.Query.Lets)
	return l, under.n, err
}

// under returns the selected rows of a table that have the labels of a path.
func (s selection) under(ctx context.Context, rows int, path []pivot.PathCodes, threads int) (selection, error) {
	labels := each.Of(path, func(p pivot.PathCodes) filter.Label { return filter.Label(p) })
	bits, n, err := filter.WithLabels(ctx, rows, s.bits, labels, threads)
	return selection{bits: bits, n: n}, err
}

// Passing lists the rows that pass a filter (nil: every row). n is their number. The listing has the first `most` of
// them in the order of the table. For a table on a server it has any `most` of them, in no order. lets are the
// calculated fields that the filter may name, and the table of the listing has them.
func (e *Engine) Passing(ctx context.Context, t *data.Table, lets []query.Let, where *query.Expr,
	most int) (l pivot.Listing, n int, err error) {
	state := e.state(t)
	if s := e.served(t); s != nil {
		return s.rows(ctx, state, query.Query{Lets: lets, Filter: where}, nil, most)
	}
	if l.Table, err = e.Calculated(ctx, t, lets); err != nil {
		return l, 0, err
	}
	passing := selection{n: t.Rows}
	if where != nil {
		calculated, err := state.calculate(ctx, lets, where.Columns(), nil)
		if err != nil {
			return l, 0, err
		}
		if passing, err = selectRows(ctx, &bound{table: calculated, state: state,
			query: query.Query{Filter: where.On(time.Now())}}, RunOptions{}.complete().Threads); err != nil {
			return l, 0, err
		}
		l.Rows = indices(passing.bits, min(passing.n, most))
	} else if most < t.Rows {
		l.Rows = memory.Make[uint32](most)
		for i := range l.Rows {
			l.Rows[i] = uint32(i)
		}
	}
	return l, passing.n, nil
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

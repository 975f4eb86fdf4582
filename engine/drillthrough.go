package engine

import (
	"context"
	"math/bits"

	"cardinal/data"
	"cardinal/engine/filter"
	"cardinal/engine/pivot"
)

// RowsUnder lists the rows that the figures under a node of each axis are made of: those that pass the query's filter and stand
// under both nodes, in the order of the table. There are n of them, of which the first most are listed. tab is an answer over t.
func (e *Engine) RowsUnder(ctx context.Context, t *data.Table, tab *pivot.Crosstab, row, col, most int) (rows []uint32, n int, err error) {
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
	rows = make([]uint32, 0, min(n, most))
	for w, word := range under {
		for ; word != 0 && len(rows) < most; word &= word - 1 {
			rows = append(rows, uint32(w*64+bits.TrailingZeros64(word)))
		}
	}
	return rows, n, nil
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

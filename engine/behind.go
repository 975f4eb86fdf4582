package engine

import (
	"context"
	"math/bits"

	"cardinal/data"
	"cardinal/engine/filter"
	"cardinal/engine/pivot"
)

// Behind lists the rows that the figures under a node of each axis are made of: those that pass the query's filter and stand
// under both, in the order of the table. There are n of them, of which the first most are listed. tab is an answer over t.
func (e *Engine) Behind(ctx context.Context, t *data.Table, tab *pivot.Crosstab, row, col, most int) (rows []uint32, n int, err error) {
	r := e.begin(ctx, t, tab.Query, Run{})
	if err := r.filter(); err != nil {
		return nil, 0, err
	}
	var labels []filter.Label
	for _, side := range []struct {
		axis *pivot.Axis
		node int
	}{{&tab.Rows, row}, {&tab.Cols, col}} {
		keys, codes := side.axis.Codes(side.node)
		for i, k := range keys {
			labels = append(labels, filter.Label{Key: k, Code: codes[i]})
		}
	}
	found, n, err := filter.WithLabels(ctx, t.Rows, r.selected, labels, r.how.Threads)
	if err != nil {
		return nil, 0, err
	}
	rows = make([]uint32, 0, min(n, most))
	for w, word := range found {
		for ; word != 0 && len(rows) < most; word &= word - 1 {
			rows = append(rows, uint32(w*64+bits.TrailingZeros64(word)))
		}
	}
	return rows, n, nil
}

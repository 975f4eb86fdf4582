package engine

import (
	"context"
	"errors"
	"testing"

	"cardinal/engine/choice/dispatch"
	"cardinal/engine/query"
)

func TestGuard(t *testing.T) {
	e := New(Options{NoGPU: true})
	table := madeTable(t, 200_000)
	field := func(names ...string) (out []query.Field) {
		for _, n := range names {
			out = append(out, query.Field{Column: n})
		}
		return out
	}
	sum := query.Measure{Func: query.Sum, Column: "small"}
	for name, c := range map[string]struct {
		q     query.Query
		most  int
		cells int // about; 0: it runs
	}{
		"few":      {query.Query{Rows: field("few"), Cols: field("some")}, 20_000, 0},
		"no limit": {query.Query{Rows: field("many"), Cols: field("some")}, 0, 0},
		"too many": {query.Query{Rows: field("many"), Cols: field("some")}, 20_000, 50_000_000},
		"measures count": {query.Query{Rows: field("few"), Cols: field("some"), Values: []query.Measure{sum,
			{Func: query.Avg, Column: "small"}, {Func: query.Count}}}, 20_000, 30_000},
		"two fields": {query.Query{Rows: field("few", "some"), Cols: field("few")}, 50_000, 100_000},
		// 100,000 by the product
		"the same field": {query.Query{Rows: field("few", "few", "few", "few", "few")}, 100, 0},
		"its top": {query.Query{Rows: field("few", "some"), Cols: field("few"),
			Tops: []query.TopN{{N: 4, By: query.Measure{Func: query.Count}}}}, 50_000, 0},
		"a top of the inner field": {query.Query{Rows: field("few", "some"), Cols: field("few"),
			Tops: []query.TopN{{Field: 1, N: 4, By: query.Measure{Func: query.Count}}}}, 50_000, 0},
		"Others are a label more": {query.Query{Rows: field("few"), Cols: field("many"),
			Tops: []query.TopN{{Cols: true, N: 999, By: query.Measure{Func: query.Count}, Others: true}}},
			9_000, 10_000},
		"a top of the columns": {query.Query{Rows: field("few"), Cols: field("many"),
			Tops: []query.TopN{{Cols: true, N: 40, By: query.Measure{Func: query.Count}}}}, 9_000, 0},
		"below Others": {query.Query{Rows: field("many", "some"),
			Tops: []query.TopN{{N: 4, By: query.Measure{Func: query.Count}, Others: true}}}, 900, 1000},
		"a top of no help": {query.Query{Rows: field("few"), Cols: field("many"),
			Tops: []query.TopN{{N: 4, By: query.Measure{Func: query.Count}}}}, 50_000, 200_000},
	} {
		_, err := e.Pivot(context.Background(), table, c.q, RunOptions{MaxCells: c.most})
		var large *dispatch.TooLarge
		switch {
		case err != nil && !errors.As(err, &large):
			t.Errorf("%s: %v", name, err)
		case large == nil != (c.cells == 0):
			t.Errorf("%s: %v", name, err)
		case large != nil && (large.Cells() < c.cells*8/10 || large.Cells() > c.cells*12/10):
			t.Errorf("%s: %d cells, want about %d", name, large.Cells(), c.cells)
		}
	}
}

package pivot_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// BenchmarkShow times a pivot of 10 million rows by two keys, and the reading of a screen, for every way to show.
// The plain pivot runs in turns with it. x is its least time divided by the least time of the plain pivot.
func BenchmarkShow(b *testing.B) {
	const rows = 10_000_000
	r := rand.New(rand.NewPCG(1, 2))
	values := func(below int64) []int64 {
		v := make([]int64, rows)
		for i := range v {
			v[i] = r.Int64N(below)
		}
		return v
	}
	table := data.NewTable("show", []*data.Column{
		data.NewInts("a", data.Int, 0, values(100), nil), data.NewInts("b", data.Int, 0, values(100), nil),
		data.NewInts("c", data.Int, 0, values(5000), nil),
		data.NewInts("v", data.Decimal, 2, values(1e6), nil),
	})
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	for name, q := range map[string]query.Query{
		"100x100":  {Rows: []query.Field{{Column: "a"}}, Cols: []query.Field{{Column: "b"}}},
		"100/100":  {Rows: []query.Field{{Column: "a"}, {Column: "b"}}},
		"5000x100": {Rows: []query.Field{{Column: "c"}}, Cols: []query.Field{{Column: "b"}}},
	} {
		for _, w := range query.Ways {
			for _, along := range []query.Along{query.AlongRows, query.AlongCols} {
				if along == query.AlongCols && (!w.Axis || len(q.Cols) == 0) {
					continue
				}
				m := query.Measure{Func: query.Sum, Column: "v", Show: query.Show{Kind: w.Kind, Along: along,
					Base: query.Literal{Text: "7"}, N: 12}}
				b.Run(name+"/"+m.Show.String(), func(b *testing.B) {
					var least [2]time.Duration
					for b.Loop() {
						for i, m := range []query.Measure{m.Figure(), m} {
							q.Values = []query.Measure{m}
							began := time.Now()
							read(b, e, table, q)
							if took := time.Since(began); least[i] == 0 || took < least[i] {
								least[i] = took
							}
						}
					}
					b.ReportMetric(float64(least[1])/float64(least[0]), "x")
				})
			}
		}
	}
}

// read runs a pivot and reads the cells of a screen.
func read(b *testing.B, e *engine.Engine, table *data.Table, q query.Query) {
	a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{Threads: 2})
	if err != nil {
		b.Fatal(err)
	}
	g := a.Tab.Grid(pivot.Folds{})
	for row := range min(g.Rows, 50) {
		for col := range min(g.Cols, 20) {
			c := g.Cell(row, col)
			_ = c.Text()
		}
	}
}

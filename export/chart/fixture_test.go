package chart

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// orders returns a table of random rows: texts with nulls, days of two years, and figures of both signs.
func orders(rows int) *data.Table {
	r := rand.New(rand.NewPCG(7, uint64(rows)))
	regions := []string{"North", "South", "A region with a rather long name that no axis has room for",
		"東京", "", "العربية"}
	region, status, item := make([]uint32, rows), make([]uint32, rows), make([]uint32, rows)
	days, amount, units, odd := make([]int64, rows), make([]int64, rows), make([]int64, rows), make([]float64, rows)
	valid := data.NewBitmap(rows)
	items := make([]string, 500)
	for i := range items {
		items[i] = fmt.Sprintf("item %03d", i)
	}
	for i := range rows {
		region[i], status[i], item[i] = uint32(r.IntN(len(regions))), uint32(r.IntN(3)), uint32(r.IntN(500))
		days[i] = 19000 + int64(r.IntN(700))
		amount[i], units[i] = int64(r.IntN(100_000))-10_000, int64(r.IntN(20))
		odd[i] = []float64{1, -1e300, math.NaN(), math.Inf(1), 1e300, 0}[r.IntN(6)]
		if r.IntN(10) > 0 {
			valid.Set(i)
		}
	}
	return data.NewTable("orders", []*data.Column{
		data.NewText("region", region, regions, valid),
		data.NewText("status", status, []string{"open", "sent", "back"}, nil),
		data.NewText("item", item, items, nil),
		data.NewInts("day", data.Date, 0, days, nil),
		data.NewInts("amount", data.Decimal, 2, amount, valid),
		data.NewInts("units", data.Int, 0, units, nil),
		data.NewFloats("odd", odd, nil),
	})
}

// gridOf answers a pivot that is written as on the command line.
func gridOf(tb testing.TB, t *data.Table, rows, cols, values string) *pivot.Grid {
	tb.Helper()
	var q query.Query
	var err error
	if q.Rows, err = query.ParseFields(rows); err != nil {
		tb.Fatal(err)
	}
	if q.Cols, err = query.ParseFields(cols); err != nil {
		tb.Fatal(err)
	}
	if q.Values, err = query.ParseMeasures(values); err != nil {
		tb.Fatal(err)
	}
	return answered(tb, t, q)
}

// answered answers a query.
func answered(tb testing.TB, t *data.Table, q query.Query) *pivot.Grid {
	tb.Helper()
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	a, err := e.Pivot(context.Background(), t, q, engine.RunOptions{Tier: engine.Auto, Threads: 1})
	if err != nil {
		tb.Fatal(err)
	}
	return a.Tab.Grid(pivot.Folds{})
}

// drawn draws a pivot.
func drawn(tb testing.TB, g *pivot.Grid, kind string, width, height float64) *Scene {
	tb.Helper()
	s, err := Draw(context.Background(), g, Style{Kind: Named(kind)}, width, height, Look{})
	if err != nil {
		tb.Fatalf("%s: %v", kind, err)
	}
	return s
}

// figureOf returns the figure of a mark.
func figureOf(s *Scene, m Mark) float64 {
	v, _ := s.tab.Cell(m.Row, m.Col, m.Measure).Number()
	return v
}

// figuresOf returns the figures of a pivot that are finite and not totals, by their nodes: the slow way, over all
// pairs of nodes.
func figuresOf(g *pivot.Grid, measure int) map[[2]int]float64 {
	out := map[[2]int]float64{}
	tab := g.Tab()
	for r := range tab.Rows.Len() {
		for c := range tab.Cols.Len() {
			if tab.Rows.Depth(r) < len(tab.Rows.Fields) || tab.Cols.Depth(c) < len(tab.Cols.Fields) {
				continue
			}
			if v, ok := tab.Cell(r, c, measure).Number(); ok && !math.IsNaN(v) && !math.IsInf(v, 0) {
				out[[2]int{r, c}] = v
			}
		}
	}
	return out
}

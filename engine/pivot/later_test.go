package pivot_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// laterTable makes a table of random keys of several kinds. Many keys are null or equal.
func laterTable(r *rand.Rand, rows int) *data.Table {
	valid := func() data.Bitmap {
		if r.IntN(3) == 0 {
			return nil
		}
		b := data.NewBitmap(rows)
		for i := range rows {
			if r.IntN(8) > 0 {
				b.Set(i)
			}
		}
		return b
	}
	wide, narrow, few, v := make([]int64, rows), make([]int64, rows), make([]int64, rows), make([]int64, rows)
	floats, figures, codes := make([]float64, rows), make([]float64, rows), make([]uint32, rows)
	for i := range rows {
		wide[i] = []int64{math.MaxInt64, math.MinInt64, r.Int64()}[min(r.IntN(9), 2)]
		narrow[i], few[i], v[i], codes[i] = r.Int64N(700), r.Int64N(5), r.Int64N(4), uint32(r.IntN(600))
		floats[i] = []float64{math.NaN(), math.Copysign(0, -1), 0, math.Inf(-1), r.Float64()}[min(r.IntN(40), 4)]
		figures[i] = []float64{math.NaN(), math.Inf(1), float64(r.IntN(6)) / 4, r.NormFloat64()}[min(r.IntN(9), 3)]
	}
	var texts []string
	for i := range 600 {
		texts = append(texts, fmt.Sprintf("the same beginning %d", (i*7919)%600)+strings.Repeat("\x00", i%3))
	}
	if r.IntN(3) == 0 {
		texts[0], texts[1] = "", "\x00"
	}
	return data.NewTable("t", []*data.Column{
		data.NewInts("wide", data.Int, 0, wide, valid()), data.NewInts("narrow", data.Int, 0, narrow, valid()),
		data.NewInts("few", data.Int, 0, few, valid()),
		data.NewFloatColumn("float", floats, valid()), data.NewText("text", codes, texts, valid()),
		data.NewInts("v", data.Int, 0, v, valid()), data.NewFloatColumn("x", figures, valid()),
	})
}

// laterQuery makes a random pivot. Some pivots have fields on the columns.
func laterQuery(r *rand.Rand) query.Query {
	var q query.Query
	columns := []string{"wide", "narrow", "few", "float", "text"}
	r.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	rows := 1 + r.IntN(3)
	for _, c := range columns[:rows] {
		q.Rows = append(q.Rows, query.Field{Column: c})
	}
	if r.IntN(2) == 0 {
		for _, c := range columns[rows:][:1+r.IntN(2)] {
			q.Cols = append(q.Cols, query.Field{Column: c})
		}
	}
	measures := []query.Measure{
		{Func: query.Count}, {Func: query.Sum, Column: "v"}, {Func: query.Min, Column: "v"},
		{Func: query.Avg, Column: "x"}, {Func: query.Sum, Column: "x"},
		{Func: query.First, Column: "v"}, {Func: query.Last, Column: "x"}, {Func: query.Stddev, Column: "x"},
		{Func: query.Max, Column: "wide"}, {Func: query.Mode, Column: "v"}, {Func: query.Stddev, Column: "v"},
		{Func: query.Median, Column: "v"}, {Func: query.Distinct, Column: "text"}, {Func: query.Max, Column: "text"},
	}
	r.Shuffle(len(measures), func(i, j int) { measures[i], measures[j] = measures[j], measures[i] })
	q.Values = measures[:1+r.IntN(2)]
	if r.IntN(4) == 0 {
		q.Values = append(q.Values, query.Measure{Func: query.Count,
			Show: query.Show{Kind: []query.ShowKind{query.PctTotal, query.PctParentRow, query.PctCol,
				query.Index, query.PctRow, query.PctParentCol}[r.IntN(6)]}})
	}
	for f := range q.Rows {
		switch r.IntN(4) {
		case 0:
			q.Sorts = append(q.Sorts, query.Sort{Field: f, Value: query.ByLabel, Desc: r.IntN(2) == 0})
		case 1:
			by := query.Sort{Field: f, Value: r.IntN(len(q.Values)), Desc: r.IntN(2) == 0}
			if len(q.Cols) > 0 && q.Cols[0].Column == "few" {
				by.At = []query.Literal{{Text: "3"}}
			}
			q.Sorts = append(q.Sorts, by)
		case 2:
			q.Sorts = append(q.Sorts, query.Sort{Field: f, Value: query.ByUnshown, By: query.Measure{Func: query.Max,
				Column: "v"}, Desc: r.IntN(2) == 0})
		}
	}
	for f := range q.Cols {
		if r.IntN(3) == 0 {
			q.Sorts = append(q.Sorts, query.Sort{Cols: true, Field: f, Value: query.ByLabel, Desc: true})
		}
	}
	q.Layout.ValuesOnRows, q.Layout.TotalsFirst = r.IntN(3) == 0, r.IntN(3) == 0
	if r.IntN(3) == 0 {
		q.Layout.NoSubtotals = q.Rows[:1]
	}
	q.Layout.Totals = query.Totals(r.IntN(4))
	return q
}

// TestLater compares pivots that order some rows later with pivots that order all rows at once. It compares the
// cells in any order of reading, the paths of the nodes, and the answers of the axis.
func TestLater(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	ctx, unready, beside := context.Background(), 0, 0
	seeds := uint64(250)
	if testing.Short() { // under the race detector
		seeds = 50
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 47))
		q, rows := laterQuery(r), 1+r.IntN(2000)
		switch {
		case len(q.Cols) > 0: // keeps the number of cells small
			rows = 1 + rows/5
		case seed%20 == 0:
			rows = 30_000
		}
		table := laterTable(r, rows)
		if r.IntN(4) == 0 {
			q.Filter = &query.Expr{Op: query.Eq, Field: query.Field{Column: "v"}, Values: []query.Literal{{Text: "1"}}}
		}
		var answers []*pivot.Crosstab
		for _, from := range []int{1, math.MaxInt} {
			restore := pivot.OrderLater(from, 1+r.IntN(300))
			a, err := e.Pivot(ctx, table, q, engine.RunOptions{Threads: 1 + r.IntN(3)})
			restore()
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			answers = append(answers, a.Tab)
		}
		got, want := answers[0], answers[1]
		var folds pivot.Folds
		if r.IntN(3) == 0 && len(q.Rows) > 1 {
			folds.RowsOf = q.Rows[0]
		}
		g, w := got.Grid(folds), want.Grid(folds)
		if g.Rows != w.Rows || g.Cols != w.Cols {
			t.Fatalf("seed %d, %v: %d rows of %d cells, not %d of %d", seed, q, g.Rows, g.Cols, w.Rows, w.Cols)
		}
		same := func(row int) {
			t.Helper()
			for col := range g.Cols {
				x, y := g.Cell(row, col), w.Cell(row, col)
				if x.Text() != y.Text() || x.Fold != y.Fold || x.Repeat != y.Repeat || x.Blank != y.Blank ||
					x.Total != y.Total || x.Node != y.Node || x.Role != y.Role {
					t.Fatalf("seed %d, %v: row %d is %+v, not %+v", seed, q, row, x, y)
				}
			}
			if row >= g.HeaderRows && (!slices.Equal(got.Rows.Words(g.RowNode(row)), want.Rows.Words(w.RowNode(row))) ||
				g.HasFigures(row) != w.HasFigures(row)) {
				t.Fatalf("seed %d, %v: row %d is of %v, not of %v", seed, q, row, got.Rows.Words(g.RowNode(row)),
					want.Rows.Words(w.RowNode(row)))
			}
		}
		if !slices.Equal(g.Arrows(), w.Arrows()) {
			t.Fatalf("seed %d, %v: arrows %v, not %v", seed, q, g.Arrows(), w.Arrows())
		}
		for row := range g.Rows {
			if !g.Ready(row) {
				unready++
				beside += min(len(q.Cols), 1)
				break
			}
			same(row)
		}
		switch r.IntN(3) {
		case 0:
			ended, cancel := context.WithCancel(ctx)
			cancel()
			if err := g.Order(ended); err != nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if err := g.Order(ctx); err != nil || !g.Ready(g.Rows-1) {
				t.Fatalf("seed %d: the order is not made: %v", seed, err)
			}
		case 1:
			if ok, err := got.Same(ctx, want); err != nil || !ok {
				t.Fatalf("seed %d, %v: the answers differ: %v", seed, q, err)
			}
		}
		for range 20 {
			same(r.IntN(g.Rows))
		}
		for row := range g.Rows {
			same(row)
		}
		if !slices.Equal(got.Rows.Leaves(), want.Rows.Leaves()) || got.Rows.Len() != want.Rows.Len() {
			t.Fatalf("seed %d, %v: the leaves differ", seed, q)
		}
		compareValues(t, fmt.Sprint("seed ", seed), g)
	}
	if uint64(unready) < seeds*2/5 || uint64(beside) < seeds/10 {
		t.Errorf("%d pivots alone had rows to order later, %d of them with columns", unready, beside)
	}
}

// TestLaterAtOnce lets several goroutines read rows that are ordered later.
func TestLaterAtOnce(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	r := rand.New(rand.NewPCG(5, 5))
	a, err := e.Pivot(context.Background(), laterTable(r, 1000), query.Query{Rows: []query.Field{{Column: "wide"}},
		Values: []query.Measure{{Func: query.Count}}}, engine.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g := a.Tab.Grid(pivot.Folds{})
	texts := make(chan string)
	for range 4 {
		go func() {
			c := g.Cell(g.Rows-2, 0)
			texts <- c.Text()
		}()
	}
	want := <-texts
	for range 3 {
		if got := <-texts; got != want {
			t.Errorf("%q and %q", got, want)
		}
	}
}

// TestLaterWithinMemory orders rows with too little memory.
func TestLaterWithinMemory(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	r := rand.New(rand.NewPCG(5, 6))
	a, err := e.Pivot(context.Background(), laterTable(r, 30_000), query.Query{Rows: []query.Field{{Column: "wide"}},
		Values: []query.Measure{{Func: query.Count}}}, engine.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g := a.Tab.Grid(pivot.Folds{})
	memory.SetLimit(1 << 10)
	defer memory.SetLimit(0)
	for _, order := range []func(context.Context) error{g.Order, a.Tab.Order} {
		if err := order(context.Background()); err == nil || !strings.Contains(err.Error(), "keep a top") {
			t.Errorf("ordered within a kilobyte: %v", err)
		}
	}
	memory.SetLimit(0)
	if err := g.Order(context.Background()); err != nil || !g.Ready(g.Rows-1) {
		t.Error(err)
	}
}

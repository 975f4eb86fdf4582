package pivot_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestMarks compares what the conditional formats show with the cells of a grid with all labels open, level by
// level.
func TestMarks(t *testing.T) {
	region, city, year := query.Field{Column: "region"}, query.Field{Column: "city"}, query.Field{Column: "year"}
	shows := []query.Show{{}, {Kind: query.PctRow}, {Kind: query.DiffPrev, Along: query.AlongCols},
		{Kind: query.Running}, {Kind: query.Rank}}
	sets := []query.Query{
		{Rows: []query.Field{region, city}, Cols: []query.Field{year}},
		{Rows: []query.Field{region}},
		{Cols: []query.Field{year, region}},
		{Rows: []query.Field{city}, Cols: []query.Field{year},
			Tops: []query.TopN{{N: 1, By: query.Measure{Func: query.Sum, Column: "n"}, Others: true}}},
	}
	for _, q := range sets {
		for _, show := range shows {
			for _, m := range query.OfferedMarks {
				if m.Counts() {
					m.N = 2
				}
				for _, down := range []bool{false, true} {
					q.Layout.ValuesOnRows = down
					q.Values = []query.Measure{{Func: query.Sum, Column: "n", Show: show, Marks: query.MarkList(m)},
						{Func: query.Count}}
					t.Run(fmt.Sprintf("%v by %v, %v, %v, %t", q.Rows, q.Cols, show.Kind, m.Title(), down),
						func(t *testing.T) { checkMarks(t, answer(t, q)) })
				}
			}
		}
	}
}

// TestMarksByAnotherMeasure compares the formats of a measure that goes by another one with the other's own formats.
func TestMarksByAnotherMeasure(t *testing.T) {
	region, city, year := query.Field{Column: "region"}, query.Field{Column: "city"}, query.Field{Column: "year"}
	rome := pivot.Folds{Rows: map[string]bool{pivot.PathKey([]data.Value{data.TextValue("EU")}): true}}
	for _, show := range []query.Show{{}, {Kind: query.PctRow}, {Kind: query.Running}} {
		for _, m := range query.OfferedMarks[1:] {
			for _, down := range []bool{false, true} {
				for _, folds := range []pivot.Folds{{}, rome} {
					q := query.Query{Rows: []query.Field{region, city}, Cols: []query.Field{year}}
					q.Layout.ValuesOnRows = down
					other := query.Measure{Func: query.Sum, Column: "n", Show: show}
					by := m
					by.By = other.Reference()
					other.Marks = query.MarkList(m)
					q.Values = []query.Measure{other, {Func: query.Count, Marks: query.MarkList(by)}}
					checkSameMarks(t, answer(t, q).Grid(folds), m)
				}
			}
		}
	}
}

func checkSameMarks(t *testing.T, g *pivot.Grid, m query.Mark) {
	t.Helper()
	var seen [2][]mark.Cell
	for row := g.HeaderRows; row < g.Rows; row++ {
		for col := g.LabelCols; col < g.Cols; col++ {
			c := g.Cell(row, col)
			of, _ := g.Measure(row, col)
			seen[of] = append(seen[of], c.Mark)
		}
	}
	marked := slices.ContainsFunc(seen[0], func(c mark.Cell) bool { return !c.IsZero() })
	if !slices.Equal(seen[0], seen[1]) || !marked {
		t.Errorf("%s: %v by another measure, %v of its own", m, seen[1], seen[0])
	}
}

// checkMarks compares the innermost cells of the first measure.
func checkMarks(t *testing.T, tab *pivot.Crosstab) {
	t.Helper()
	m := tab.Measures[0].Marks[0]
	g := tab.Grid(pivot.Folds{})
	var figures []float64
	others := func(row, col int) bool {
		return slices.ContainsFunc(tab.Rows.Words(g.RowNode(row)), isOthers) ||
			slices.ContainsFunc(tab.Cols.Words(g.ColNode(col)), isOthers)
	}
	each := func(do func(c pivot.Cell, compared bool)) {
		for row := g.HeaderRows; row < g.Rows; row++ {
			for col := g.LabelCols; col < g.Cols; col++ {
				c := g.Cell(row, col)
				measure, figures := g.Measure(row, col)
				do(c, c.Role == pivot.Body && figures && measure == 0 && !c.Total && !others(row, col) &&
					!c.Value.IsNull())
			}
		}
	}
	each(func(c pivot.Cell, compared bool) {
		if x, ok := c.Value.Number(); ok && compared {
			figures = append(figures, x)
		}
	})
	slices.Sort(figures)
	n, total := len(figures), 0.0
	for _, x := range figures {
		total += x
	}
	each(func(c pivot.Cell, compared bool) {
		x, _ := c.Value.Number()
		want := compared
		switch k := min(m.N, n); {
		case !compared:
		case m.Kind == query.Bars:
			want = figures[0] < 0 || figures[n-1] > 0
		case m.Kind == query.Most:
			want = x >= figures[n-k]
		case m.Kind == query.Least:
			want = x <= figures[k-1]
		case m.Kind == query.Above:
			want = x > total/float64(n)+1e-12
		case m.Kind == query.Below:
			want = x < total/float64(n)-1e-12
		}
		if got := !c.Mark.IsZero(); got != want {
			t.Errorf("%s among %v is marked: %t", c.Text(), figures, got)
		}
		if want && m.Kind == query.Bars {
			low, high := min(figures[0], 0), max(figures[n-1], 0)
			if math.Abs(c.Mark.To-c.Mark.From-x/(high-low)) > 1e-12 {
				t.Errorf("the bar of %v among %v goes from %v to %v", x, figures, c.Mark.From, c.Mark.To)
			}
		}
	})
}

// TestMarksOfSparseCells compares cells of which most do not occur.
func TestMarksOfSparseCells(t *testing.T) {
	const rows = 900
	r, k, n := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	for i := range rows {
		r[i], k[i], n[i] = int64(i*i%397), int64(i*7%401), int64(i*7919%1009)-300
	}
	tab := data.NewTable("t", []*data.Column{data.NewInts("r", data.Int, 0, r, nil), data.NewInts("k", data.Int, 0, k,
		nil), data.NewInts("n", data.Int, 0, n, nil)})
	for _, show := range []query.Show{{}, {Kind: query.PctCol}, {Kind: query.DiffPrev}} {
		for _, m := range []query.Mark{{Kind: query.Bars}, {Kind: query.Most, N: 7}} {
			q := query.Query{
				Rows: []query.Field{{Column: "r"}}, Cols: []query.Field{{Column: "k"}},
				Values: []query.Measure{{Func: query.Sum, Column: "n", Show: show, Marks: query.MarkList(m)}},
				Tops:   []query.TopN{{N: 250, By: query.Measure{Func: query.Sum, Column: "n"}, Others: true}},
			}
			a, err := engine.New(engine.Options{NoGPU: true}).Pivot(context.Background(), tab, q, engine.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			checkMarks(t, a.Tab)
		}
	}
}

func isOthers(word string) bool { return strings.HasPrefix(word, "Others") }

// TestMarksOfFoldedLabels compares a folded label with the labels beside it, and not with the cells of the open ones.
func TestMarksOfFoldedLabels(t *testing.T) {
	tab := answer(t, query.Query{
		Rows:   []query.Field{{Column: "region"}, {Column: "city"}},
		Values: []query.Measure{{Func: query.Sum, Column: "n", Marks: query.MarkList(query.Mark{Kind: query.Bars})}},
	})
	for folded, want := range map[string]string{
		"":   "Oslo 0.22 Rome 0.56 EU total 0.00 Boston 1.00 (blank) 0.56 US total 0.00 Total 0.00",
		"EU": "EU 0.50 Boston 1.00 (blank) 0.56 US total 0.00 Total 0.00",
	} {
		g := tab.Grid(pivot.Folds{Rows: map[string]bool{pivot.PathKey([]data.Value{data.TextValue(folded)}): true}})
		var got []string
		for row := g.HeaderRows; row < g.Rows; row++ {
			label, inner, figure := g.Cell(row, 0), g.Cell(row, 1), g.Cell(row, 2)
			if !inner.Empty() {
				label = inner
			}
			got = append(got, fmt.Sprintf("%s %.2f", label.Text(), figure.Mark.To))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("with %q folded: %s", folded, strings.Join(got, " "))
		}
	}
}

// TestMarked gives an answer other formats, and stops.
func TestMarked(t *testing.T) {
	tab := answer(t, query.Query{Rows: []query.Field{{Column: "city"}},
		Values: []query.Measure{{Func: query.Sum, Column: "n"}}})
	values := slices.Clone(tab.Query.Values)
	values[0].Marks = query.MarkList(query.Mark{Kind: query.Most, N: 1})
	marked, err := tab.Marked(context.Background(), values)
	if err != nil {
		t.Fatal(err)
	}
	if c := marked.Grid(pivot.Folds{}).Cell(1, 1); c.Mark.Fill == mark.None || c.Value.String() != "9" ||
		tab.Measures[0].Marks[0].Highlights() {
		t.Errorf("%+v", c)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := tab.Marked(ctx, values); err == nil {
		t.Error("formats of an ended context are worked out")
	}
}

// TestTooManyExtents compares the figures of each of more rows than have an extent each: a remark says so, once, as
// long as a format asks for it, and the other formats are shown.
func TestTooManyExtents(t *testing.T) {
	keys := make([]int64, 100_001)
	for i := range keys {
		keys[i] = int64(i)
	}
	one, all := query.Mark{Kind: query.Bars, Per: query.PerRow}, query.Mark{Kind: query.Most, N: 1}
	q := query.Query{Rows: []query.Field{{Column: "k"}}, Values: []query.Measure{{Func: query.Sum, Column: "k",
		Marks: query.MarkList(one, query.Mark{Kind: query.Icons, N: 3, Per: query.PerGroup})}}}
	a, err := engine.New(engine.Options{NoGPU: true}).Pivot(context.Background(), &data.Table{Rows: len(keys),
		Columns: []*data.Column{data.NewInts("k", data.Int, 0, keys, nil)}}, q, engine.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tab := a.Tab
	for _, tc := range []struct {
		marks   query.Marks
		remarks int
	}{{tab.Query.Values[0].Marks, 1}, {query.MarkList(one, all), 1}, {query.MarkList(all), 0}} {
		values := slices.Clone(tab.Query.Values)
		values[0].Marks = tc.marks
		if tab, err = tab.Marked(context.Background(), values); err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, text := range tab.Remarks {
			if strings.Contains(text, "at most 100,000 rows or columns apart") {
				said++
			}
		}
		if shown := tab.Grid(pivot.Folds{}).Cell(100_001, 1).Mark; said != tc.remarks || shown.Bar ||
			(shown.Fill == mark.Good) != tc.marks.Has(all) {
			t.Errorf("%s: %d remarks, %+v", tc.marks, said, shown)
		}
	}
}

// BenchmarkMarked computes data bars of 3 million cells, of which one in three occurs. It also computes them for the
// same cells as shares of their rows.
func BenchmarkMarked(b *testing.B) {
	const rows, cols = 1_000_000, 3
	codes, years, n := make([]int64, rows), make([]int64, rows), make([]int64, rows)
	for i := range codes {
		codes[i], years[i], n[i] = int64(i), int64(i%cols), int64(i*7919%100_003)-30_000
	}
	t := data.NewTable("t", []*data.Column{
		data.NewInts("id", data.Int, 0, codes, nil), data.NewInts("year", data.Int, 0, years, nil),
		data.NewInts("n", data.Int, 0, n, nil),
	})
	for _, show := range []query.ShowKind{query.AsIs, query.PctCol} {
		q := query.Query{Rows: []query.Field{{Column: "id"}}, Cols: []query.Field{{Column: "year"}},
			Values: []query.Measure{{Func: query.Sum, Column: "n", Show: query.Show{Kind: show}}}}
		a, err := engine.New(engine.Options{NoGPU: true}).Pivot(context.Background(), t, q, engine.RunOptions{})
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range query.OfferedMarks {
			values := slices.Clone(q.Values)
			values[0].Marks = query.MarkList(m)
			b.Run(string(show)+"/"+m.Title(), func(b *testing.B) {
				for b.Loop() {
					if _, err := a.Tab.Marked(context.Background(), values); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

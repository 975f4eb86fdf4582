package pivot_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestOrders compares the order of every field, and what a top keeps, with an answer without sorts and tops whose
// figures are sorted here.
func TestOrders(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	r := rand.New(rand.NewPCG(16, 2))
	measures := []query.Measure{
		{Func: query.Sum, Column: "money"}, {Func: query.Avg, Column: "n"}, {Func: query.Sum, Column: "n",
			Show: query.Show{Kind: query.PctRow}}, {Func: query.Count, Show: query.Show{Kind: query.Rank}},
		{Func: query.Sum, Column: "f", Show: query.Show{Kind: query.PctParentRow}}, {Func: query.Sum, Column: "money",
			Show: query.Show{Kind: query.PctTotal}}, {Func: query.Min, Column: "f"},
	}
	for i := range 200 {
		cols := r.Int64N(6) + 1
		table := wide(r, 1+r.IntN(400), 1+r.Int64N(6), 1+r.Int64N(12), cols)
		plain := query.Query{Rows: []query.Field{{Column: "outer"}, {Column: "inner"}},
			Cols: []query.Field{{Column: "across"}}, Values: measures}
		q := plain
		for f := range q.Rows {
			if r.IntN(4) > 0 {
				s := query.Sort{Field: f, Value: r.IntN(len(measures)+1) - 1, Desc: r.IntN(2) > 0}
				if s.Value != query.ByLabel && r.IntN(3) > 0 {
					s.At = []query.Literal{{Text: fmt.Sprint(r.Int64N(cols) - cols/3)}}
				}
				q.Sorts = append(q.Sorts, s)
			}
			if r.IntN(2) > 0 {
				q.Tops = append(q.Tops, query.TopN{Field: f, N: 1 + r.IntN(8), By: query.Measure{Func: query.Sum,
					Column: "f"}, Bottom: r.IntN(3) == 0})
			}
		}
		got, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		plain.Values = withFigures(measures)
		whole, err := e.Pivot(context.Background(), table, plain, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if want := expected(whole.Tab, q, 0, ""); !slices.Equal(drawn(got.Tab), want) {
			t.Fatalf("case %d, sorts %+v, tops %+v:\n%q\nwant\n%q", i, q.Sorts, q.Tops, drawn(got.Tab), want)
		}
	}
}

// drawn lists the labels of the rows in their order, with the labels left out after those of each parent.
func drawn(tab *pivot.Crosstab) []string {
	var out []string
	g := tab.Grid(pivot.Folds{})
	for row := g.HeaderRows; row < g.Rows; row++ {
		text := ""
		for col := range g.LabelCols {
			text += "/" + words(g.Cell(row, col))
		}
		out = append(out, text)
	}
	return out
}

// words returns the text of a label cell.
func words(c pivot.Cell) string {
	if c.Own {
		return c.Value.Text
	}
	return pivot.Label(c.Value)
}

// expected returns what drawn should return for the rows under a node. It sorts and limits an answer without sorts
// and tops.
func expected(tab *pivot.Crosstab, q query.Query, n int, path string) []string {
	depth := tab.Rows.Depth(n)
	if depth == len(q.Rows) {
		return []string{path}
	}
	var children []int
	for c := range tab.Rows.Len() {
		if tab.Rows.Parent(c) == n {
			children = append(children, c)
		}
	}
	all := len(children)
	for _, top := range q.Tops {
		if top.Field == depth {
			by := placeOf(tab, top.By)
			kept := ranked(children, !top.Bottom, func(c int) data.Value { return tab.Cell(c, 0, by) })
			kept = kept[:min(top.N, all)]
			children = slices.DeleteFunc(children, func(c int) bool { return !slices.Contains(kept, c) })
		}
	}
	for _, s := range q.Sorts {
		if s.Field != depth {
			continue
		}
		figure := tab.Rows.Label
		if s.Value != query.ByLabel {
			col, _ := tab.Cols.Find(s.At)
			figure = func(c int) data.Value { return tab.Cell(c, col, s.Value) }
			made := placeOf(tab, tab.Measures[s.Value].Figure())
			children = ranked(children, s.Desc, func(c int) data.Value { return tab.Cell(c, col, made) })
		}
		children = ranked(children, s.Desc, figure)
	}
	var out []string
	for _, c := range children {
		out = append(out, expected(tab, q, c, path+"/"+pivot.Label(tab.Rows.Label(c)))...)
	}
	total, blank := "Total", strings.Repeat("/(blank)", len(q.Rows)-depth-1)
	if depth > 0 {
		total = pivot.Label(tab.Rows.Label(n)) + " total"
	}
	if left := all - len(children); left > 0 {
		out = append(out, fmt.Sprintf("%s/%d more not shown%s", path, left, strings.Repeat("/", len(q.Rows)-depth-1)))
		total += fmt.Sprintf(" of all %d", all)
	}
	if depth == 0 {
		return append(out, "/"+total+blank)
	}
	return append(out, "/"+total+"/(blank)"+blank)
}

// withFigures appends to measures the plain figures of those that are shown in another way.
func withFigures(measures []query.Measure) []query.Measure {
	all := slices.Clone(measures)
	for _, m := range measures {
		if !slices.Contains(all, m.Figure()) {
			all = append(all, m.Figure())
		}
	}
	return all
}

// placeOf returns the index of a measure among the measures of an answer.
func placeOf(tab *pivot.Crosstab, m query.Measure) int {
	return slices.IndexFunc(tab.Measures, func(o pivot.Measure) bool { return o.Measure == m })
}

// ranked sorts nodes by their figures. Nodes without a figure come last, and equal nodes keep their order.
func ranked(nodes []int, desc bool, figure func(int) data.Value) []int {
	blank := func(n int) int {
		if v := figure(n); v.IsNull() || math.IsNaN(v.Float) {
			return 1
		}
		return 0
	}
	nodes = slices.Clone(nodes)
	slices.SortStableFunc(nodes, func(a, b int) int {
		switch x, y := blank(a), blank(b); {
		case x != y:
			return x - y
		case x == 1:
			return 0
		case desc:
			a, b = b, a
		}
		return data.Compare(figure(a), figure(b))
	})
	return nodes
}

// TestSortByARunningTotal sorts by a running total, which then adds up in the order of the labels. Otherwise it adds
// up in the order of the rows.
func TestSortByARunningTotal(t *testing.T) {
	running := query.Measure{Func: query.Sum, Column: "n", Show: query.Show{Kind: query.Running}}
	q := query.Query{Rows: []query.Field{{Column: "city"}}, Values: []query.Measure{running,
		{Func: query.Sum, Column: "n"}}}
	for value, want := range []string{
		"city | Sum of n, running total down rows | Sum of n\n | 21 | 5\nRome | 16 | 5\nOslo | 11 | 2\nBoston | 9 | " +
			"9\nTotal | ! | 21!\n",
		"city | Sum of n, running total down rows | Sum of n\nBoston | 9 | 9\nRome | 14 | 5\n | 19 | 5\nOslo | 21 | " +
			"2\nTotal | ! | 21!\n",
	} {
		q.Sorts = []query.Sort{{Value: value, Desc: true}}
		if got := draw(answer(t, q).Grid(pivot.Folds{})); got != want {
			t.Errorf("by value %d:\n%swant\n%s", value, got, want)
		}
	}
}

// TestSortByAColumnThatIsNotThere sorts by a column that does not occur. The total over the column decides.
func TestSortByAColumnThatIsNotThere(t *testing.T) {
	q := query.Query{Rows: []query.Field{{Column: "city"}}, Cols: []query.Field{{Column: "year"}, {Column: "region"}},
		Values: []query.Measure{{Func: query.Sum, Column: "n"}}}
	text := func(labels ...string) (path []query.Literal) {
		for _, l := range labels {
			path = append(path, query.Literal{Text: l})
		}
		return path
	}
	for _, c := range []struct {
		at    []query.Literal
		col   string
		found bool
	}{{nil, "[]", true}, {text("2024"), "[2024]", true}, {text("2024", "EU"), "[2024 EU]", true},
		{text("2024", "Asia"), "[2024]", false}, {text("2025", "EU"), "[]", false}} {
		q.Sorts = []query.Sort{{At: c.at, Desc: true}}
		tab := answer(t, q)
		o := tab.Orders[0]
		var path []string
		for _, v := range tab.Cols.Path(o.Node) {
			path = append(path, v.String())
		}
		if fmt.Sprint(path) != c.col || o.Found != c.found {
			t.Errorf("%v: by column %v, found %v", c.at, path, o.Found)
		}
		for i := range tab.Rows.Leaves()[1:] {
			a, b := tab.Cell(tab.Rows.Leaves()[i], o.Node, 0), tab.Cell(tab.Rows.Leaves()[i+1], o.Node, 0)
			if !b.IsNull() && data.Compare(a, b) < 0 {
				t.Errorf("%v: %v before %v", c.at, a, b)
			}
		}
	}
}

// BenchmarkSortMillion sorts a million labels by an exact sum, and keeps the ten greatest.
func BenchmarkSortMillion(b *testing.B) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	const n = 1_000_000
	keys, values := make([]int64, n), make([]int64, n)
	for i := range keys {
		keys[i], values[i] = int64(i), int64(i)*7919%n
	}
	table := data.NewTable("million", []*data.Column{data.NewInts("k", data.Int, 0, keys, nil),
		data.NewInts("v", data.Int, 0, values, nil)})
	q := query.Query{Rows: []query.Field{{Column: "k"}}, Values: []query.Measure{{Func: query.Sum, Column: "v"}}}
	share := q
	share.Values = []query.Measure{{Func: query.Sum, Column: "v", Show: query.Show{Kind: query.PctTotal}}}
	share.Sorts = []query.Sort{{Desc: true}}
	sorted, top := q, q
	sorted.Sorts = share.Sorts
	top.Tops = []query.TopN{{N: 10, By: q.Values[0]}}
	for _, c := range []struct {
		name string
		q    query.Query
	}{{"labels", q}, {"sum", sorted}, {"share", share}, {"top", top}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Pivot(context.Background(), table, c.q, engine.RunOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestColumnOrders compares the order of column labels with sorting the figures of an answer without sorts. Columns
// are sorted by totals, by a row's figures and by hand. Rows are sorted by a column at the same time.
func TestColumnOrders(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	r := rand.New(rand.NewPCG(18, 2))
	measures := []query.Measure{{Func: query.Sum, Column: "money"}, {Func: query.Avg, Column: "n"},
		{Func: query.Sum, Column: "n", Show: query.Show{Kind: query.PctRow}}}
	for i := range 150 {
		table := wide(r, 1+r.IntN(400), 1+r.Int64N(6), 1+r.Int64N(8), 1+r.Int64N(30))
		plain := query.Query{Rows: fields("outer"), Cols: fields("inner", "across"), Values: withFigures(measures)}
		whole, err := e.Pivot(context.Background(), table, plain, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		q, tab := plain, whole.Tab
		row, col := r.IntN(tab.Rows.Len()), r.IntN(tab.Cols.Len())
		literals := func(path []data.Value) (out []query.Literal) {
			for _, v := range path {
				out = append(out, query.Literal{Text: v.String(), Null: v.IsNull()})
			}
			return out
		}
		byRow := query.Sort{Cols: true, Field: 1, Value: r.IntN(3), At: literals(tab.Rows.Path(row)),
			Desc: r.IntN(2) > 0}
		q.Sorts = []query.Sort{{Value: r.IntN(3), At: literals(tab.Cols.Path(col)), Desc: r.IntN(2) > 0}, byRow}
		hand := query.Sort{Cols: true, Value: query.ByHand}
		for n := range tab.Cols.Len() {
			if tab.Cols.Depth(n) == 1 && r.IntN(3) == 0 {
				hand.Hand = append(literals(tab.Cols.Path(n)), hand.Hand...)
			}
		}
		q.Sorts = append(q.Sorts, hand)
		got, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		children := func(n int) (out []int) {
			for c := range tab.Cols.Len() {
				if tab.Cols.Parent(c) == n {
					out = append(out, c)
				}
			}
			return out
		}
		place := func(n int) int {
			for at, l := range hand.Hand {
				if v := tab.Cols.Label(n); l.Null == v.IsNull() && l.Text == v.String() {
					return at
				}
			}
			return len(hand.Hand)
		}
		outer := children(0)
		slices.SortStableFunc(outer, func(x, y int) int { return place(x) - place(y) })
		for _, n := range outer {
			want = append(want, pathText(tab.Cols.Path(n)))
			made := ranked(children(n), byRow.Desc, func(c int) data.Value {
				return tab.Cell(row, c, placeOf(tab, measures[byRow.Value].Figure()))
			})
			for _, c := range ranked(made, byRow.Desc, func(c int) data.Value {
				return tab.Cell(row, c, byRow.Value)
			}) {
				want = append(want, pathText(tab.Cols.Path(c)))
			}
		}
		var have []string
		for n := range got.Tab.Cols.Len() - 1 {
			have = append(have, pathText(got.Tab.Cols.Path(n+1)))
		}
		if !slices.Equal(have, want) {
			t.Fatalf("case %d, sorts %+v: %q, want %q", i, q.Sorts, have, want)
		}
		var rows, wantRows []string
		byCol := q.Sorts[0]
		for n := range got.Tab.Rows.Len() - 1 {
			rows = append(rows, pathText(got.Tab.Rows.Path(n+1)))
		}
		made := ranked(tab.Rows.Leaves(), byCol.Desc, func(n int) data.Value {
			return tab.Cell(n, col, placeOf(tab, measures[byCol.Value].Figure()))
		})
		for _, n := range ranked(made, byCol.Desc, func(n int) data.Value { return tab.Cell(n, col, byCol.Value) }) {
			wantRows = append(wantRows, pathText(tab.Rows.Path(n)))
		}
		if !slices.Equal(rows, wantRows) {
			t.Fatalf("case %d, sorts %+v: %q, want %q", i, q.Sorts, rows, wantRows)
		}
		for _, o := range got.Tab.Orders {
			axis, at := &got.Tab.Cols, &tab.Cols
			node := col
			if o.Cols {
				axis, at, node = &got.Tab.Rows, &tab.Rows, row
			}
			if o.Value >= 0 && pathText(axis.Path(o.Node)) != pathText(at.Path(node)) {
				t.Fatalf("case %d: the order leads to %s", i, pathText(axis.Path(o.Node)))
			}
		}
	}
}

// TestSortAlongAnOuterField sorts inner labels by a comparison with the next outer label. The next label is the next
// on the screen, whose own order nothing else decides. If such a measure sorts the outer labels themselves, the next
// label is next in the order of the labels, for all figures.
func TestSortAlongAnOuterField(t *testing.T) {
	e := engine.New(engine.Options{NoGPU: true})
	defer e.Close()
	sum := query.Measure{Func: query.Sum, Column: "n"}
	next := sum
	next.Show = query.Show{Kind: query.DiffNext, Of: query.Field{Column: "outer"}}
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 63))
		table := wide(r, 20+r.IntN(200), 2+r.Int64N(5), 2+r.Int64N(5), 2)
		q := query.Query{Rows: fields("outer", "inner"), Values: []query.Measure{sum, next}}
		q.Sorts = []query.Sort{{Value: []int{query.ByLabel, 0, 1}[seed%3], Desc: r.IntN(3) > 0},
			{Field: 1, Value: 1, Desc: r.IntN(2) > 0}}
		inner := q.Sorts[1]
		if seed%5 == 0 { // the outer labels ascend
			q.Sorts = q.Sorts[1:]
		}
		a, err := e.Pivot(context.Background(), table, q, engine.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		rows := &a.Tab.Rows
		var outer []string // in the order in which a label is the next one
		figures := map[string]data.Value{}
		for n := range rows.Len() {
			words := rows.Words(n)
			figures[strings.Join(words, "\n")] = a.Tab.Cell(n, 0, 0)
			if len(words) == 1 {
				outer = append(outer, words[0])
			}
		}
		if len(q.Sorts) == 2 && q.Sorts[0].Value == 1 {
			slices.SortFunc(outer, func(a, b string) int { return number(a) - number(b) })
		}
		before := map[string]data.Value{} // by outer label, the last figure
		for n := range rows.Len() {
			words := rows.Words(n)
			if len(words) == 0 {
				continue
			}
			want := ""
			if at := slices.Index(outer, words[0]) + 1; at < len(outer) {
				own := figures[strings.Join(words, "\n")]
				if other, there := figures[strings.Join(append([]string{outer[at]}, words[1:]...), "\n")]; there &&
					!(own.IsNull() && other.IsNull()) {
					want = fmt.Sprint(number(own.String()) - number(other.String()))
				}
			}
			got := a.Tab.Cell(n, 0, 1)
			if got.String() != want {
				t.Fatalf("seed %d, sorts %+v: %q of %q, want %q", seed, q.Sorts, got.String(), words, want)
			}
			if last, there := before[words[0]]; len(words) == 2 && there && (last.IsNull() && !got.IsNull() ||
				!got.IsNull() && last != got && (data.Compare(last, got) > 0) != inner.Desc) {
				t.Fatalf("seed %d, sorts %+v: %q after %q, at %q", seed, q.Sorts, got.String(), last.String(), words)
			}
			if len(words) == 2 {
				before[words[0]] = got
			}
		}
	}
}

// number reads a whole number, 0 if the text has none.
func number(text string) int {
	n, _ := strconv.Atoi(strings.Trim(text, `"`))
	return n
}

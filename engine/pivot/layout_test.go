package pivot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// lined is a line of a grid as a reference expects it.
type lined struct {
	node, measure int
	labels        []string
}

// linesOf lists the lines of the nodes below a node, by recursion.
func linesOf(a *pivot.Axis, node int, l query.Layout, grand bool, folded map[string]bool, measures int) (out []lined) {
	depth := a.Depth(node)
	var labels []string
	for _, v := range a.Path(node) {
		labels = append(labels, pivot.Label(v))
	}
	own := func(text string) {
		for m := range measures {
			at := slices.Clone(labels)
			switch {
			case text != "" && depth == 0:
				at = []string{"Total"}
			case text != "":
				at[depth-1] += " total"
			}
			for len(at) < len(a.Fields) {
				at = append(at, "")
			}
			out = append(out, lined{node, m, at})
		}
	}
	if depth == len(a.Fields) || depth > 0 && folded[pivot.PathKey(a.Path(node))] {
		own("")
		return out
	}
	total := depth == 0 && grand || depth > 0 && l.Subtotals(a.Fields[depth-1])
	if total && l.TotalsFirst {
		own("total")
	}
	for n := range a.Len() {
		if a.Parent(n) == node {
			out = append(out, linesOf(a, n, l, grand, folded, measures)...)
		}
	}
	if total && !l.TotalsFirst {
		own("total")
	}
	return out
}

// TestLayouts compares the grids of random layouts and folds with a reference: the labels of every line, and every
// figure.
func TestLayouts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	fields := []query.Field{{Column: "region"}, {Column: "city"}, {Column: "year"}}
	measures := []query.Measure{{Func: query.Sum, Column: "n"}, {Func: query.Count}, {Func: query.Avg, Column: "n"}}
	for i := range 200 {
		rng.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		onRows := rng.IntN(4)
		l := query.Layout{
			Totals: query.Totals(rng.IntN(4)), TotalsFirst: rng.IntN(2) == 0, RepeatLabels: rng.IntN(2) == 0,
			ValuesOnRows: rng.IntN(2) == 0,
		}
		for _, f := range fields {
			if rng.IntN(3) == 0 {
				l.NoSubtotals = append(l.NoSubtotals, f)
			}
		}
		q := query.Query{Rows: slices.Clone(fields[:onRows]), Cols: slices.Clone(fields[onRows:]),
			Values: measures[:1+rng.IntN(3)]}
		tab := answer(t, q)
		folds := pivot.Folds{Rows: map[string]bool{}, Cols: map[string]bool{}}
		fold := func(a *pivot.Axis, to map[string]bool) {
			for n := range a.Len() {
				if d := a.Depth(n); d > 0 && d < len(a.Fields) && rng.IntN(4) == 0 {
					to[pivot.PathKey(a.Path(n))] = true
				}
			}
		}
		fold(&tab.Rows, folds.Rows)
		fold(&tab.Cols, folds.Cols)
		g := tab.Lay(l, folds)
		down, across := 1, len(q.Values)
		if l.ValuesOnRows {
			down, across = across, down
		}
		rows := linesOf(&tab.Rows, 0, l, l.Totals.HasCols(), folds.Rows, down)
		cols := linesOf(&tab.Cols, 0, l, l.Totals.HasRows(), folds.Cols, across)
		about := fmt.Sprintf("%d: %+v", i, l)
		compareValues(t, about, g)
		if g.Rows != g.HeaderRows+len(rows) || g.Cols != g.LabelCols+len(cols) {
			t.Fatalf("%s: %d by %d cells, want %d by %d", about, g.Rows-g.HeaderRows, g.Cols-g.LabelCols,
				len(rows), len(cols))
		}
		for r, row := range rows {
			for d, label := range row.labels {
				c := g.Cell(g.HeaderRows+r, d)
				if c.Text() != label {
					t.Fatalf("%s: label %d of row %d is %q, want %q", about, d, r, c.Text(), label)
				}
				if again := r > 0 && slices.Equal(rows[r-1].labels[:d+1], row.labels[:d+1]); label != "" &&
					(c.Repeat != again || c.Blank != (again && !l.RepeatLabels)) {
					t.Fatalf("%s: label %d of row %d, %q: repeat %v, blank %v", about, d, r, label, c.Repeat, c.Blank)
				}
			}
			for k, col := range cols {
				m := row.measure + col.measure
				got, figure := g.Cell(g.HeaderRows+r, g.LabelCols+k), tab.Cell(row.node, col.node, m)
				if got.Value != figure {
					t.Fatalf("%s: the figure at %d, %d is %v, want %v", about, r, k, got.Value, figure)
				}
				if at, _ := g.Measure(g.HeaderRows+r, g.LabelCols+k); at != m {
					t.Fatalf("%s: measure %d at %d, %d, want %d", about, at, r, k, m)
				}
				if i, j := g.Place(g, g.HeaderRows+r, g.LabelCols+k); i != g.HeaderRows+r || j != g.LabelCols+k {
					t.Fatalf("%s: %d, %d is placed at %d, %d", about, r, k, i-g.HeaderRows, j-g.LabelCols)
				}
			}
		}
		for k, col := range cols {
			for d, label := range col.labels {
				row := d
				if len(q.Values) == 1 || l.ValuesOnRows {
					row++
				}
				if c := g.Cell(row, g.LabelCols+k); c.Text() != label {
					t.Fatalf("%s: label %d of column %d is %q, want %q", about, d, k, c.Text(), label)
				}
			}
		}
	}
}

// TestFoldToALevel folds all labels of a field and opens one of them again.
func TestFoldToALevel(t *testing.T) {
	region, city, year := query.Field{Column: "region"}, query.Field{Column: "city"}, query.Field{Column: "year"}
	tab := answer(t, query.Query{Rows: []query.Field{region, city, year}, Values: []query.Measure{{Func: query.Count}}})
	us := pivot.PathKey([]data.Value{data.TextValue("US")})
	for _, c := range []struct {
		folds pivot.Folds
		want  string
	}{
		{pivot.Folds{RowsOf: region}, "EU+ |  |  | 3!\nUS+ |  |  | 3!\nTotal |  |  | 6!\n"},
		{pivot.Folds{RowsOf: region, Rows: map[string]bool{us: true}}, "EU+ |  |  | 3!\nUS- | Boston- | 2023 | 1\n" +
			"~US | ~Boston | 2024 | 1\n~US | Boston total |  | 2!\n~US | - | 2024 | 1\n~US | (blank) total |  | 1!\n" +
			"US total |  |  | 3!\nTotal |  |  | 6!\n"},
		{pivot.Folds{RowsOf: city}, "EU- | Oslo+ |  | 1!\n~EU | Rome+ |  | 2!\nEU total |  |  | 3!\nUS- | Boston+ |  " +
			"| 2!\n~US | + |  | 1!\nUS total |  |  | 3!\nTotal |  |  | 6!\n"},
		{pivot.Folds{RowsOf: year}, draw(tab.Grid(pivot.Folds{}))[len("region | city | year | Number of rows\n"):]},
	} {
		if got := draw(tab.Grid(c.folds))[len("region | city | year | Number of rows\n"):]; got != c.want {
			t.Errorf("%+v:\n%s\nwant\n%s", c.folds, got, c.want)
		}
	}
}

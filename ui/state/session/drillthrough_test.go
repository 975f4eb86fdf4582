package session

import (
	"context"
	"slices"
	"testing"

	"cardinal/engine"
	"cardinal/engine/explain"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

func TestDrillThrough(t *testing.T) {
	d := opened(t)
	d.DrillThrough(0, 0)
	d.put("region", view.Rows)
	d.put("units", view.Cols)
	d.put("units", view.Values)
	at := func(label string) int { // of the row axis
		t.Helper()
		tab := d.Answer().Tab
		for n := range tab.Rows.Len() {
			if path := tab.Rows.Path(n); len(path) == 1 && path[0].Text == label {
				return n
			}
		}
		t.Fatalf("no label %s", label)
		return 0
	}
	d.DrillThrough(at("US"), 0)
	d.settle()
	r := d.screen.rows
	if r == nil || r.Title != "2 rows behind US" || !slices.Equal(r.Rows, []uint32{0, 2}) {
		t.Fatalf("rows %+v", r)
	}
	if c := r.Cell(2, 0); c.Value.String() != "3" {
		t.Errorf("the second row is number %v of the table", c.Value)
	}
	d.SaveRows("us.csv", "csv", "", r, func() {})
	d.settle()
	d.heard("Exported to us.csv.", false)
	if last := d.files.calls[len(d.files.calls)-1]; last != "save rows us.csv csv 3 6 0" {
		t.Errorf("asked to %s", last)
	}
	d.DrillThrough(at("EU"), 3) // where there are none
	d.settle()
	d.heard("No row of the table is behind this cell.", false)
	if d.screen.rows != r {
		t.Errorf("shown %+v", d.screen.rows)
	}
	d.engine.will(func(context.Context, engine.RunOptions) error { return errBoom })
	d.DrillThrough(0, 0)
	d.settle()
	d.heard("The disk is on fire.", true)
}

// TestSortRows taps headings of the rows behind the grand total.
func TestSortRows(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.DrillThrough(0, 0)
	d.settle()
	const region, units, day = 0, 1, 5
	for _, tap := range []struct {
		col  int
		rows []uint32
		sort RowSort
	}{
		{units, []uint32{3, 0, 2, 1}, RowSort{units, true}}, {units, []uint32{1, 0, 2, 3}, RowSort{units, false}},
		{units, []uint32{0, 1, 2, 3}, RowSort{Col: -1}},
		{region, []uint32{3, 1, 0, 2}, RowSort{region, false}}, {region, []uint32{0, 2, 1, 3}, RowSort{region, true}},
		{day, []uint32{0, 2, 1, 3}, RowSort{day, false}},
	} {
		d.SortRows(d.screen.rows, tap.col)
		d.settle()
		if got := d.screen.rows; !slices.Equal(got.Rows, tap.rows) || got.Sort != tap.sort ||
			got.Title != "4 rows behind the grand total" {
			t.Errorf("%v by %+v, want %+v", got.Rows, got.Sort, tap)
		}
	}
}

// TestEditEndsSearch edits while the rows are looked for.
func TestEditEndsSearch(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	started := make(chan string)
	d.engine.will(stuck(started))
	d.DrillThrough(0, 0)
	<-started
	d.losePatience()
	if w := d.screen.work; w == nil || w.What != "Finding the rows" {
		t.Errorf("work %+v", w)
	}
	d.engine.will(nil)
	d.put("units", view.Values)
	if d.screen.rows != nil || d.screen.work != nil {
		t.Errorf("rows %+v, work %+v", d.screen.rows, d.screen.work)
	}
	d.engine.will(stuck(started))
	d.DrillThrough(0, 0)
	<-started
	d.Cancel()
	d.settle()
	d.heard("Stopped looking for the rows.", false)
}

// TestExplain explains a figure, stops explaining it, and opens the pivot of a column.
func TestExplain(t *testing.T) {
	d := opened(t)
	d.put("region", view.Rows)
	d.put("units", view.Values)
	var x *explain.Explanation
	var of *Answer
	ask := func(row int) {
		q := explain.Question{Row: row}
		q.Other = d.FigureBefore(q)
		d.Explain(q, func(a *Answer, got *explain.Explanation) { of, x = a, got })
	}
	started := make(chan string)
	d.engine.will(stuck(started))
	ask(2)
	<-started
	d.Cancel()
	d.settle()
	d.heard("Stopped explaining the figure.", false)
	d.engine.will(nil)
	ask(2)
	d.settle()
	if x == nil || x.Other == nil || *x.Other != (explain.Place{Row: 1}) {
		t.Fatalf("explanation %+v", x)
	}
	d.PivotExplained(of, x, query.Field{Column: "units"})
	d.settle()
	if s := d.State(); len(s.Rows) != 1 || s.Rows[0].Column != "units" || len(s.Cols) != 1 || len(s.Filters) != 1 ||
		len(d.Tabs()) != 2 {
		t.Errorf("%d tabs, state %+v", len(d.Tabs()), s)
	}
}

func TestDrillThroughWords(t *testing.T) {
	for want, got := range map[string]string{
		"1 row behind EU, 2024":                         rowsTitle(1, 1, false, []string{"EU", "2024"}),
		"2,000 rows behind the grand total":             rowsTitle(2000, 2000, false, nil),
		"The first 10 of 3,000,000 rows behind (blank)": rowsTitle(10, 3_000_000, false, []string{"(blank)"}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

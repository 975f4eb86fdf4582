package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// unused presses a key that no widget uses.
func (s *stage) unused(name fyne.KeyName) { s.typedKey(&fyne.KeyEvent{Name: name}) }

// TestSumOfTheSelection selects figures of the table, of a pivot, and none.
func TestSumOfTheSelection(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.win.Show()
	says := func(want string) {
		t.Helper()
		s.until("the status says "+want, func() bool {
			return s.status.of != nil && strings.Contains(s.status.of.Text(false), want)
		})
	}
	s.result.grid.SelectAll()
	says("of several kinds: select one for its sum")
	s.editor.Edit(func(now view.State) view.State {
		return now.AddKey(query.Field{Column: "region"}, view.Rows, 0).AddMeasure(query.Measure{Func: query.Sum,
			Column: "units"}, 0)
	})
	s.answered()
	s.result.grid.SelectAll()
	says("Sum -2,982  ·  Average -994.00  ·  Count 3  ·  Min -3,000  ·  Max 10  ·  without totals")
	s.result.grid.Select(1, 1)
	if s.status.of != nil {
		t.Error("one figure is added up")
	}
}

// TestFindInTheResult looks for a text, goes on to the next hit and back, folds a label away that has the text,
// and closes the bar.
func TestFindInTheResult(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.win.Show()
	for i, name := range []string{"region", "units"} {
		s.editor.Edit(func(now view.State) view.State { return now.AddKey(query.Field{Column: name}, view.Rows, i) })
	}
	s.answered()
	s.unused(fyne.KeyF3)
	if !s.result.find.Visible() || s.win.Canvas().Focused() == nil {
		t.Fatal("F3 opens no bar")
	}
	says := func(want string) {
		t.Helper()
		s.until("the bar says "+want, func() bool { return strings.Contains(s.read(s.result.find.Object()), want) })
	}
	at := func(want string) {
		t.Helper()
		row, col, _ := s.result.grid.Active()
		c := s.result.grid.Source().Cell(row, col)
		if c.Text() != want {
			t.Errorf("the hit is %q, want %q", c.Text(), want)
		}
	}
	for _, r := range "us" {
		s.win.Canvas().Focused().TypedRune(r)
	}
	says("1 of 2")
	at("US")
	s.unused(fyne.KeyF3)
	says("2 of 2")
	at("US total")
	s.unused(fyne.KeyF3)
	says("1 of 2")
	row, col := s.cellOf(pivot.RowLabel, "US")
	s.choose(row, col, "Fold US")
	s.answered()
	says("1 hit")
	for range 2 {
		s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	}
	s.win.Canvas().Focused().TypedRune('5')
	says("1 label folded away")
	s.unused(fyne.KeyEscape)
	if s.result.find.Visible() {
		t.Error("Esc leaves the bar")
	}
}

// TestTheTableIsFiltered keeps a value of the table from the menu of its cell, sorts the remaining rows, undoes, and
// filters out every row.
func TestTheTableIsFiltered(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.win.Show()
	const region, units = 1, 2
	rows := func(want string) {
		t.Helper()
		s.until("the rows "+want, func() bool { return s.result.grid.Visible() && s.column(0) == want })
	}
	s.result.grid.Select(1, region)
	s.choose(1, region, "Keep only US")
	rows("1 3")
	s.choose(0, units, "Sort descending")
	s.until("sorted", func() bool { return s.session.Whole().Sort.Desc })
	if !strings.HasPrefix(s.status.facts.Text, "2 of 4 rows") {
		t.Errorf("the status says %s", s.status.facts.Text)
	}
	s.undo()
	s.until("all rows", func() bool { return s.session.Whole().Len() == 4 })
	s.result.grid.Select(1, region)
	s.result.keepSelected(true)
	s.until("fewer rows", func() bool { return s.session.Whole().Len() < 4 })
	s.result.grid.SelectAll()
	row, _, _ := s.result.grid.Active()
	s.choose(row, region, "Exclude these 2 of region")
	s.until("a notice", func() bool { return strings.Contains(s.read(s.result.root), "No row passes the filters") })
}

// TestPivotIsCopied copies the pivot itself as a command, as SQL and as a workspace, and says so.
func TestPivotIsCopied(t *testing.T) {
	s := keeping(t, "")
	s.open(write(t, t.TempDir(), "it's.csv", "region,revenue\nNorth,10\nSouth,20\n"))
	s.editor.Edit(func(v view.State) view.State {
		v.Rows = []query.Field{{Column: "region"}}
		v.Values = []query.Measure{{Func: query.Sum, Column: "revenue"}}
		return v
	})
	s.answered()
	for i, want := range []string{
		`it'\''s.csv' --rows region --values 'sum(revenue)'`, `sum("revenue") AS "Sum of revenue"`, `FROM "it's"`,
		"sum(toDecimal128(`revenue`, 0))", "GROUP BY cast(convert(`region`", `"measure": "sum(revenue)"`,
	} {
		s.copyPivotAs().ChildMenu.Items[i].Action()
		s.until("copied "+want, func() bool { return strings.Contains(s.app.Clipboard().Content(), want) })
	}
	s.until("said", func() bool { return strings.Contains(s.read(s.status.root), "on the clipboard: JSON") })
	s.editor.Edit(func(v view.State) view.State {
		v.Values[0].Show = query.Show{Kind: query.PctTotal}
		return v
	})
	s.answered()
	s.copyPivotAs().ChildMenu.Items[1].Action()
	s.until("refused", func() bool { return strings.Contains(s.read(s.status.root), "shown as pct_total") })
}

// TestCopiesHaveTheirForm copies a figure with its headers, and as Markdown.
func TestCopiesHaveTheirForm(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Edit(func(now view.State) view.State {
		return now.AddKey(query.Field{Column: "region"}, view.Rows, 0)
	})
	s.answered()
	s.result.grid.Select(1, 1)
	for want, do := range map[string]func(){
		"1\n": func() {
			s.result.grid.Copy(false)
		}, "region\tNumber of rows\nAsia\t1\n": func() { s.result.grid.Copy(true) },
		"| region | Number of rows |\n|---|--:|\n| Asia | 1 |\n": s.copyAs().ChildMenu.Items[0].Action,
	} {
		do()
		s.until("copied "+want, func() bool { return s.app.Clipboard().Content() == want })
	}
}

package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/tip"
)

// TestExplainFigure explains a figure from the menu of its cell, and opens the pivot of a line by the keyboard. The
// new pivot has the figures of the dialog.
func TestExplainFigure(t *testing.T) {
	s := keeping(t, "")
	s.win.Resize(fyne.NewSize(1000, 640))
	s.keeps.OpenSample()
	s.until("the sample", func() bool { return s.session.Table() != nil && !s.session.Loading() })
	s.editor.Edit(func(view.State) view.State { return bySeason(view.State{}) })
	a := s.answered()
	row, col := s.cellOf(pivot.RowLabel, "Iberia")
	for a.Grid.Cell(row, col).Role != pivot.Body {
		col++
	}
	s.result.grid.Select(row, col+1)
	s.choose(row, col+1, "Explain this figure…")
	s.until("the dialog", func() bool { return s.dialogs.Len() == 1 })
	text := s.read(s.asked())
	for _, want := range []string{"Iberia, 2024: Sum of revenue is", "Iberia, 2023:", "The difference is",
		"Left out: "} {
		if !strings.Contains(text, want) {
			t.Errorf("the dialog does not say %q:\n%s", want, text)
		}
	}
	var x *explain.Explanation
	n, c := a.Grid.Nodes(row, col+1)
	of := explain.Question{Row: n, Col: c}
	of.Other = s.session.FigureBefore(of)
	s.session.Explain(of, func(_ *session.Answer, got *explain.Explanation) { x = got })
	s.until("the explanation", func() bool { return x != nil })
	list := s.win.Canvas().Focused()
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if s.dialogs.Len() > 0 || len(s.session.Tabs()) != 2 {
		t.Fatalf("%d dialogs and %d tabs", s.dialogs.Len(), len(s.session.Tabs()))
	}
	next := s.answered()
	for _, line := range x.Columns[0].Lines {
		if line.Joins > 1 || line.Figures[explain.Own].IsNull() {
			continue
		}
		node, found := next.Tab.Rows.Find([]query.Literal{pivot.LabelLiteral(line.Label)})
		year, of := next.Tab.Cols.Find([]query.Literal{{Text: "2024"}})
		if got := next.Tab.Cell(node, year, 0); !found || !of || got != line.Figures[explain.Own] {
			t.Errorf("%s: %v in the tab, and %v in the dialog", line.Text, got, line.Figures[explain.Own])
		}
	}
	if got := s.session.State(); len(got.Filters) != 2 || len(got.Cols) != 1 {
		t.Errorf("the tab has the filters %v and the columns %v", got.Filters, got.Cols)
	}
}

// TestExplainBeside chooses in the dialog what a figure is compared with: another label, the grand total, and nothing.
func TestExplainBeside(t *testing.T) {
	s := keeping(t, "")
	s.win.Resize(fyne.NewSize(1000, 640))
	s.keeps.OpenSample()
	s.until("the sample", func() bool { return s.session.Table() != nil && !s.session.Loading() })
	s.editor.Edit(func(view.State) view.State { return bySeason(view.State{}) })
	a := s.answered()
	row, found := a.Tab.Rows.Find([]query.Literal{{Text: "Iberia"}})
	col, of := a.Tab.Cols.Find([]query.Literal{{Text: "2024"}})
	if !found || !of {
		t.Fatal("there is no figure")
	}
	s.explain(explain.Question{Row: row, Col: col})
	s.until("the dialog", func() bool { return s.dialogs.Len() == 1 })
	chosen := "Iberia, 2023"
	for _, next := range []string{"Alpine, 2024", "All rows", "Nothing", "2024", "Iberia", "Iberia, 2023"} {
		lists := all[*tip.Select](s.asked())
		if len(lists) != 1 || lists[0].Selected != chosen || !slices.Contains(lists[0].Options, next) {
			t.Fatalf("%d lists, of which one has %s chosen", len(lists), chosen)
		}
		beside := lists[0]
		before := s.asked()
		beside.SetSelected(next)
		s.until(next, func() bool { return s.dialogs.Len() == 1 && s.asked() != before })
		chosen = next
		text := s.read(s.asked())
		if next == "Nothing" && strings.Contains(text, "The difference is") ||
			next != "Nothing" && !strings.Contains(text, next+": ") {
			t.Errorf("beside %s, the dialog says:\n%s", next, text)
		}
	}
}

// TestExplainSelected compares a figure with the other one that is selected.
func TestExplainSelected(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Edit(func(now view.State) view.State { return now.AddKey(query.Field{Column: "region"}, view.Rows, 0) })
	a := s.answered()
	first, last := a.Grid.HeaderRows, a.Grid.HeaderRows+1
	col := a.Grid.LabelCols
	s.result.grid.Select(first, col)
	if got := s.result.selectedOther(a, first, col); got != nil {
		t.Errorf("one cell is compared with %v", got)
	}
	s.result.grid.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	s.result.grid.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	s.result.grid.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	n, _ := a.Grid.Nodes(last, col)
	if got := s.result.selectedOther(a, first, col); got == nil || *got != (explain.Place{Row: n}) {
		t.Errorf("the figure is compared with %v", got)
	}
}

// bySeason puts the regions of the sample beside years.
func bySeason(s view.State) view.State {
	s.Rows, s.Cols, s.Values = []query.Field{region}, []query.Field{{Column: "date", Part: query.Year}},
		[]query.Measure{revenue}
	return s
}

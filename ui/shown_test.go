package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// pick chooses an item of the form or the menu of the first chip on Values.
func (s *stage) pick(path ...string) {
	s.Helper()
	s.chooseIn(s.ofChip(view.Values), path...)
}

// body returns the text of a figure of the first column.
func (s *stage) body(row int) string {
	g := s.answered().Grid
	c := g.Cell(g.HeaderRows+row, g.LabelCols)
	return c.Text()
}

// TestMeasuresInTheWindow shows a measure as a difference from a label that the menu offers, renames it by key,
// formats it, and undoes all.
func TestMeasuresInTheWindow(t *testing.T) {
	s := newStage(t, data.NewTable("sales.csv", []*data.Column{
		data.NewText("region", []uint32{0, 1, 2}, []string{"EU", "US", "Asia"}, nil),
		data.NewInts("year", data.Int, 0, []int64{2022, 2023, 2023}, nil),
		data.NewInts("revenue", data.Decimal, 2, []int64{123450, 67800, 99}, nil),
	}))
	s.load(0)
	s.editor.Append("region", view.Rows)
	s.editor.Append("revenue", view.Values)
	s.answered()
	s.pick("Show as", "Difference from")
	s.pick("Base label", "EU")
	if got := s.body(0) + s.body(2); got != "-1,233.51-556.50" {
		t.Errorf("the differences from EU are %s", got)
	}
	s.pick("Number format", "#,##0;(#,##0)")
	if got := s.body(0); got != "(1,234)" {
		t.Errorf("a difference is written as %s", got)
	}
	s.pick("Number format", "Own…")
	s.typed(`0.0 "EUR`)
	if !strings.Contains(s.read(s.asked()), "A quote is not closed") && !strings.Contains(s.read(s.asked()),
		"a quote is not closed") || !s.button("Use").Disabled() {
		t.Errorf("a wrong format: %s", s.read(s.asked()))
	}
	s.typed(`0.0 "EUR"`)
	if !strings.Contains(s.read(s.asked()), "For example -1233.5 EUR") {
		t.Errorf("the preview: %s", s.read(s.asked()))
	}
	test.Tap(s.button("Use"))
	if got := s.body(0); got != "-1233.5 EUR" {
		t.Errorf("a difference is written as %s", got)
	}
	chip := s.shelves.On[view.Values].Chips()[0]
	chip.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	s.typed("Against EU")
	test.Tap(s.button("Use"))
	a := s.answered()
	if got := a.Grid.Heading(1); got != "Against EU" || s.shelves.On[view.Values].Chips()[0].Item().Text != got {
		t.Errorf("the heading is %s", got)
	}

	s.editor.Append("revenue", view.Values)
	s.answered()
	s.shelves.On[view.Values].Chips()[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	s.typed("Against EU")
	if !s.button("Use").Disabled() {
		t.Error("two measures can have one name")
	}
	s.escape()
	for range 6 {
		s.session.Undo()
	}
	if got := s.body(1); got != "1,234.50" || s.answered().Grid.Heading(1) != "Sum of revenue" {
		t.Errorf("undone: %s", got)
	}
	for range 5 {
		s.session.Redo()
	}
	if got := s.body(0); got != "-1233.5 EUR" || s.answered().Grid.Heading(1) != "Against EU" {
		t.Errorf("redone: %s", got)
	}
}

// TestABaseThatIsNotThere says on the chip that a filter left the base out.
func TestABaseThatIsNotThere(t *testing.T) {
	s := newStage(t,
		data.NewTable("sales.csv", []*data.Column{data.NewText("region", []uint32{0, 1}, []string{"EU", "US"}, nil)}))
	s.load(0)
	s.editor.Edit(func(st view.State) view.State {
		st.Rows = []query.Field{{Column: "region"}}
		return st.AddMeasure(query.Measure{Func: query.Count, Show: query.Show{Kind: query.PctDiffOf,
			Base: query.Literal{Text: "Asia", Quoted: true}}}, 0)
	})
	s.answered()
	s.until("the note", func() bool { return s.shelves.On[view.Values].Chips()[0].Item().Note == " there is no Asia" })
	if got := s.body(0); got != "" {
		t.Errorf("a difference from nothing is %s", got)
	}
}

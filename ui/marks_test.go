package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// chooseIn chooses an item by the way to it through the menus of a cell.
func (s *stage) chooseIn(items []*fyne.MenuItem, path ...string) {
	s.Helper()
	for _, text := range path {
		next := named(items, text)
		if next == nil {
			s.Fatalf("no item %s", text)
		}
		if next.ChildMenu == nil {
			next.Action()
			return
		}
		items = next.ChildMenu.Items
	}
}

// named returns the item of menus, or of the menus below them, whose text without an example is given; nil: none. The
// text of a number format may be its code.
func named(items []*fyne.MenuItem, text string) *fyne.MenuItem {
	for _, i := range items {
		if label, example, _ := strings.Cut(i.Label, "    "); label == text || example == text {
			return i
		}
	}
	for _, i := range items {
		if i.ChildMenu != nil {
			if found := named(i.ChildMenu.Items, text); found != nil {
				return found
			}
		}
	}
	return nil
}

// ofChip returns the settings of the first chip on a shelf, and the items of its menu.
func (w *window) ofChip(on view.Shelf) []*fyne.MenuItem {
	return append(w.menus.Settings(on, 0), w.menus.ChipItems(on, 0)...)
}

// TestMarks formats figures by the menu of a cell, of a chip and of the layout, without a run. Undo takes the
// formats back.
func TestMarks(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Edit(func(now view.State) view.State { return now.AddKey(query.Field{Column: "region"}, view.Rows, 0) })
	first := s.answered()
	marks := func() string {
		t.Helper()
		s.until("an answer with these formats", func() bool {
			a := s.session.Answer()
			return a != nil && a.State.SameQuery(s.session.State()) && a.State.SameMarks(s.session.State())
		})
		a := s.session.Answer()
		if a.Profile != first.Profile {
			t.Error("the pivot was run again")
		}
		var shown []string
		for row := a.Grid.HeaderRows; row < a.Grid.Rows; row++ {
			c := s.result.grid.Source().Cell(row, 1)
			text := c.Text()
			if c.Mark.Bar {
				text += " bar"
			}
			text += map[mark.Fill]string{mark.Three: " colour", mark.Good: " good", mark.Bad: " bad"}[c.Mark.Fill]
			shown = append(shown, text+c.Mark.Arrow.String())
		}
		return strings.Join(shown, ", ")
	}
	want := func(text string) {
		t.Helper()
		if got := marks(); got != text {
			t.Errorf("shown are %s, want %s", got, text)
		}
	}
	row, col := s.cellOf(pivot.Body, "2") // the count of rows, which stands on no shelf
	s.chooseIn([]*fyne.MenuItem{s.menus.Mark(s.session.Answer(), row, col)}, "Conditional formatting", "Data bars")
	want("1 bar, 1 bar, 2 bar, 4")
	if got := s.session.State().Values; len(got) != 1 || got[0].Marks != query.MarkList(query.Mark{Kind: query.Bars}) {
		t.Fatalf("on Values are %v", got)
	}
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Highlight", "Above average")
	want("1 bar, 1 bar, 2 bar good, 4")
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Highlight", "Bottom, another number…")
	s.typed("5")
	s.button("Use").OnTapped()
	want("1 bar bad, 1 bar bad, 2 bar good, 4")
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Highlight", "Greater, less or between…")
	s.typed("1 to 1.5")
	s.button("Use").OnTapped()
	want("1 bar bad, 1 bar bad, 2 bar good, 4")
	if full := named(s.menus.ChipItems(view.Values, 0), "Three arrows"); !full.Disabled {
		t.Error("a fifth format is offered")
	}
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Highlight", "Above average")
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Three arrows")
	want("1 bar bad↓, 1 bar bad↓, 2 bar bad↑, 4")
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Compared with", "The figures of a row")
	want("1 bar bad↑, 1 bar bad↑, 2 bar bad↑, 4") // each is the only figure of its row
	s.undo()
	s.undo()
	s.undo()
	s.undo()
	want("1 bar bad, 1 bar bad, 2 bar good, 4")
	s.session.SortByHeading(1) // a figure is found by its measure, format and all
	s.answered()
	if !s.session.State().Sort.Desc {
		t.Error("a measure with a format cannot be sorted by")
	}
	s.undo()
	first = s.answered()
	s.chooseIn(s.menus.Layout(), "Conditional formatting", "Heat map of three colours")
	want("1 colour, 1 colour, 2 colour, 4")
	s.undo()
	want("1 bar bad, 1 bar bad, 2 bar good, 4")
	s.undo()
	s.undo()
	s.undo()
	want("1, 1, 2, 4")
	if head, _ := s.cellOf(pivot.RowLabel, "EU"); s.menus.Mark(s.session.Answer(), head, 0) != nil {
		t.Error("a label can be formatted by its figures")
	}
}

// TestMarksOfDates highlights dates by the menu of a chip, and finds there why texts have no conditional format.
func TestMarksOfDates(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Edit(func(now view.State) view.State {
		now = now.AddKey(query.Field{Column: "region"}, view.Rows, 0)
		now.Values = []query.Measure{{Func: query.Max, Column: "day"}, {Func: query.Mode, Column: "region"}}
		return now
	})
	s.answered()
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Highlight", "Greater, less or between…")
	s.typed("> 2022-12-31")
	s.button("Use").OnTapped()
	s.until("a highlight of dates", func() bool {
		a, got := s.session.Answer(), ""
		for row := a.Grid.HeaderRows; row < a.Grid.Rows; row++ {
			if c := a.Grid.Cell(row, 1); c.Mark.Fill == mark.Good {
				got += c.Text() + " "
			}
		}
		return got == "2023-02-13 2023-02-12 "
	})
	if texts := s.menus.ChipItems(view.Values, 1); !slices.ContainsFunc(texts, func(i *fyne.MenuItem) bool {
		return i.Disabled && i.Label == "Conditional formatting (of numbers and dates only)"
	}) {
		t.Error("the menu of a text does not say why it has no conditional format")
	}
	s.editor.Edit(func(now view.State) view.State {
		return now.SetMeasure(0, view.SetFunc(now.Values[0], query.Distinct, nil))
	})
	s.answered()
	if m := s.session.State().Values[0]; m.Marks != (query.Marks{}) {
		t.Errorf("%s keeps %s", m, m.Marks.Title())
	}
}

// TestMarksByAnotherMeasure colours a measure by another one in the menu of its chip, without a run. If the other
// measure is removed, so is the format; undo brings both back.
func TestMarksByAnotherMeasure(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Append("region", view.Rows)
	s.editor.Append("units", view.Values)
	s.editor.Append("price", view.Values)
	first := s.answered()
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Colour scale of two colours")
	s.chooseIn(s.menus.ChipItems(view.Values, 0), "Conditional formatting", "Colour by", "Sum of price")
	shown := func() (own, other []float64) {
		t.Helper()
		s.until("an answer with these formats", func() bool {
			a := s.session.Answer()
			return a != nil && a.State.SameQuery(s.session.State()) && a.State.SameMarks(s.session.State())
		})
		g := s.session.Answer().Grid
		for row := g.HeaderRows; row < g.Rows-1; row++ {
			c := g.Cell(row, 1)
			own = append(own, c.Mark.Share)
		}
		marks := s.session.Answer().Tab.Measures
		values := slices.Clone(s.session.Answer().Tab.Query.Values)
		values[1].Marks = query.MarkList(query.Mark{Kind: query.Scale, N: 2})
		twin, err := s.session.Answer().Tab.Marked(t.Context(), values)
		if err != nil || len(marks) != 2 {
			t.Fatal(err, marks)
		}
		for row := g.HeaderRows; row < g.Rows-1; row++ {
			c := twin.Grid(pivot.Folds{}).Cell(row, 2)
			other = append(other, c.Mark.Share)
		}
		return own, other
	}
	if own, other := shown(); !slices.Equal(own, other) || len(own) < 2 {
		t.Errorf("the places on the scale are %v, want %v", own, other)
	}
	if s.session.Answer().Profile != first.Profile {
		t.Error("the pivot was run again")
	}
	if named(s.menus.ChipItems(view.Values, 0), "Colour scale of two colours by Sum of price") == nil {
		t.Error("the menu does not say what colours")
	}
	s.editor.Remove(view.Values, 1)
	s.answered()
	if got := s.session.State().Values; len(got) != 1 || got[0].Marks != (query.Marks{}) {
		t.Errorf("without the other measure, Values are %v", got)
	}
	s.undo()
	s.answered()
	if got := s.session.State().Values; len(got) != 2 || got[0].Marks.By() != "sum(price)" {
		t.Errorf("undo leaves %v", got)
	}
}

package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/dialog/prefs"
	"cardinal/ui/state/view"
)

// chosen chooses an item of the main menu.
func (s *stage) chosen(path ...string) {
	s.Helper()
	var items []*fyne.MenuItem
	for _, menu := range s.win.MainMenu().Items {
		if menu.Label == path[0] {
			items = menu.Items
		}
	}
	for _, name := range path[1:] {
		var item *fyne.MenuItem
		for _, i := range items {
			if i.Label == name && !i.Disabled {
				item = i
			}
		}
		if item == nil {
			s.Fatalf("the menu has no item %v", path)
		}
		if item.ChildMenu == nil {
			item.Action()
			return
		}
		items = item.ChildMenu.Items
	}
}

// drawn returns the first column of the grid and the headings, one line a row.
func drawn(g *pivot.Grid) string {
	var b strings.Builder
	for row := range g.Rows {
		for col := range g.LabelCols {
			if c := g.Cell(row, col); !c.Blank {
				b.WriteString(c.Text())
			}
			b.WriteByte('|')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestLayoutIsChosenAndUndone lays an answer out anew by the menu, without another run, and takes everything back.
func TestLayoutIsChosenAndUndone(t *testing.T) {
	table := data.NewTable("layout.csv", []*data.Column{
		data.NewText("a", []uint32{0, 0, 1}, []string{"x", "y"}, nil),
		data.NewText("b", []uint32{0, 1, 0}, []string{"p", "q"}, nil),
		data.NewInts("n", data.Int, 0, []int64{1, 2, 4}, nil),
	})
	s := newStage(t, table)
	s.load(0)
	s.editor.Add("a", view.Rows, 0)
	s.editor.Add("b", view.Rows, 1)
	s.editor.Edit(func(v view.State) view.State {
		return v.AddMeasure(query.Measure{Func: query.Sum, Column: "n"}, 0).AddMeasure(query.Measure{Func: query.Count},
			1)
	})
	plain := "a|b|\nx|p|\n|q|\nx total||\ny|p|\ny total||\nTotal||\n"
	steps := []struct {
		path []string
		want string
	}{
		{[]string{"Layout", "Row of totals"}, "a|b|\nx|p|\n|q|\nx total||\ny|p|\ny total||\n"},
		{[]string{"Layout", "Place of totals", "Above and at the left"},
			"a|b|\nx total||\nx|p|\n|q|\ny total||\ny|p|\n"},
		{[]string{"Layout", "Repeat row labels"}, "a|b|\nx total||\nx|p|\nx|q|\ny total||\ny|p|\n"},
		{[]string{"Layout", "Subtotals", "Of a"}, "a|b|\nx|p|\nx|q|\ny|p|\n"},
		{[]string{"Layout", "Fold rows to", "a"}, "a|b|\nx||\ny||\n"},
		{[]string{"Layout", "Values", "Below each other"}, "a|b|Values|\nx||Sum of n|\nx||Number of rows|\ny||Sum of " +
			"n|\ny||Number of rows|\n"},
		{[]string{"Layout", "Compact rows"}, "a, b|Values|\nx|Sum of n|\n|Number of rows|\ny|Sum of n|\n|Number of " +
			"rows|\n"},
	}
	first := s.answered()
	if got := drawn(first.Grid); got != plain {
		t.Fatalf("at first:\n%s", got)
	}
	check := func(when, want string) {
		t.Helper()
		s.until(when, func() bool { return drawn(s.session.Answer().Grid) == want })
		if s.session.Answer().Tab != first.Tab {
			t.Errorf("%s: the pivot ran again", when)
		}
	}
	for _, step := range steps {
		s.chosen(step.path...)
		check(strings.Join(step.path, ", "), step.want)
	}
	for i := len(steps) - 2; i >= 0; i-- {
		s.undo()
		check("undo", steps[i].want)
	}
	s.undo()
	check("undo all", plain)
	for _, step := range steps {
		s.redo()
		check("redo", step.want)
	}
}

// TestLevelsByTheKeyboard folds the rows to a field and unfolds them by the keys of the menu.
func TestLevelsByTheKeyboard(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.editor.Add("units", view.Rows, 1)
	open := s.answered().Grid.Rows
	press := func(label string) {
		t.Helper()
		var keys fyne.Shortcut
		for _, item := range s.menus.Layout() {
			for _, i := range append([]*fyne.MenuItem{item}, childrenOf(item)...) {
				if i.Label == label {
					keys = i.Shortcut
				}
			}
		}
		if keys == nil {
			t.Fatalf("%s has no key", label)
		}
		s.chosenBy(keys)
	}
	press("region")
	s.until("folded", func() bool { return s.session.Answer().Grid.Rows < open })
	press("Unfold all")
	s.until("unfolded", func() bool { return s.session.Answer().Grid.Rows == open })
}

func childrenOf(i *fyne.MenuItem) []*fyne.MenuItem {
	if i.ChildMenu == nil {
		return nil
	}
	return i.ChildMenu.Items
}

// chosenBy chooses the item of the main menu with a shortcut.
func (s *stage) chosenBy(keys fyne.Shortcut) {
	for _, menu := range s.win.MainMenu().Items {
		for _, item := range menu.Items {
			for _, i := range append([]*fyne.MenuItem{item}, childrenOf(item)...) {
				if i.Shortcut != nil && i.Shortcut.ShortcutName() == keys.ShortcutName() {
					i.Action()
					return
				}
			}
		}
	}
	s.Fatalf("the menu has no %s", keys.ShortcutName())
}

// TestSidesKeepTheirWidths makes the window narrow, wide and wide again after a person has moved a split.
func TestSidesKeepTheirWidths(t *testing.T) {
	s := newStage(t, orders())
	s.prefs.Profiler = prefs.Opened
	s.showPanel()
	widths := func(width, list, panel float32) {
		t.Helper()
		s.win.Resize(fyne.NewSize(width, 700))
		if l, p := s.left.Leading.Size().Width, s.sides.Trailing.Size().Width; abs32(l-list) > 6 || abs32(p-panel) > 6 {
			t.Errorf("%v wide: the list is %v wide and the profiler %v, want %v and %v", width, l, p, list, panel)
		}
	}
	list, panel := float32(prefs.Usual.Fields)*prefs.Usual.Width,
		float32((1-prefs.Usual.Fields)*(1-prefs.Usual.Panel))*prefs.Usual.Width
	widths(1280, list, panel)
	widths(3840, list, panel)
	s.win.Resize(fyne.NewSize(500, 700)) // where both find no room
	widths(1600, list, panel)
	s.left.SetOffset(0.25)
	widths(2000, s.left.Leading.Size().Width, s.sides.Trailing.Size().Width)
}

func abs32(v float32) float32 { return max(v, -v) }

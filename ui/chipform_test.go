package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// option clicks an option of the open form.
func (s *stage) option(text string) {
	s.Helper()
	for _, c := range all[*input.Choices](s.asked()) {
		if at, found := within(c, text); found {
			test.TapAt(c, at.Subtract(c.Position()))
			return
		}
	}
	s.Fatalf("the form has no %q: %s", text, s.read(s.asked()))
}

// TestFormOfAMeasure changes a measure by clicks in its form: each change is in the grid at once. Esc takes all of
// them back, and Done keeps them as one step.
func TestFormOfAMeasure(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Append("region", view.Rows)
	s.editor.Append("units", view.Values)
	s.answered()
	was := s.session.State()
	chip := s.shelves.On[view.Values].Chips()[0]
	test.Tap(chip)
	s.option("Average")
	if got := s.body(2); got != "5.00" {
		t.Errorf("the average is %s", got)
	}
	s.option("% of total")
	if got := s.body(0); !strings.HasSuffix(got, "%") || !s.session.State().Values[0].Show.Way().Percent {
		t.Errorf("a share is %s", got)
	}
	s.escape()
	if !s.session.State().SameQuery(was) || s.dialogs.Len() != 0 || s.body(2) != "10" {
		t.Errorf("Esc leaves %+v, %s", s.session.State().Values, s.body(2))
	}
	if s.win.Canvas().Focused() != fyne.Focusable(chip) {
		t.Error("the chip has lost the keyboard")
	}
	test.Tap(chip)
	s.option("Maximum")
	s.option("Thousands")
	test.Tap(s.button("Done"))
	if got := s.session.State().Values[0]; got.Func != query.Max || got.Number == "" || s.dialogs.Len() != 0 {
		t.Errorf("kept: %+v", got)
	}
	s.undo()
	if !s.session.State().SameQuery(was) {
		t.Error("a form is several steps")
	}
}

// TestFormKeepsRedo leaves a form without a change, or with Esc: what was undone can be redone.
func TestFormKeepsRedo(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Append("region", view.Rows)
	s.editor.Append("units", view.Values)
	s.undo()
	chip := s.shelves.On[view.Rows].Chips()[0]
	test.Tap(chip)
	s.option("Labels descending")
	s.escape()
	test.Tap(chip)
	test.Tap(s.button("Done"))
	if !s.canRedo {
		t.Error("nothing can be redone")
	}
}

// TestFormByKeys goes through a form by keys: arrows choose, Tab goes on, a click outside keeps.
func TestFormByKeys(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Append("day", view.Rows)
	s.answered()
	press := func(keys ...fyne.KeyName) {
		for _, k := range keys {
			s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
	s.FocusChip(view.Rows, 0)
	press(fyne.KeyReturn, fyne.KeyRight)
	if got := s.session.State().Rows[0].Part; got != query.TruncQuarter {
		t.Errorf("the arrow leads to part %v", got)
	}
	s.win.Canvas().FocusNext()
	if _, is := s.win.Canvas().Focused().(*input.Select); !is {
		t.Errorf("Tab leads to %T", s.win.Canvas().Focused())
	}
	s.win.Canvas().FocusNext()
	press(fyne.KeyRight)
	if order, _ := s.session.State().SortOf(s.session.State().Rows[0]); !order.Desc {
		t.Error("the labels do not descend")
	}
	press(fyne.KeyUp, fyne.KeyUp) // to the list, and into its options
	test.TapCanvas(s.win.Canvas(), fyne.NewPos(100, 450))
	test.TapCanvas(s.win.Canvas(), fyne.NewPos(100, 450))
	if s.dialogs.Len() != 0 || s.session.State().Rows[0].Part != query.TruncQuarter {
		t.Error("a click outside does not keep the changes")
	}
}

// TestExamplesAreFigures chooses every way to show that has an example in the form: the example is the first figure.
func TestExamplesAreFigures(t *testing.T) {
	for name, sorted := range map[string]bool{"labels": false, "figures": true} {
		s := newStage(t, orders())
		s.load(0)
		s.editor.Edit(func(v view.State) view.State {
			v.Rows, v.Cols = []query.Field{{Column: "region"}, {Column: "units"}}, []query.Field{{Column: "day",
				Part: query.Year}}
			v.Values = []query.Measure{{Func: query.Sum, Column: "price"}, {Func: query.Avg, Column: "weight"}}
			if sorted {
				v = v.SortBy(v.Values[0], nil, true)
			}
			return v
		})
		seen := 0
		for i := range 2 {
			s.answered()
			var ways []*fyne.MenuItem
			for _, item := range s.menus.Settings(view.Values, i)[1].ChildMenu.Items {
				ways = append(ways, item)
				if item.ChildMenu != nil {
					ways = append(ways, flattened(item.ChildMenu.Items)...)
				}
			}
			for _, way := range ways {
				text, example, there := strings.Cut(way.Label, "    ")
				if !there || way.Checked {
					continue
				}
				seen++
				way.Action()
				a := s.answered()
				if got := a.Tab.Measures[i].Format.Text(a.Tab.Sample(i)); got != example {
					t.Errorf("%s, %s: the example is %s, the figure %s", name, text, example, got)
				}
				s.undo()
				s.answered()
			}
		}
		if want := map[bool]int{false: 20, true: 10}[sorted]; seen < want {
			t.Errorf("%s: only %d examples", name, seen)
		}
	}
}

// TestFormsHaveDistinctChoices looks at the lists of forms: the text of a choice tells it from all others.
func TestFormsHaveDistinctChoices(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Edit(func(v view.State) view.State {
		v.Rows, v.Cols = []query.Field{{Column: "day", Part: query.Year}, {Column: "units"}}, []query.Field{{Column: "at"},
			{Column: "region"}}
		v.Values = []query.Measure{{Func: query.Sum, Column: "price", Show: query.Show{Kind: query.MovingAvg, N: 4}},
			{Func: query.Count}, {Func: query.Max, Column: "day"}}
		return v
	})
	s.answered()
	for _, on := range []view.Shelf{view.Rows, view.Cols, view.Values} {
		for i := range s.session.State().Len(on) {
			for _, setting := range s.menus.Settings(on, i) {
				var texts []string
				for _, item := range flattened(setting.ChildMenu.Items) {
					if item.Action == nil {
						continue
					}
					if slices.Contains(texts, item.Label) {
						t.Errorf("%s %d: %s has %q twice", on, i, setting.Label, item.Label)
					}
					texts = append(texts, item.Label)
				}
				if len(texts) < 2 {
					t.Errorf("%s %d: %s has the choices %q", on, i, setting.Label, texts)
				}
			}
		}
	}
}

// aimed is a choice of the form of a chip.
type aimed struct {
	line, stops int // its line, and the widgets with the keyboard before the line
	at, now     int // its position in the choices or in the list, and that of the present choice or -1
	listed      bool
	text, shown string
}

// aim finds a choice by its setting and its text; nil if the form does not have it.
func aim(t *testing.T, on view.Shelf, i int, path []string) (found *aimed) {
	t.Helper()
	onUI(func() {
		stops := 0
		for line, setting := range real.menus.Settings(on, i) {
			var usual, listed []*fyne.MenuItem
			for _, item := range setting.ChildMenu.Items {
				if item.ChildMenu != nil {
					listed = append(listed, flattened(item.ChildMenu.Items)...)
				} else {
					usual = append(usual, item)
				}
			}
			for _, items := range [][]*fyne.MenuItem{usual, listed} {
				now := slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return i.Checked && i.Action != nil })
				for at, item := range items {
					text, _, _ := strings.Cut(item.Label, "    ")
					if setting.Label == path[0] && text == path[1] && item.Action != nil {
						found = &aimed{line, stops, at, now, len(items) == len(listed) && items[0] == listed[0],
							item.Label, text}
						if found.listed {
							found.shown = item.Label
						}
						return
					}
				}
			}
			if stops++; len(listed) > 0 {
				stops++
			}
		}
	})
	return found
}

// flattened returns the items of a menu and of the menus below it, with the names of these.
func flattened(items []*fyne.MenuItem) (flat []*fyne.MenuItem) {
	for _, item := range items {
		if flat = append(flat, item); item.ChildMenu != nil {
			flat = append(flat, flattened(item.ChildMenu.Items)...)
		}
	}
	return flat
}

// TestTotalsOfForms gives subtotals another function in the form of a field, and hides the totals of a measure in its
// own. Only the function runs the pivot again.
func TestTotalsOfForms(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Append("region", view.Rows)
	s.editor.Append("day", view.Rows)
	s.editor.Append("units", view.Values)
	s.answered()
	total := func() (label, figure string) {
		g := s.session.Answer().Grid
		for row := g.HeaderRows; row < g.Rows; row++ {
			if c := g.Cell(row, 0); c.Total && strings.HasPrefix(c.Text(), "US ") {
				v := g.Cell(row, g.Cols-1)
				return c.Text(), v.Text()
			}
		}
		return "", ""
	}
	_, sum := total()
	s.chooseIn(s.menus.Settings(view.Rows, 0), "Subtotals", "Maximum")
	s.answered()
	label, greatest := total()
	if label != "US maximum" || greatest == sum || greatest == "" {
		t.Errorf("the subtotal is %s %s, the sum %s", label, greatest, sum)
	}
	run := s.session.Answer().Profile
	test.Tap(s.shelves.On[view.Values].Chips()[0])
	s.option("Hidden")
	test.Tap(s.button("Done"))
	s.until("the totals are blank", func() bool { _, figure := total(); return figure == "" })
	if s.session.Answer().Profile != run {
		t.Error("hidden totals run the pivot again")
	}
	s.undo()
	s.undo()
	s.answered()
	if label, figure := total(); label != "US total" || figure != sum {
		t.Errorf("undo leaves %s %s", label, figure)
	}
	s.chooseIn(s.menus.Settings(view.Rows, 0), "Subtotals", "Hidden")
	s.chooseIn(s.menus.Settings(view.Rows, 0), "Subtotals", "Another function", "Average")
	s.answered()
	if label, _ := total(); label != "US average" {
		t.Errorf("a function shows the subtotals again: %s", label)
	}
}

package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/engine/query"
	"cardinal/ui/state/edit"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/shelf"
)

// TestADropThatChangesNothingSaysSo drops fields onto a shelf that holds them.
func TestADropThatChangesNothingSaysSo(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	for _, field := range []string{"region", "day"} {
		s.editor.Drop(view.Rows, edit.Fields{Columns: []string{field}}, 0)
	}
	s.editor.Drop(view.Rows, edit.Fields{Columns: []string{"day"}}, 1)
	if got := len(s.session.State().Rows); got != 3 || s.status.message.Visible() {
		t.Errorf("%d chips on Rows: a second date comes as its next part; the window says %q", got, s.status.text.Text)
	}
	s.editor.Drop(view.Rows, edit.Fields{Columns: []string{"region"}}, 3)
	if got := s.status.text.Text; !s.status.message.Visible() || !strings.HasPrefix(got, "region is on Rows already") {
		t.Errorf("the window says %q", got)
	}
}

// TestAnEqualMeasureSaysSo makes a measure one that is on Values already. Both chips stay.
func TestAnEqualMeasureSaysSo(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	for range 2 {
		s.editor.Append("units", view.Values)
	}
	before := s.session.State().Values
	for _, i := range []int{0, 1} {
		s.status.message.Hide()
		s.editor.SetMeasure(i, before[1-i])
		if got := s.status.text.Text; !s.status.message.Visible() ||
			!strings.HasPrefix(got, before[1-i].Title()+" is on Values already. To have it a second time") {
			t.Errorf("the window says %q", got)
		}
	}
	if got := s.session.State().Values; !slices.Equal(got, before) {
		t.Errorf("the measures are %v", got)
	}
	s.editor.SetMeasure(1, query.Measure{Func: query.Max, Column: "units"})
	if got := s.session.State().Values[1].Func; got != query.Max {
		t.Errorf("the second measure is %s", got)
	}
}

// TestShowGoesWithAWord makes a running total an average, which has none.
func TestShowGoesWithAWord(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	sum := query.Measure{Func: query.Sum, Column: "units"}
	s.editor.AddMeasure(sum, 0)
	running := sum
	running.Show = query.Show{Kind: query.Running}
	s.editor.AddMeasure(running, 1)
	s.editor.SetMeasure(1, view.SetFunc(running, query.Avg, s.session.Column("units")))
	if got, want := s.status.text.Text,
		"Average of units is shown as itself: it has no running total down rows."; got != want ||
		!s.status.message.Visible() {
		t.Errorf("the window says %q, want %q", got, want)
	}
	s.editor.AddMeasure(sum, 2)
	if got := s.status.text.Text; got != "Sum of units is on Values already." || len(s.session.State().Values) != 2 {
		t.Errorf("the window says %q of %v", got, s.session.State().Values)
	}
}

// TestADragSaysWhatItCosts carries fields over the shelves and reads the card beside them before the drop.
func TestADragSaysWhatItCosts(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	carry := func(field string, over *shelf.Shelf) string {
		t.Helper()
		driver := fyne.CurrentApp().Driver()
		at := driver.AbsolutePositionForObject(over).AddXY(over.Size().Width/2, over.Size().Height/2)
		for _, r := range s.fields.Rows() {
			if r.Field().Name == field {
				r.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at},
					Dragged: fyne.NewDelta(200, 50)})
			}
		}
		said := func() string { return s.read(s.layer.Object()) }
		s.until("a forecast", func() bool {
			return strings.Contains(said(), "To ") && !strings.Contains(said(), "Estimating")
		})
		return said()
	}
	for _, c := range []struct {
		field string
		on    view.Shelf
		want  []string
	}{
		{"region", view.Rows, []string{"region", "To Rows\n", "3 groups, 3 cells\n", "Less than 1 ms on "}},
		{"price", view.Values, []string{"To Values\n", "1 group, 1 cell\n"}},
		{"day", view.Filters, []string{"To Filters\n", "Cardinal asks which rows pass."}},
	} {
		got := carry(c.field, s.shelves.On[c.on])
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s over %s: the card says %q, not %q", c.field, c.on, got, want)
			}
		}
		if s.session.Answer() != nil || !s.session.State().Empty() {
			t.Error("hovering changes the pivot")
		}
		s.escape()
		if got := s.read(s.layer.Object()); got != "" {
			t.Errorf("after Esc the card stays: %q", got)
		}
		s.fields.Rows()[0].DragEnd()
	}
	s.editor.Append("region", view.Rows)
	a := s.answered()
	if got := carry("region", s.shelves.On[view.Rows]); !strings.Contains(got, "To Rows, after region\n") ||
		!strings.Contains(got, "Nothing changes.") {
		t.Errorf("of a field that is there the card says %q", got)
	}
	s.escape()
	if s.answered() != a {
		t.Error("a drag that was cancelled runs the pivot")
	}
}

// TestSeveralFieldsAreDropped drops two fields together before a chip, which is one step for undo, and puts two
// onto Filters in turn.
func TestSeveralFieldsAreDropped(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Append("units", view.Rows)
	payload := edit.Fields{Columns: []string{"region", "day"}}
	if next, is := s.editor.Would(view.Rows, payload, 0); !is || len(next.Rows) != 3 {
		t.Errorf("the card foresees %v", next.Rows)
	}
	s.editor.Drop(view.Rows, payload, 0)
	if got := s.session.State().Rows; len(got) != 3 || got[0].Column != "region" || got[1].Column != "day" ||
		got[2].Column != "units" {
		t.Errorf("Rows are %v", got)
	}
	s.undo()
	if got := s.session.State().Rows; len(got) != 1 {
		t.Errorf("after one undo Rows are %v", got)
	}
	s.editor.AddAll([]string{"price", "units", "region"}, view.Rows, 1) // units stands there already
	if got := s.session.State().Rows; len(got) != 3 || got[0].Column != "price" || got[1].Column != "units" ||
		got[2].Column != "region" {
		t.Errorf("Rows are %v", got)
	}
	s.editor.AddDefault([]string{"weight", "day"})
	if st := s.session.State(); len(st.Values) != 1 || st.Values[0].Column != "weight" || st.Rows[3].Column != "day" {
		t.Errorf("Values are %v, Rows are %v", st.Values, st.Rows)
	}
	s.editor.Drop(view.Filters, edit.Fields{Columns: []string{"price", "units"}}, 0)
	for range 2 {
		s.until("the editor of a filter", func() bool { return s.dialogs.Len() == 1 })
		s.typed("1")
		test.Tap(s.button("Apply"))
	}
	if got := s.session.State().Filters; len(got) != 2 || got[0].Field.Column != "price" ||
		got[1].Field.Column != "units" || s.dialogs.Len() != 0 {
		t.Errorf("Filters are %v", got)
	}
}

// TestCostByKeyboard asks with the keyboard what adding a field would cost, and adds it from there.
func TestCostByKeyboard(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.fields.FocusSearch()
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyE})
	s.until("forecasts", func() bool { return s.asked() != nil && !strings.Contains(s.read(s.asked()), "Estimating") })
	if got := s.read(s.asked()); strings.Count(got, "3 groups, 3 cells") != 2 ||
		strings.Count(got, "1 group, 1 cell") != 1 {
		t.Errorf("the dialog says %s", got)
	}
	for _, b := range all[*input.Button](s.asked()) {
		if b.Text == "Add to Columns" {
			test.Tap(b)
		}
	}
	if a := s.answered(); len(a.State.Cols) != 1 || s.dialogs.Len() != 0 {
		t.Errorf("columns are %v", a.State.Cols)
	}
}

package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/ticklist"
)

// filterBy puts a column onto Filters and waits for the question.
func (s *stage) filterBy(column string) {
	s.Helper()
	s.editor.Add(column, view.Filters, 0)
	s.until("a filter is asked for", func() bool { return s.asked() != nil })
}

func TestBoundsBlockApply(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	for _, tc := range []struct{ column, low, high, says string }{
		{"units", "abc", "5", "“abc” is not a number like"},
		{"units", "5", "1,00", "“1,00” is not a number like"},
		{"price", "2", "1", "From is greater than To"},
		{"weight", "-", "", "“-” is not a number like"},
		{"day", "2024-1", "", "“2024-1” is not a date like"},
		{"day", "2024-02-01", "2024-01", "From is greater than To"},
		{"at", "", "18:30", "“18:30” is not a date or a time like"},
		{"units", "1,000", "5,000", ""},
		{"units", "−3,000", "-5.5", ""},
		{"day", "2022", "", ""},
	} {
		s.filterBy(tc.column)
		s.typed(tc.low, tc.high)
		says := s.read(s.asked())
		if apply := s.button("Apply"); apply.Disabled() != (tc.says != "") || !strings.Contains(says, tc.says) {
			t.Errorf("%+v: Apply is disabled: %v; the dialog says\n%s", tc, apply.Disabled(), says)
		}
		if tc.says == "" && (strings.Contains(says, " is not ") || strings.Contains(says, "greater")) {
			t.Errorf("%+v: the dialog says\n%s", tc, says)
		}
		s.escape()
	}
	s.filterBy("units")
	s.typed("1,000", "5,000")
	s.button("Apply").OnTapped()
	if got := s.session.State().Query().Filter.String(); got != "(units >= 1000 and units <= 5000)" {
		t.Errorf("asks for %s", got)
	}
}

func TestCancelledFilterLeavesNothing(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	for _, cancel := range []func(){s.escape, func() { s.button("Cancel").OnTapped() }} {
		for _, begin := range []func(){
			func() { s.filterBy("units") },
			func() {
				s.editor.Move(view.Rows, 0, view.Filters, 0)
				s.until("asked", func() bool { return s.asked() != nil })
			},
		} {
			begin()
			cancel()
			if state := s.session.State(); len(state.Filters) != 0 || len(state.Rows) != 1 || s.asked() != nil {
				t.Fatalf("a cancelled filter leaves %+v", state)
			}
		}
	}
	s.undo()
	if !s.session.State().Empty() {
		t.Error("a cancelled filter is an undo step")
	}
	s.redo()
	s.editor.Move(view.Rows, 0, view.Filters, 0)
	s.until("asked", func() bool { return s.asked() != nil })
	s.until("the values are counted", func() bool { return !s.button("Tick all found").Disabled() })
	s.button("Tick all found").OnTapped()
	s.button("Apply").OnTapped()
	if state := s.session.State(); len(state.Filters) != 1 || len(state.Filters[0].Values) != 3 ||
		len(state.Rows) != 0 {
		t.Errorf("an applied filter leaves %+v", state)
	}
	s.undo()
	if state := s.session.State(); len(state.Filters) != 0 || len(state.Rows) != 1 {
		t.Errorf("one step back are %+v", state)
	}
}

// TestReturnInTheListOfValues ticks a value in the list and presses Enter there: the filter is applied.
func TestReturnInTheListOfValues(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.filterBy("region")
	s.until("values", func() bool {
		return len(all[*ticklist.List](s.asked())) == 1 && len(all[*ticklist.List](s.asked())[0].Shown()) > 0
	})
	list := all[*ticklist.List](s.asked())[0]
	s.win.Canvas().Focus(list)
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if f := s.session.State().Filters; s.asked() != nil || len(f) != 1 || len(f[0].Values) != 1 {
		t.Errorf("after Enter the filters are %+v", f)
	}
}

package ui

import (
	"strings"
	"testing"

	"cardinal/engine/pivot"
	"cardinal/ui/state/view"
)

// TestSortByAnotherMeasure sorts labels by a measure that the pivot does not show, by the menu of a key, and
// undoes that.
func TestSortByAnotherMeasure(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.tour.End()
	s.editor.Append("region", view.Rows)
	labels := func(want string) {
		t.Helper()
		a := s.answered()
		var shown []string
		for row := a.Grid.HeaderRows; row < a.Grid.Rows; row++ {
			if c := a.Grid.Cell(row, 0); c.Role == pivot.RowLabel {
				shown = append(shown, c.Text())
			}
		}
		if got := strings.Join(shown, ", "); got != want || len(a.Tab.Measures) != 1 {
			t.Errorf("%s with %d measures, want %s", got, len(a.Tab.Measures), want)
		}
	}
	labels("Asia, EU, US, Total")
	s.chooseIn(s.ofChip(view.Rows), "Sort", "By another measure…")
	s.typed("sum(width)")
	if !s.button("Use").Disabled() {
		t.Error("a column that there is not is taken")
	}
	s.typed("sum(units)")
	s.button("Use").OnTapped()
	labels("US, Asia, EU, Total")
	if note := s.session.State().Note(view.Rows, 0, s.answered().Depth); !strings.Contains(note, "Sum of units") {
		t.Errorf("the chip says %q", note)
	}
	s.editor.Append("price", view.Values)
	labels("US, Asia, EU, Total")
	s.session.Undo()
	s.session.Undo()
	labels("Asia, EU, US, Total")
}

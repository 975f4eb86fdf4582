package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/view"
)

// doubtful returns a table with a finding of each kind.
func doubtful() *data.Table {
	valid := data.NewBitmap(10)
	valid.Set(9)
	return data.NewTable("orders.csv", []*data.Column{
		data.NewText("city", []uint32{0, 1, 2, 2, 3, 4, 5, 6, 6, 6},
			[]string{"Köln", "Köln ", "Bonn", " Aachen", "Ulm", "Trier", "Mainz"}, nil),
		data.NewFloats("price", []float64{1, 2, 3, 3, 4, 5, 1e6, -1000, 2, math.NaN()}, nil),
		data.NewInts("due", data.Date, 0, []int64{1, 2, 3, 3, 4, 5, 6, 7, 2e6, 9}, nil),
		data.NewInts("note", data.Int, 0, make([]int64, 10), valid),
	})
}

// mouseable is an object that the mouse can press.
type mouseable interface {
	fyne.CanvasObject
	desktop.Mouseable
}

// tapLine presses the mouse on a line of the list of the top dialog.
func (s *stage) tapLine(text string) {
	s.Helper()
	for _, line := range all[mouseable](s.asked()) {
		if strings.Contains(s.read(line), text) {
			line.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
			return
		}
	}
	s.Fatalf("no line with %q in\n%s", text, s.read(s.asked()))
}

// quality opens the dialog from the main menu.
func (s *stage) quality() {
	s.Helper()
	s.chooseIn(s.menu().Items[0].Items, "Data quality…")
	s.until("the dialog", func() bool { return s.dialogs.Len() == 1 })
}

// listed returns the first column of the shown rows.
func (s *stage) listed() (numbers []string) {
	for i := range s.result.rows.Len() {
		numbers = append(numbers, fmt.Sprint(s.result.rows.Row(i)+1))
	}
	return numbers
}

// TestDataQuality opens the dialog from the menu, reads each finding, shows its rows and goes back, filters by it, and
// groups labels.
func TestDataQuality(t *testing.T) {
	s := newStage(t, doubtful())
	s.load(0)
	for _, mode := range []theme.Mode{theme.Light, theme.Dark} {
		s.setMode(mode)
		s.quality()
		s.snap("quality-" + string(mode))
		s.dialogs.Dismiss()
	}
	s.setMode(theme.Light)
	for _, tc := range []struct{ line, says, rows string }{
		{"labels that look alike", `"Köln" with a blank at its end`, "[2]"},
		{"far from the others", "price: 2 rows far from the others: below", "[7 8]"},
		{"in the future", "due: 1 row after", "[9]"},
		{"without a value", "note: 9 rows without a value: the column is nearly empty.", "[1 2 3 4 5 6 7 8 9]"},
		{"equal rows", "All columns: 2 rows equal to another row", "[3 4]"},
	} {
		s.quality()
		s.tapLine(tc.line)
		if text := s.read(s.asked()); !strings.Contains(text, tc.says) {
			t.Errorf("%s: the dialog says\n%s", tc.line, text)
		}
		test.Tap(s.button("Show the rows"))
		s.until("the rows", func() bool { return s.result.rows != nil })
		if got := fmt.Sprint(s.listed()); got != tc.rows {
			t.Errorf("%s: rows %s, want %s", tc.line, got, tc.rows)
		}
		if s.escape(); s.result.rows != nil || s.result.grid.Source() == nil {
			t.Error("Esc does not lead back to the table")
		}
	}
	for _, tc := range []struct {
		line, button, shelf string
		rows                int
	}{
		{"blanks at the ends", "Keep only these", "Filters: city", 2},
		{"blanks at the ends", "Leave these out", "Filters: city", 8},
		{"far from the others", "Keep only these", "Filters: price far", 2},
		{"far from the others", "Leave these out", "Filters: price far", 8},
		{"in the future", "Leave these out", "Filters: due in the future", 9},
		{"without a value", "Leave these out", "Filters: note", 1},
	} {
		s.quality()
		s.tapLine(tc.line)
		test.Tap(s.button(tc.button))
		s.until(tc.line+", "+tc.button, func() bool { return s.session.Whole().Len() == tc.rows })
		if n := len(s.session.State().Filters); n != 1 {
			t.Errorf("%d filters", n)
		}
		s.undo()
		s.until("undone", func() bool { return s.session.Whole().Len() == 10 && len(s.session.State().Lets) == 0 })
	}
	s.quality()
	s.tapLine("labels that look alike")
	test.Tap(s.button("Group them"))
	a := s.answered()
	if text := fmt.Sprint(a.Tab.Rows.Fields); !strings.Contains(text, "Köln") || a.Tab.Rows.Len() != 7 {
		t.Errorf("%s has %d labels", text, a.Tab.Rows.Len())
	}
}

// TestDuplicatesByColumns asks in which columns rows are to be equal, and opens the dialog of one field from its menu.
func TestDuplicatesByColumns(t *testing.T) {
	s := newStage(t, doubtful())
	s.load(0)
	s.editor.Append("city", view.Rows)
	s.answered()
	s.quality()
	test.Tap(s.button("Rows that are equal in…"))
	all[*widget.CheckGroup](s.asked())[0].SetSelected([]string{"city"})
	test.Tap(s.button("Find"))
	s.until("the finding", func() bool {
		return s.dialogs.Len() == 1 && strings.Contains(s.read(s.asked()), "city: 5 rows equal")
	})
	test.Tap(s.button("Show the rows"))
	s.until("the rows", func() bool { return s.result.rows != nil })
	if got := fmt.Sprint(s.listed()); got != "[3 4 8 9 10]" {
		t.Errorf("rows %s", got)
	}
	s.escape()
	if s.result.rows != nil || s.result.answer() == nil {
		t.Error("Esc does not lead back to the pivot")
	}
	s.askQuality([]string{"price"})
	s.until("the dialog", func() bool { return s.dialogs.Len() == 1 })
	if text := s.read(s.asked()); strings.Contains(text, "city") || !strings.Contains(text, "1 finding in 1 column") {
		t.Errorf("the dialog of price says\n%s", text)
	}
}

// TestQualityOfCleanTable expects that the dialog says so, and that its actions are disabled.
func TestQualityOfCleanTable(t *testing.T) {
	s := newStage(t, data.NewTable("clean.csv", []*data.Column{data.NewInts("a", data.Int, 0, []int64{1, 2}, nil)}))
	s.load(0)
	s.quality()
	if text := s.read(s.asked()); !strings.Contains(text, "Nothing doubtful was found.") ||
		!s.button("Show the rows").Disabled() || !s.button("Group them").Disabled() {
		t.Errorf("the dialog says\n%s", text)
	}
	s.escape()
	if s.dialogs.Len() > 0 {
		t.Error("Esc does not close the dialog")
	}
}

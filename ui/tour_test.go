package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// TestTourMakesAPivot follows the tour: one field is dropped by the person, the other by the tour. Then it says what
// was quick, and asks for a file. With a pivot on the screen, nothing is asked for again.
func TestTourMakesAPivot(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.startTour()
	says := func(text string) {
		t.Helper()
		if got := s.read(s.tour.Object()); !strings.Contains(got, text) {
			t.Errorf("the tour says %q, want %q", got, text)
		}
	}
	push := func(text string) {
		t.Helper()
		for _, b := range all[*input.Button](s.tour.Object()) {
			if b.Text == text {
				test.Tap(b)
				return
			}
		}
		t.Errorf("the tour has no button %s", text)
	}
	says("Make a pivot: drag region")
	s.editor.Append("region", view.Rows)
	s.answered()
	says("Now drag units")
	push("Do it for me")
	s.answered()
	says("4 rows in ")
	push("Next")
	says("Now drop your own file")
	push("Done")
	if s.tour.Active() {
		t.Error("the tour does not end")
	}
	s.startTour()
	says("That was quick")
	s.tour.End()
}

package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// TestStaleFiguresSaySo stops a run, and takes the message about it away: the figures of the shelves before are
// still marked as such, until the pivot is run or the shelves are changed back.
func TestStaleFiguresSaySo(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	before := s.session.State()
	marked := func(want bool) {
		t.Helper()
		if s.result.stale.Visible() != want || s.result.veil.Visible() != want {
			t.Errorf("the strip is visible: %v, the veil: %v; want %v", s.result.stale.Visible(),
				s.result.veil.Visible(), want)
		}
	}
	marked(false)
	for _, again := range []func(){func() { test.Tap(all[*input.Button](s.result.stale)[0]) }, s.undo,
		func() { s.editor.Add("units", view.Values, 0) }} {
		s.editor.Add("units", view.Cols, 0)
		s.escape()
		s.escape()
		if s.status.message.Visible() {
			t.Fatal("the message stays")
		}
		marked(true)
		if text := s.read(s.result.root); !strings.Contains(text, "have changed since these figures were computed.") {
			t.Errorf("the window says %s", text)
		}
		again()
		s.answered()
		marked(false)
		s.editor.Edit(func(view.State) view.State { return before })
		s.answered()
	}
}

// TestStoppedIsSaidUntilTheNextRun stops a run and runs the pivot again: the message that it was stopped is gone then.
func TestStoppedIsSaidUntilTheNextRun(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	for _, again := range []func(){s.rerun, s.runAnyway} {
		s.editor.Add("region", view.Rows, 0)
		s.escape()
		if !s.status.message.Visible() || !strings.HasPrefix(s.status.text.Text, "Stopped.") {
			t.Fatalf("the window says %q", s.status.text.Text)
		}
		again()
		s.answered()
		if s.status.message.Visible() {
			t.Errorf("below an answer the window says %q", s.status.text.Text)
		}
		s.editor.Edit(view.State.Clear)
	}
}

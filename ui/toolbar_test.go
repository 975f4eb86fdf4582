package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/tip"
	"cardinal/ui/view"
)

// TestIconsSayWhatTheyDo rests on every button of the window that has no words.
func TestIconsSayWhatTheyDo(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.status.message.Show()
	s.result.find.open()
	if bare := all[*widget.Button](s.win.Content()); len(bare) == 0 {
		t.Fatal("the window has no buttons")
	} else {
		for _, b := range bare {
			if b.Text == "" {
				t.Errorf("a button of the icon %s says nothing", b.Icon.Name())
			}
		}
	}
	icons := all[*tip.Button](s.win.Content())
	if len(icons) != 9 {
		t.Errorf("%d buttons of an icon", len(icons))
	}
	for _, b := range icons {
		b.MouseIn(nil)
		s.until("a tip", func() bool { return len(s.tip.Object().Objects) == 1 })
		if got := strings.TrimSpace(s.read(s.tip.Object())); !strings.HasPrefix(got, b.Says) {
			t.Errorf("the tip says %q", got)
		}
		b.MouseOut()
		if len(s.tip.Object().Objects) != 0 {
			t.Error("the tip stays")
		}
	}
	s.tools.undo.Tapped(&fyne.PointEvent{})
}

// TestNotesButton counts the notes on a file beside its name and says in a field's line what its column lost.
func TestNotesButton(t *testing.T) {
	plain, noted := orders(), orders()
	noted.Name = "noted.xlsx"
	noted.Columns[0].Note = "4 formulas without a stored value, read as null"
	noted.Notes = []string{"region: 4 formulas without a stored value, read as null", "5 empty rows between others were left out"}
	s := newStage(t, plain, noted)
	s.load(0)
	if s.tools.notes.Visible() {
		t.Error("a file without notes has some")
	}
	s.load(1)
	if !s.tools.notes.Visible() || s.tools.notes.Text != "Notes (2)" {
		t.Errorf("the button says %q", s.tools.notes.Text)
	}
	test.Tap(s.tools.notes)
	if top := s.win.Canvas().Overlays().Top(); top == nil || !strings.Contains(s.read(top), noted.Notes[1]) {
		t.Error("the notes are not shown")
	}
	if got := view.Describe(noted.Columns[0], -1); !strings.HasSuffix(got, noted.Columns[0].Note) {
		t.Errorf("the field says %q", got)
	}
}

package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// TestIconsSayWhatTheyDo rests on every button of the window that has no words.
func TestIconsSayWhatTheyDo(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.status.message.Show()
	if bare := all[*widget.Button](s.win.Content()); len(bare) == 0 {
		t.Fatal("the window has no buttons")
	} else {
		for _, b := range bare {
			if b.Text == "" {
				t.Errorf("a button of the icon %s says nothing", b.Icon.Name())
			}
		}
	}
	icons := all[*iconButton](s.win.Content())
	if len(icons) != 5 {
		t.Errorf("%d buttons of an icon", len(icons))
	}
	for _, b := range icons {
		b.MouseIn(nil)
		s.until("a tip", func() bool { return len(s.tip.root.Objects) == 1 })
		if got := strings.TrimSpace(s.read(s.tip.root)); !strings.HasPrefix(got, b.says) {
			t.Errorf("the tip says %q", got)
		}
		b.MouseOut()
		if len(s.tip.root.Objects) != 0 {
			t.Error("the tip stays")
		}
	}
	s.tools.undo.Tapped(&fyne.PointEvent{})
}

package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/input"
	"cardinal/ui/tip"
)

// TestListsGiveEscAway holds the widgets that keep Esc and Return from the window against those that use them.
func TestListsGiveEscAway(t *testing.T) {
	test.NewTempApp(t)
	for _, c := range []struct {
		on                fyne.Focusable
		deaf, unconfirmed bool
	}{
		{widget.NewSelect(nil, nil), true, true},
		{tip.NewSelect(nil, nil, nil), true, true},
		{widget.NewCheck("", nil), true, true},
		{input.New(), false, false},
		{&widget.PopUpMenu{}, false, false},
	} {
		if deaf(c.on) != c.deaf || unconfirmed(c.on) != c.unconfirmed {
			t.Errorf("%T: deaf %v, unconfirmed %v", c.on, deaf(c.on), unconfirmed(c.on))
		}
	}
}

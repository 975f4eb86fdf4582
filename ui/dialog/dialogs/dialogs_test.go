package dialogs

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	"cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

func newStack(t *testing.T) *Stack {
	t.Helper()
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(480, 320))
	return New(w)
}

// TestAskText types a text that is refused and one that is used.
func TestAskText(t *testing.T) {
	s := newStack(t)
	used := ""
	s.AskText("Bins of price", "Width", "0", func(text string) error {
		if text == "0" {
			return errors.New("write a number above 0")
		}
		return nil
	}, func(text string) { used = text })
	test.AssertRendersToMarkup(t, "text.xml", s.Window().Canvas())
	entry := s.Window().Canvas().Focused().(*input.Entry)
	entry.OnSubmitted("")
	if used != "" || s.Len() != 1 {
		t.Fatalf("a text that is refused is used: %q, %d dialogs", used, s.Len())
	}
	entry.SetText("5")
	entry.OnSubmitted("")
	if used != "5" || s.Len() != 0 {
		t.Errorf("used %q, %d dialogs", used, s.Len())
	}
}

// TestDismissClosesTheOneOnTop opens two dialogs and closes them one after the other.
func TestDismissClosesTheOneOnTop(t *testing.T) {
	s := newStack(t)
	s.Tell("First", widget.NewLabel("first"), 200, 100)
	ok := input.NewButton("Use", nil)
	s.Edit("Second", widget.NewLabel("second"), ok, 9000, 9000, nil)
	test.AssertRendersToMarkup(t, "editor.xml", s.Window().Canvas())
	for left := 1; left >= 0; left-- {
		if !s.Dismiss() || s.Len() != left || len(s.Window().Canvas().Overlays().List()) != left {
			t.Fatalf("%d dialogs, want %d", s.Len(), left)
		}
	}
	if s.Dismiss() {
		t.Error("a dialog is closed where none is open")
	}
}

// TestConfirm presses the confirming button of the top dialog, if it has an enabled one.
func TestConfirm(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, widget.NewLabel(""))
	s := New(w)
	s.Confirm()
	times := 0
	ok := input.NewButton("OK", func() { times++ })
	hide := s.Edit("Below", widget.NewLabel(""), ok, 300, 200, nil)
	s.Confirm()
	s.Tell("On top", widget.NewLabel(""), 300, 200)
	if s.Confirm(); s.Len() != 1 {
		t.Errorf("%d dialogs after Enter in one that only tells something", s.Len())
	}
	ok.Disable()
	s.Confirm()
	ok.Enable()
	s.Confirm()
	hide()
	s.Confirm()
	if times != 2 {
		t.Errorf("the button is pressed %d times, want twice", times)
	}
}

// TestLongTitle cuts a title that is too long in its middle.
func TestLongTitle(t *testing.T) {
	s := newStack(t)
	s.Tell("How "+strings.Repeat("quarterly figures ", 20)+"(2).csv is read", widget.NewLabel("first"), 300, 100)
	for _, o := range test.LaidOutObjects(s.Window().Canvas().Overlays().Top()) {
		if l, is := o.(*tip.Label); is && strings.HasPrefix(l.Text, "How quarterly") {
			if !strings.HasSuffix(l.Text, "(2).csv is read") || !strings.Contains(l.Text, "…") || o.Size().Width > 480 {
				t.Errorf("the title is %q, %v wide", l.Text, o.Size().Width)
			}
			return
		}
	}
	t.Error("there is no title")
}

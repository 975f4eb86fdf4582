package dialogs

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// TestScrollByKeys reads a page that is longer than the dialog.
func TestScrollByKeys(t *testing.T) {
	s := newStack(t)
	s.Scroll(fyne.KeyDown)
	page := container.NewVScroll(widget.NewLabel(strings.Repeat("a line\n", 100)))
	s.Tell("A long page", page, 300, 200)
	end := page.Content.MinSize().Height - page.Size().Height
	before := float32(0)
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyPageDown, fyne.KeyEnd} {
		if s.Scroll(key); page.Offset.Y <= before {
			t.Errorf("%s scrolls from %v to %v", key, before, page.Offset.Y)
		}
		before = page.Offset.Y
	}
	if page.Offset.Y != end {
		t.Errorf("End scrolls to %v, want %v", page.Offset.Y, end)
	}
	for _, key := range []fyne.KeyName{fyne.KeyUp, fyne.KeyPageUp, fyne.KeyHome} {
		if s.Scroll(key); page.Offset.Y >= before {
			t.Errorf("%s scrolls from %v to %v", key, before, page.Offset.Y)
		}
		before = page.Offset.Y
	}
	if page.Offset.Y != 0 {
		t.Errorf("Home scrolls to %v", page.Offset.Y)
	}
	s.Scroll(fyne.KeyA)
	if page.Offset.Y != 0 {
		t.Errorf("a letter scrolls to %v", page.Offset.Y)
	}
}

// TestRevealFocused brings the last check box of a long page into view, and then the first one.
func TestRevealFocused(t *testing.T) {
	s := newStack(t)
	var checks []fyne.CanvasObject
	for range 40 {
		checks = append(checks, widget.NewCheck("a choice", nil))
	}
	page := container.NewVScroll(container.NewVBox(checks...))
	s.Tell("Many choices", container.NewBorder(widget.NewLabel("Above"), nil, nil, nil, page), 300, 200)
	for _, i := range []int{39, 20, 0} {
		s.Window().Canvas().Focus(checks[i].(fyne.Focusable))
		s.Reveal()
		top := checks[i].Position().Y - page.Offset.Y
		if top < 0 || top+checks[i].Size().Height > page.Size().Height {
			t.Errorf("check box %d stands at %v of %v", i, top, page.Size().Height)
		}
	}
}

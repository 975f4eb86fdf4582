package input

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/export/chart"
	own "cardinal/ui/look/theme"
)

// TestButtonHasAKeyboard presses a button with Enter and with Space. A ring that stands out marks it while it
// has the keyboard.
func TestButtonHasAKeyboard(t *testing.T) {
	app := test.NewTempApp(t)
	for _, mode := range []own.Mode{own.Light, own.Dark} {
		app.Settings().SetTheme(own.New(mode))
		for _, importance := range []widget.Importance{widget.MediumImportance, widget.HighImportance,
			widget.DangerImportance, widget.LowImportance} {
			pressed := 0
			b := NewButton("Replace", func() { pressed++ })
			b.Importance = importance
			w := test.NewTempWindow(t, b)
			r := test.WidgetRenderer(b).(*buttonRenderer)
			if !r.ring.Hidden {
				t.Error("a ring marks a button without the keyboard")
			}
			w.Canvas().Focus(b)
			if r.ring.Hidden {
				t.Error("no ring marks the button with the keyboard")
			}
			if behind := r.Objects()[0].(*canvas.Rectangle).FillColor; chart.Contrast(r.ring.StrokeColor, behind) < 3 {
				t.Errorf("%s, importance %d: a ring of %v on %v has a contrast of %.2f", mode, importance,
					r.ring.StrokeColor, behind, chart.Contrast(r.ring.StrokeColor, behind))
			}
			b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			b.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
			if pressed != 2 {
				t.Errorf("pressed %d times, want 2", pressed)
			}
			w.Canvas().Unfocus()
			if !r.ring.Hidden {
				t.Error("the ring stays")
			}
		}
	}
}

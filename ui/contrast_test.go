package ui

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"cardinal/export/chart"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// TestEveryTextCanBeRead paints the window, its panel, every dialog and a menu in light and in dark. It compares
// every text with what is painted below it.
func TestEveryTextCanBeRead(t *testing.T) {
	for _, m := range []theme.Mode{theme.Light, theme.Dark} {
		s := newStage(t, orders())
		s.showMode(m)
		s.win.Resize(fyne.NewSize(1600, 900))
		look := func(what string, o fyne.CanvasObject) {
			g := ground{testing: t, what: string(m) + ", " + what,
				back: theme.New(m).Color(fynetheme.ColorNameBackground, 0)}
			g.paint(o, fyne.Position{})
			if g.texts == 0 {
				t.Errorf("%s: no text", g.what)
			}
		}
		look("greeting", s.win.Content())
		s.load(0)
		look("raw table", s.win.Content())
		s.panel.SetOpen([]string{"Why this hardware", "GPU score", "Groups", "Method of grouping",
			"Conditions for the GPU", "Time of each step", "Speed and memory"})
		s.editor.Append("region", view.Rows)
		s.editor.Append("units", view.Values)
		s.answered()
		look("pivot", s.win.Content())
		s.Say(session.Message{Text: "It failed.", Error: true})
		look("error", s.win.Content())
		s.popUp(fyne.NewPos(10, 10), s.menus.ChipItems(view.Values, 0)...)
		look("menu", s.asked())
		s.popped.Hide()
		s.startTour()
		look("tour", s.tour.Object())
		k := keeping(t, "")
		k.showMode(m)
		k.win.Resize(fyne.NewSize(1600, 900))
		h := &hand{TB: t, window: k.window, do: func(f func()) { f() }, until: k.until}
		h.walk(func(name string) { look(name, k.asked()) }, func(string) { k.escape() })
	}
}

// ground is the picture painted so far.
type ground struct {
	testing testing.TB
	what    string
	back    color.Color
	rects   []painted
	texts   int
}

type painted struct {
	from, to fyne.Position
	in       color.Color
}

func (g *ground) paint(o fyne.CanvasObject, at fyne.Position) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *canvas.Rectangle:
		if o.FillColor != nil {
			g.rects = append(g.rects, painted{at, at.Add(o.Size()), o.FillColor})
		}
	case *canvas.Text:
		g.hold(o, at)
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	for _, p := range parts {
		g.paint(p, at)
	}
}

// hold compares a text with the ground below its middle.
func (g *ground) hold(text *canvas.Text, at fyne.Position) {
	if text.Text == "" {
		return
	}
	g.texts++
	middle := at.AddXY(min(text.MinSize().Width, max(text.Size().Width, 1))/2, text.MinSize().Height/2)
	under := g.back
	for _, r := range g.rects {
		if middle.X >= r.from.X && middle.X <= r.to.X && middle.Y >= r.from.Y && middle.Y <= r.to.Y {
			under = blend(r.in, under)
		}
	}
	if got := chart.Contrast(blend(text.Color, under), under); got < 4.5 {
		g.testing.Errorf("%s: %q has a contrast of %.2f", g.what, text.Text, got)
	}
}

// blend returns a colour painted over an opaque one.
func blend(c, below color.Color) color.Color {
	r, g, b, a := c.RGBA()
	x, y, z, _ := below.RGBA()
	mix := func(ink, under uint32) uint16 { return uint16(min(ink+under*(0xFFFF-a)/0xFFFF, 0xFFFF)) }
	return color.RGBA64{R: mix(r, x), G: mix(g, y), B: mix(b, z), A: 0xFFFF}
}

package grid

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

// TestMovedFigure marks a figure, and says its old value in the tip until the marks are removed.
func TestMovedFigure(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(700, 340), 1, theme.VariantLight)
	var said []string
	g.OnClipped = func(text string, _ fyne.Position, _ float32) { said = append(said, text) }
	row, col := find(t, g, "Amsterdam"), 3
	over := func(row, col int) {
		g.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: center(g, row, col)}})
	}
	accents := func(row, col int) (n int) {
		g.generate(g.frame.Rect.Dx(), g.frame.Rect.Dy())
		for y := g.lay.rowY(row); y < g.lay.rowY(row)+g.lay.rowH; y++ {
			for x := g.lay.colX(col); x < g.lay.colEnd(col); x++ {
				if g.frame.RGBAAt(x, y) == g.paint.accent {
					n++
				}
			}
		}
		return n
	}
	plain := accents(row, col)
	if g.SetBefore(func(r, c int) (string, bool) { return "12.5", r == row && c == col }) {
		t.Error("there were marks")
	}
	if got := accents(row, col) - plain; got < 15 {
		t.Errorf("the mark has %d pixels", got)
	}
	over(row, col)
	over(row+1, col)
	if got := strings.Join(said, "|"); got != "Before: 12.5|" {
		t.Errorf("said %q", got)
	}
	if !g.SetBefore(nil) || accents(row, col) != plain {
		t.Error("the marks stay")
	}
	g.SetBefore(func(int, int) (string, bool) { return "", true })
	if g.SetSource(sales()); g.SetBefore(nil) {
		t.Error("another source has marks")
	}
}

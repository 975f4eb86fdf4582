package theme

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/export/chart"
)

// TestMenuKeys holds the keys beside menu items, as the toolkit draws them, against the ground of menus.
func TestMenuKeys(t *testing.T) {
	test.NewTempApp(t)
	for _, m := range []Mode{Light, Dark} {
		test.ApplyTheme(t, New(m))
		item := fyne.NewMenuItem("Open", nil)
		item.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyO, Modifier: fyne.KeyModifierControl}
		menu := widget.NewMenu(fyne.NewMenu("", item))
		ground := New(m).Color(theme.ColorNameMenuBackground, 0)
		seen := 0
		for _, o := range test.LaidOutObjects(menu) {
			if text, ok := o.(*canvas.Text); ok && text.Text != "" {
				seen++
				if got := chart.Contrast(over(text.Color, ground), ground); got < 4.5 {
					t.Errorf("%s: %q has a contrast of %.2f", m, text.Text, got)
				}
			}
		}
		if seen < 3 {
			t.Errorf("%d texts in the menu", seen)
		}
	}
}

// over returns a colour painted over an opaque background.
func over(c, ground color.Color) color.Color {
	r, g, b, a := c.RGBA()
	x, y, z, _ := ground.RGBA()
	blend := func(ink, below uint32) uint16 { return uint16(min(ink+below*(0xFFFF-a)/0xFFFF, 0xFFFF)) }
	return color.RGBA64{R: blend(r, x), G: blend(g, y), B: blend(b, z), A: 0xFFFF}
}

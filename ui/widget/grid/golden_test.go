package grid

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"cardinal/engine/pivot"
)

func TestGoldens(t *testing.T) {
	for _, tc := range []struct {
		name    string
		variant fyne.ThemeVariant
		scale   float32
		set     func(g *Grid)
	}{
		{"light", theme.VariantLight, 1, func(g *Grid) { g.SetArrows([]pivot.Arrow{{Row: 2, Col: 2, Desc: true}}) }},
		{"dark", theme.VariantDark, 1, func(g *Grid) { g.SetArrows([]pivot.Arrow{{Row: 2, Col: 2}}) }},
		{"scrolled", theme.VariantLight, 1.5, func(g *Grid) {
			g.lay.x, g.lay.y = 300, 55
			g.sel = selection{anchor: cellAt{7, 4}, head: cellAt{8, 5}, some: true}
		}},
		{"marks-light", theme.VariantLight, 1, func(g *Grid) { g.SetSource(marked()) }},
		{"marks-dark", theme.VariantDark, 1.5, func(g *Grid) {
			g.chosen[g.cols[4].key] = minWidth
			g.SetSource(marked())
		}},
		{"single", theme.VariantLight, 2, func(g *Grid) { g.SetSource(single()); g.Select(4, 2) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := show(t, sales(), fyne.NewSize(760, 300), tc.scale, tc.variant)
			tc.set(g)
			golden(t, tc.name+".png", fyne.CurrentApp().Driver().CanvasForObject(g).Capture())
		})
	}
}

// golden compares a picture with the one in testdata. Processors round differently, so channels may be off by a little.
// A picture that differs is left in testdata/failed, to be looked at and moved up if it is right.
func golden(t *testing.T, name string, got image.Image) {
	t.Helper()
	if same(filepath.Join("testdata", name), got) {
		return
	}
	failed := filepath.Join("testdata", "failed", name)
	var b bytes.Buffer
	err := errors.Join(png.Encode(&b, got), os.MkdirAll(filepath.Dir(failed), 0o755),
		os.WriteFile(failed, b.Bytes(), 0o644))
	t.Errorf("the picture differs from testdata/%s: see %s (%v)", name, failed, err)
}

func same(path string, got image.Image) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil || want.Bounds() != got.Bounds() {
		return false
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			r, g, b, _ := got.At(x, y).RGBA()
			wr, wg, wb, _ := want.At(x, y).RGBA()
			if max(r, wr)-min(r, wr) > 0x0300 || max(g, wg)-min(g, wg) > 0x0300 || max(b, wb)-min(b, wb) > 0x0300 {
				return false
			}
		}
	}
	return true
}

// show puts a grid into a window of its own and paints it once.
func show(t *testing.T, src Source, size fyne.Size, scale float32, variant fyne.ThemeVariant) *Grid {
	t.Helper()
	test.NewTempApp(t)
	test.ApplyTheme(t, variantTheme{theme.DefaultTheme(), variant})
	g := New()
	g.SetSource(src)
	w := test.NewTempWindow(t, g)
	w.SetPadded(false)
	w.Canvas().(test.WindowlessCanvas).SetScale(scale)
	w.Resize(size)
	w.Canvas().Capture()
	return g
}

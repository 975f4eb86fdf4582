package grid

import (
	"fmt"
	"image/png"
	"os"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

func TestLook(t *testing.T) {
	dir := os.Getenv("GRID_LOOK")
	if dir == "" {
		t.Skip("GRID_LOOK is not set")
	}
	for _, v := range []string{"light", "dark"} {
		for _, scale := range []float32{1, 2} {
			test.NewTempApp(t)
			vv := theme.VariantLight
			if v == "dark" {
				vv = theme.VariantDark
			}
			test.ApplyTheme(t, variantTheme{theme.DefaultTheme(), vv})
			g := New()
			g.SetSource(sales())
			w := test.NewTempWindow(t, g)
			w.SetPadded(false)
			w.Canvas().(test.WindowlessCanvas).SetScale(scale)
			w.Resize(fyne.NewSize(1100, 520))
			w.Canvas().Capture()
			time.Sleep(300 * time.Millisecond)
			g.SetSort(4, true)
			shoot := func(name string) {
				f, _ := os.Create(fmt.Sprintf("%s/%s-%s-%v.png", dir, name, v, scale))
				png.Encode(f, w.Canvas().Capture())
				f.Close()
			}
			g.focused = true
			g.sel = span{anchor: cellAt{5, 3}, head: cellAt{7, 4}, some: true}
			shoot("a")
			g.lay.x = 1 << 20
			g.sel = span{anchor: cellAt{5, 15}, head: cellAt{5, 15}, some: true}
			shoot("b")
			w.Resize(fyne.NewSize(800, 300))
			g.lay.x, g.lay.y = int(150*scale), int(37*scale)
			g.resize(3, 60)
			shoot("c")
			g.SetSource(long{rows: 10_000_000, figures: 4})
			g.ScrollTo(10_000_000, 0)
			g.hover.row = 9_999_998
			g.placeHover()
			shoot("d")
		}
	}
}

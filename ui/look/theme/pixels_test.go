package theme

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestWholePixels holds sizes against the pixels that the toolkit draws on, wherever an object begins.
func TestWholePixels(t *testing.T) {
	test.NewTempApp(t)
	o := widget.NewLabel("")
	w := test.NewTempWindow(t, container.NewWithoutLayout(o))
	for _, scale := range []float32{1, 1.25, 1.4, 2} {
		w.Canvas().(test.WindowlessCanvas).SetScale(scale)
		for n := range 4000 {
			s := WholePixels(o, fyne.NewSquareSize(float32(n)*0.37))
			size := math.Round(float64(s.Width * scale))
			if float32(n)*0.37-s.Width > 1/scale {
				t.Fatalf("%v of %v", s, float32(n)*0.37)
			}
			for _, at := range []float32{0, 206.4, 33.17} {
				if drawn := math.Round(float64((at+s.Width)*scale)) - math.Round(float64(at*scale)); drawn != size {
					t.Fatalf("at %v with scale %v, %v pixels are drawn on %v", at, scale, size, drawn)
				}
			}
		}
	}
}

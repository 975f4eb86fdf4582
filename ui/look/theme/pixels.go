package theme

import (
	"math"

	"fyne.io/fyne/v2"
)

// WholePixels rounds a size down to whole pixels of the screen that shows o. The toolkit rounds where an object begins
// and where it ends. If the size has a fraction of a pixel, an image is therefore sometimes stretched by a pixel, which
// doubles one line of its pixels.
func WholePixels(o fyne.CanvasObject, s fyne.Size) fyne.Size {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return s
	}
	whole := func(v float32) float32 {
		const slack = 0.01 // a whole number of pixels may be a little less after the division by the scale
		return float32(math.Floor(float64(v*c.Scale()+slack))) / c.Scale()
	}
	return fyne.NewSize(whole(s.Width), whole(s.Height))
}

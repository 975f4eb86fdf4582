package ui

import (
	"image"
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"cardinal/internal/system"
)

// firstFrame is the variable that may name a file to make when the first frame is painted.
const firstFrame = "CARDINAL_FIRST_FRAME"

// clock measures two waits: from the start of the process to the first frame of the window, and from an edit to
// the frame that shows its result.
type clock struct {
	firstPaint time.Duration // since the process started; 0 before it happened
	toScreen   time.Duration // of the last edit whose result was painted
	begun      system.Moment // the edit whose result is not painted yet
	onFirst    func()        // called at the first paint
}

// spot is an invisible dot. The toolkit paints the dot with the first frame of the window.
func (c *clock) spot() fyne.CanvasObject {
	blank := image.NewAlpha(image.Rect(0, 0, 1, 1))
	dot := canvas.NewRaster(func(int, int) image.Image {
		if c.firstPaint == 0 {
			c.firstPaint = system.Since(started)
			if path := os.Getenv(firstFrame); path != "" {
				_ = os.WriteFile(path, nil, 0o600) // for whoever measures from outside
			}
			if c.onFirst != nil {
				go c.onFirst()
			}
		}
		return blank
	})
	dot.Resize(fyne.NewSquareSize(1))
	return container.NewWithoutLayout(dot)
}

func (c *clock) edited() { c.begun = system.Now() }

// painted ends the wait of the last edit and reports whether one was under way.
func (c *clock) painted() bool {
	if c.begun == 0 {
		return false
	}
	c.toScreen, c.begun = system.Since(c.begun), 0
	return true
}

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

// firstFrame is an environment variable. If it names a file, the file is made when the first frame is painted.
const firstFrame = "CARDINAL_FIRST_FRAME"

// clock measures two times: from the start of the process to the first frame of the window, and from an edit to the
// frame that shows its result.
type clock struct {
	firstPaint time.Duration // since the start of the process; 0: not yet
	toScreen   time.Duration // of the last painted edit
	begun      system.Moment // the time of an edit that is not painted yet; 0: none
	onFirst    func()        // runs at the first paint
}

// spot returns an invisible dot that the toolkit paints with the first frame of the window.
func (c *clock) spot() fyne.CanvasObject {
	blank := image.NewAlpha(image.Rect(0, 0, 1, 1))
	dot := canvas.NewRaster(func(int, int) image.Image {
		if c.firstPaint == 0 {
			c.firstPaint = system.Since(started)
			if path := os.Getenv(firstFrame); path != "" {
				_ = os.WriteFile(path, nil, 0o600) // for a measurement from outside
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

func (c *clock) startEdit() { c.begun = system.Now() }

// endEdit ends the time of the last edit. It reports whether an edit was waiting.
func (c *clock) endEdit() bool {
	if c.begun == 0 {
		return false
	}
	c.toScreen, c.begun = system.Since(c.begun), 0
	return true
}

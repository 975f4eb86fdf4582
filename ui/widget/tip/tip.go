package tip

import (
	"time"

	"cardinal/internal/ellipsis"
	"cardinal/internal/glyph"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// delay is how long the pointer must rest on an object before its tip appears.
const delay = 600 * time.Millisecond

// Tip is a text beside the object under the pointer. It covers the window's content, and catches no pointer events.
type Tip struct {
	root *fyne.Container
	post func(func())
	stop func() bool // stops the tip that waits for delay; nil: none waits
}

// New returns a hidden tip. post hands a function to the UI goroutine.
func New(post func(func())) *Tip {
	return &Tip{root: container.NewWithoutLayout(), post: post}
}

// Object returns the object to put over the content of the window.
func (t *Tip) Object() *fyne.Container { return t.root }

// Over puts the tip over content that has a canvas of its own, such as a dialog. The tip does not change the size of
// the content.
func (t *Tip) Over(content fyne.CanvasObject) fyne.CanvasObject {
	return container.New(beneath{}, content, t.root)
}

type beneath struct{}

// MinSize implements fyne.Layout.
func (beneath) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout implements fyne.Layout.
func (beneath) Layout(o []fyne.CanvasObject, size fyne.Size) {
	for _, o := range o {
		o.Resize(size)
	}
}

// showBeside shows a text beside an object. If the text is "", it shows nothing.
func (t *Tip) showBeside(o fyne.CanvasObject, text string) {
	if text != "" {
		t.Show(text, fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size().Height)
	}
}

// Show shows a text after delay. It is below an object whose position on the canvas and height are given. If the window
// ends there, it is above the object.
func (t *Tip) Show(text string, at fyne.Position, height float32) {
	t.Hide()
	t.stop = time.AfterFunc(delay, func() {
		t.post(func() {
			if t.stop != nil {
				t.draw(text, at, height)
			}
		})
	}).Stop
}

// Hide removes the tip, or stops one that is waiting.
func (t *Tip) Hide() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
	t.root.Objects = nil
	t.root.Refresh()
}

const (
	gap      = 4
	maxWidth = 440  // wider texts are wrapped
	maxRunes = 1500 // longer texts are cut
)

func (t *Tip) draw(text string, at fyne.Position, height float32) {
	label := widget.NewLabel(glyph.LeftToRight(ellipsis.Cut(text, maxRunes)))
	label.SizeName = theme.SizeNameCaptionText
	room := t.root.Size()
	most := min(maxWidth, room.Width-gap)
	if label.MinSize().Width > most {
		label.Wrapping = fyne.TextWrapWord
		label.Refresh()
		label.Resize(fyne.NewSize(most, 0)) // a wrapped text needs its width before it has a height
	}
	if label.Wrapping == fyne.TextWrapOff { // only one line can be reordered: in several, words would change lines
		label.SetText(glyph.Reorder(label.Text))
	}
	back := canvas.NewRectangle(theme.Color(theme.ColorNameOverlayBackground))
	back.CornerRadius = 4
	back.StrokeColor, back.StrokeWidth = theme.Color(theme.ColorNameInputBorder), 1
	box := container.NewStack(back, label)
	size := label.MinSize()
	if label.Wrapping == fyne.TextWrapWord {
		size.Width = most
	}
	box.Resize(size)
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(t.root)) // the root begins below the menu bar
	y := at.Y + height + gap
	if y+size.Height > room.Height {
		y = max(0, at.Y-size.Height-gap)
	}
	box.Move(fyne.NewPos(max(0, min(at.X, room.Width-size.Width-gap)), y))
	t.root.Objects = []fyne.CanvasObject{box}
	t.root.Refresh()
}

package tour

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

// Step is one step of a tour.
type Step struct {
	At          fyne.CanvasObject // gets the ring; if it is hidden, the step is skipped
	Title, Text string
	Say         func() string // returns the text when the step is shown; nil: Text is shown
	// If the step asks the person to do something, Did reports whether it is done, and the tour then goes on by itself.
	// Do does it for the person. For a step that asks nothing, both are nil.
	Did func() bool
	Do  func()
}

// Tour shows steps one after the other. Its card covers a part of the window, and a person can use the rest.
type Tour struct {
	OnEnd func() // the tour was finished or ended by the person

	root  *fyne.Container
	from  fyne.Focusable // the widget that had the focus before the first step; may be nil
	steps []Step
	now   int
	ring  *canvas.Rectangle // around the widget of the step
	back  *canvas.Rectangle // the background of the card
	keys  *fyne.Container   // the buttons of the card
	watch *fyne.Animation   // while a step is shown, calls follow for every frame
}

// New returns a hidden tour.
func New() *Tour {
	t := &Tour{}
	t.root = container.New(t)
	t.watch = &fyne.Animation{Duration: time.Second, RepeatCount: fyne.AnimationRepeatForever, Tick: func(float32) {
		t.follow()
	}}
	return t
}

// Object returns the object to put over the content of the window.
func (t *Tour) Object() fyne.CanvasObject { return t.root }

// Active reports whether a step is shown.
func (t *Tour) Active() bool { return len(t.root.Objects) > 0 }

// Start shows the first step. It leaves out steps that are done already, or whose object is hidden.
func (t *Tour) Start(steps []Step) {
	t.steps = nil
	for _, s := range steps {
		if s.At.Visible() && s.At.Size().Width > 0 && (s.Did == nil || !s.Did()) {
			t.steps = append(t.steps, s)
		}
	}
	if len(t.steps) > 0 {
		if c := t.canvas(); c != nil && !t.Active() {
			t.from = c.Focused()
		}
		t.show(0)
		t.watch.Start()
	}
}

// canvas returns the canvas of the tour, or nil before the tour was painted.
func (t *Tour) canvas() fyne.Canvas { return fyne.CurrentApp().Driver().CanvasForObject(t.root) }

// End removes the tour. If the card has the keyboard focus, End gives it back to the widget that had it before. It
// returns false if no tour was shown.
func (t *Tour) End() bool {
	if !t.Active() {
		return false
	}
	t.watch.Stop()
	t.root.Objects = nil
	t.root.Refresh()
	if c := t.canvas(); c != nil {
		o, is := c.Focused().(fyne.CanvasObject)
		if mine := is && slices.Contains(t.keys.Objects, o); mine || !is {
			c.Unfocus()
			if t.from != nil {
				c.Focus(t.from)
			}
		}
	}
	t.from = nil
	if t.OnEnd != nil {
		t.OnEnd()
	}
	return true
}

// Advance shows the next step if the present step is done.
func (t *Tour) Advance() {
	if t.Active() && t.steps[t.now].Did != nil && t.steps[t.now].Did() && t.now+1 < len(t.steps) {
		t.show(t.now + 1)
	}
}

func (t *Tour) show(i int) {
	t.now = i
	s := t.steps[i]
	if s.Say != nil {
		s.Text = s.Say()
	}
	ring := canvas.NewRectangle(nil)
	ring.StrokeWidth, ring.CornerRadius = 3, 6
	back := canvas.NewRectangle(nil)
	back.StrokeWidth, back.CornerRadius = 1, 6
	t.ring, t.back = ring, back
	t.colour()
	title, text := widget.NewLabel(s.Title), widget.NewLabel(s.Text)
	title.TextStyle.Bold, title.Wrapping, text.Wrapping = true, fyne.TextWrapWord, fyne.TextWrapWord
	last := i == len(t.steps)-1
	ahead := input.NewButton(lang.L("Next"), func() { t.show(i + 1) })
	switch {
	case s.Do != nil:
		ahead = input.NewButton(lang.L("Do it for me"), s.Do)
	case last:
		ahead = input.NewButton(lang.L("Done"), func() { t.End() })
	}
	ahead.Importance = widget.HighImportance
	buttons := container.NewHBox(widget.NewLabel(lang.L("{{.Step}} of {{.Steps}}", lang.With{"Step": i + 1,
		"Steps": len(t.steps)})), layout.NewSpacer())
	if !last {
		skip := input.NewButton(lang.L("Skip the tour"), func() { t.End() })
		skip.Importance = widget.LowImportance
		buttons.Add(skip)
	}
	if i > 0 && t.steps[i-1].Did == nil {
		buttons.Add(input.NewButton(lang.L("Back"), func() { t.show(i - 1) }))
	}
	buttons.Add(ahead)
	t.keys = buttons
	body := container.New(layout.NewCustomPaddedLayout(6, 8, 8, 8), container.NewVBox(title, text, buttons))
	t.root.Objects = []fyne.CanvasObject{ring, container.NewStack(back, body)}
	t.root.Refresh()
	if c := t.canvas(); c != nil {
		c.Focus(ahead)
	}
}

const (
	cardWidth = 330
	ringGap   = 3
	cardGap   = 10
)

// MinSize implements fyne.Layout.
func (t *Tour) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// ringOf returns two opposite corners of the step's ring, in a window of a size.
func (t *Tour) ringOf(size fyne.Size) (from, to fyne.Position) {
	at, driver := t.steps[t.now].At, fyne.CurrentApp().Driver()
	from = driver.AbsolutePositionForObject(at).Subtract(driver.AbsolutePositionForObject(t.root)).SubtractXY(ringGap,
		ringGap)
	to = from.AddXY(at.Size().Width+2*ringGap, at.Size().Height+2*ringGap)
	return fyne.NewPos(max(0, from.X), max(0, from.Y)), fyne.NewPos(min(to.X, size.Width), min(to.Y, size.Height))
}

// colour sets the colours of the ring and the card to those of the theme.
func (t *Tour) colour() {
	t.ring.StrokeColor, t.back.StrokeColor = theme.Color(theme.ColorNamePrimary), theme.Color(theme.ColorNamePrimary)
	t.back.FillColor = theme.Color(theme.ColorNameOverlayBackground)
	t.ring.Refresh()
	t.back.Refresh()
}

// follow lays out the step again if its widget was moved or resized, e.g. since shelves have become higher. It also
// sets the colours again if the theme has changed.
func (t *Tour) follow() {
	if !t.Active() {
		return
	}
	if t.back.FillColor != theme.Color(theme.ColorNameOverlayBackground) {
		t.colour()
	}
	from, to := t.ringOf(t.root.Size())
	if ring := t.root.Objects[0]; ring.Position() != from || ring.Size() != fyne.NewSize(to.X-from.X, to.Y-from.Y) {
		t.Layout(t.root.Objects, t.root.Size())
	}
}

// Layout places the ring around the widget. It places the card at the first side of the widget where it fits: right,
// left, below or above. If it fits nowhere, it is over the widget.
func (t *Tour) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if len(objects) == 0 {
		return
	}
	ring, card := objects[0], objects[1]
	from, to := t.ringOf(size)
	ring.Move(from)
	ring.Resize(fyne.NewSize(to.X-from.X, to.Y-from.Y))

	width := min(cardWidth, size.Width-2*cardGap)
	card.Resize(fyne.NewSize(width, 0)) // a wrapped text needs its width before it has a height
	height := card.MinSize().Height
	card.Resize(fyne.NewSize(width, height))
	x, y := min(from.X, size.Width-width-cardGap), min(from.Y, size.Height-height-cardGap)
	switch {
	case size.Width-to.X >= width+2*cardGap:
		x = to.X + cardGap
	case from.X >= width+2*cardGap:
		x = from.X - width - cardGap
	case size.Height-to.Y >= height+2*cardGap:
		y = to.Y + cardGap
	case from.Y >= height+2*cardGap:
		y = from.Y - height - cardGap
	default:
		x, y = from.X+(to.X-from.X-width)/2, from.Y+(to.Y-from.Y-height)/2
	}
	card.Move(fyne.NewPos(max(0, x), max(0, y)))
}

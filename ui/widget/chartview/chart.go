package chartview

import (
	"image"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"cardinal/export/chart"
	"cardinal/ui/widget/input"
)

var (
	_ fyne.Focusable         = (*Chart)(nil)
	_ fyne.Tappable          = (*Chart)(nil)
	_ fyne.SecondaryTappable = (*Chart)(nil)
	_ fyne.Shortcutable      = (*Chart)(nil)
	_ fyne.Draggable         = (*Chart)(nil)
	_ desktop.Keyable        = (*Chart)(nil)
	_ desktop.Hoverable      = (*Chart)(nil)
	_ desktop.Cursorable     = (*Chart)(nil)
)

// Chart shows a scene. Only the UI goroutine uses it. Its callbacks may be nil.
type Chart struct {
	widget.BaseWidget

	// the size or the scale has changed, so that another picture is needed
	OnRoom     func()
	OnSelect   func(i int) // a mark was clicked, or reached by a key
	OnActivate func(i int) // a mark was double-clicked, or Enter was pressed on it
	// the secondary button or the menu key was pressed; the mark there is selected already
	OnMenu func(at fyne.Position)
	// a drag chose marks, and ended at a position of the canvas
	OnChoose func(at fyne.Position)
	// the pointer came onto a mark, which is at a position of the canvas; text is "" if the pointer left a mark
	OnTip func(text string, at fyne.Position, height float32)

	scene    *chart.Scene
	picture  *image.RGBA
	message  string // in place of a picture
	selected int    // -1: none
	chosen   []int  // marks chosen by a drag or with Shift; nil: only the selected mark
	veiled   []int  // a copy of chosen in ascending order, for the veil
	drag     *drag  // nil: none
	shift    bool
	hovered  int // -1: none
	focused  bool
	tapped   time.Time
	last     int // the mark of the last tap; -1: none
}

// New returns a widget without a chart.
func New() *Chart {
	c := &Chart{selected: -1, hovered: -1, last: -1}
	c.ExtendBaseWidget(c)
	return c
}

// SetScene shows a scene and its picture. If a mark is selected, the mark of the same figure in the new scene is
// selected next.
func (c *Chart) SetScene(s *chart.Scene, picture *image.RGBA) {
	old, at := c.scene, c.selected
	c.scene, c.picture, c.message, c.selected, c.chosen, c.drag = s, picture, "", -1, nil, nil
	if old != nil && at >= 0 {
		c.selected = sameMark(s, old.Marks[at])
	}
	c.begin()
	c.unhover()
	c.Refresh()
}

// sameMark returns the mark of a scene that has the same nodes and measure as m, or -1.
func sameMark(s *chart.Scene, m chart.Mark) int {
	return slices.IndexFunc(s.Marks, func(o chart.Mark) bool {
		return o.Row == m.Row && o.Col == m.Col && o.Measure == m.Measure
	})
}

// Tell shows a sentence in place of a chart.
func (c *Chart) Tell(message string) {
	c.scene, c.picture, c.message, c.selected, c.chosen, c.drag = nil, nil, message, -1, nil, nil
	c.unhover()
	c.Refresh()
}

// Scene returns the shown scene, or nil.
func (c *Chart) Scene() *chart.Scene { return c.scene }

// Message returns the sentence in place of a chart, or "".
func (c *Chart) Message() string { return c.message }

// Selected returns the mark with the keyboard focus, or -1.
func (c *Chart) Selected() int { return c.selected }

// Chosen returns the marks that were chosen by a drag or with Shift. If there are none, it returns the selected mark.
func (c *Chart) Chosen() []int {
	if c.chosen == nil && c.selected >= 0 {
		return []int{c.selected}
	}
	return c.chosen
}

// Scale returns the number of pixels in a unit of the toolkit.
func (c *Chart) Scale() float64 {
	if on := fyne.CurrentApp().Driver().CanvasForObject(c); on != nil {
		return float64(on.Scale())
	}
	return 1
}

// Resize implements fyne.CanvasObject.
func (c *Chart) Resize(s fyne.Size) {
	before := c.Size()
	c.BaseWidget.Resize(s)
	if s != before && c.OnRoom != nil {
		c.OnRoom()
	}
}

// MinSize implements fyne.CanvasObject.
func (c *Chart) MinSize() fyne.Size { return fyne.NewSize(120, 90) }

// MouseIn implements desktop.Hoverable.
func (c *Chart) MouseIn(ev *desktop.MouseEvent) { c.MouseMoved(ev) }

// MouseMoved implements desktop.Hoverable.
func (c *Chart) MouseMoved(ev *desktop.MouseEvent) {
	i := c.markAt(ev.Position)
	if i == c.hovered {
		return
	}
	c.hovered = i
	c.Refresh()
	c.tip(i)
}

// MouseOut implements desktop.Hoverable.
func (c *Chart) MouseOut() {
	c.unhover()
	c.Refresh()
}

func (c *Chart) unhover() {
	if c.hovered >= 0 {
		c.hovered = -1
		c.tip(-1)
	}
}

// tip shows the description of mark i, or hides it if i is -1.
func (c *Chart) tip(i int) {
	if c.OnTip == nil {
		return
	}
	if i < 0 || c.scene == nil {
		c.OnTip("", fyne.Position{}, 0)
		return
	}
	m := c.scene.Marks[i]
	x, y := m.Middle()
	top, bottom := m.Y0, m.Y1
	if m.Slice != nil { // the box of a slice may cover other marks
		top, bottom = y-small, y+small
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
	c.OnTip(c.scene.Tip(i), at.AddXY(float32(x), float32(top)), float32(bottom-top))
}

// small is half the height of the area, around the middle of a slice, beside which its tip is shown.
const small = 8

// mark returns a mark of the scene, or nil.
func (c *Chart) mark(i int) *chart.Mark {
	if c.scene == nil || i < 0 || i >= len(c.scene.Marks) {
		return nil
	}
	return &c.scene.Marks[i]
}

// markAt returns the mark at a position, or -1.
func (c *Chart) markAt(p fyne.Position) int {
	if c.scene == nil {
		return -1
	}
	if i, ok := c.scene.MarkAt(float64(p.X), float64(p.Y)); ok {
		return i
	}
	return -1
}

// Cursor implements desktop.Cursorable.
func (c *Chart) Cursor() desktop.Cursor {
	if c.hovered >= 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// twice is the longest time between the taps of a double tap.
const twice = 400 * time.Millisecond

// Tapped implements fyne.Tappable.
func (c *Chart) Tapped(ev *fyne.PointEvent) {
	input.Focus(c)
	i := c.markAt(ev.Position)
	again := i >= 0 && i == c.last && time.Since(c.tapped) < twice
	c.last, c.tapped = i, time.Now()
	switch {
	case again && c.OnActivate != nil:
		c.last = -1
		c.OnActivate(i)
	case i >= 0:
		c.choose(i)
	case c.scene != nil: // a tap on a label of an axis chooses the marks of that label
		x, y := float64(ev.Position.X), float64(ev.Position.Y)
		c.chosen = c.scene.MarksIn(x, y, x, y)
		c.Refresh()
	}
}

// drag is the rectangle of a drag, by two opposite corners.
type drag struct{ from, to fyne.Position }

// unsteady is how far the pointer may move during a click, since a hand is unsteady.
const unsteady = 5

// Dragged implements fyne.Draggable. It chooses the marks in a rectangle.
func (c *Chart) Dragged(ev *fyne.DragEvent) {
	if c.scene == nil {
		return
	}
	if c.drag == nil {
		input.Focus(c)
		c.unhover()
		c.drag = &drag{from: ev.Position.SubtractXY(ev.Dragged.DX, ev.Dragged.DY)}
	}
	d := c.drag
	d.to = ev.Position
	c.chosen = c.scene.MarksIn(float64(d.from.X), float64(d.from.Y), float64(d.to.X), float64(d.to.Y))
	if c.selected = -1; len(c.chosen) > 0 {
		c.selected = c.chosen[0]
	}
	c.Refresh()
}

// DragEnd implements fyne.Draggable.
func (c *Chart) DragEnd() {
	d := c.drag
	if d == nil {
		return
	}
	c.drag = nil
	by := d.to.Subtract(d.from)
	if max(by.X, -by.X, by.Y, -by.Y) < unsteady {
		c.chosen = nil
		c.Tapped(&fyne.PointEvent{Position: d.from})
		return
	}
	if c.Refresh(); len(c.chosen) > 0 && c.OnChoose != nil {
		c.OnChoose(fyne.CurrentApp().Driver().AbsolutePositionForObject(c).Add(d.to))
	}
}

// KeyDown implements desktop.Keyable.
func (c *Chart) KeyDown(ev *fyne.KeyEvent) { c.shift = c.shift || input.IsShift(ev) }

// KeyUp implements desktop.Keyable.
func (c *Chart) KeyUp(ev *fyne.KeyEvent) { c.shift = c.shift && !input.IsShift(ev) }

// TappedSecondary implements fyne.SecondaryTappable.
func (c *Chart) TappedSecondary(ev *fyne.PointEvent) {
	input.Focus(c)
	if i := c.markAt(ev.Position); i >= 0 && !slices.Contains(c.chosen, i) {
		c.choose(i)
	}
	if c.OnMenu != nil {
		c.OnMenu(ev.AbsolutePosition)
	}
}

// choose selects a mark. If Shift is pressed, it adds the mark to the chosen marks.
func (c *Chart) choose(i int) {
	if !input.Shifted(c.shift) {
		c.chosen = nil
	} else if before := c.Chosen(); !slices.Contains(before, i) {
		c.chosen = append(slices.Clone(before), i)
	}
	c.selected = i
	c.Refresh()
	if c.OnSelect != nil {
		c.OnSelect(i)
	}
}

// FocusGained implements fyne.Focusable.
func (c *Chart) FocusGained() {
	c.focused = true
	c.begin()
	c.Refresh()
}

// begin selects the first mark if the chart has the keyboard focus and no mark is selected.
func (c *Chart) begin() {
	if c.focused && c.selected < 0 && c.scene != nil && len(c.scene.Marks) > 0 {
		c.selected = 0
	}
}

// FocusLost implements fyne.Focusable.
func (c *Chart) FocusLost() {
	c.focused = false
	c.Refresh()
}

// TypedRune implements fyne.Focusable.
func (c *Chart) TypedRune(rune) {}

// TypedShortcut implements fyne.Shortcutable.
func (c *Chart) TypedShortcut(s fyne.Shortcut) { input.PassShortcut(c, s) }

// TypedKey moves from mark to mark by the arrows and shows the tip of the mark.
func (c *Chart) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == desktop.KeyMenu && c.OnMenu != nil {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
		if m := c.mark(c.selected); m != nil {
			x, y := m.Middle()
			at = at.AddXY(float32(x), float32(y))
		}
		c.OnMenu(at)
		return
	}
	if c.scene == nil || len(c.scene.Marks) == 0 || c.selected < 0 {
		input.Pass(c, ev)
		return
	}
	to := c.selected
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if c.OnActivate != nil {
			c.OnActivate(to)
		}
		return
	case fyne.KeyLeft:
		to = c.scene.Beside(to, -1, 0)
	case fyne.KeyRight:
		to = c.scene.Beside(to, 1, 0)
	case fyne.KeyUp:
		to = c.scene.Beside(to, 0, -1)
	case fyne.KeyDown:
		to = c.scene.Beside(to, 0, 1)
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = len(c.scene.Marks) - 1
	case fyne.KeySpace:
	case fyne.KeyEscape:
		if c.chosen == nil {
			input.Pass(c, ev)
			return
		}
		c.chosen = nil
		c.Refresh()
		return
	default:
		input.Pass(c, ev)
		return
	}
	c.choose(to)
	c.tip(to)
}

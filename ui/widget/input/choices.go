package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

var (
	_ fyne.Focusable    = (*Choices)(nil)
	_ fyne.Tappable     = (*Choices)(nil)
	_ desktop.Hoverable = (*Choices)(nil)
)

// Option is one option of Choices.
type Option struct {
	Text, Detail string // Detail is shown below Text in small letters
	Asks         bool   // the option opens a dialog: an arrow key does not choose it
}

// Choices shows a few options side by side, of which a person chooses one by a click. Left and Right go to the next
// option and choose it, unless it opens a dialog. Space chooses the option with the mark. Up and Down move the focus to
// another widget. All other keys go to the window.
type Choices struct {
	Pointed

	OnChosen func(i int)

	options        []Option
	chosen, marked int // -1: none
	pointed        int // the option under the pointer; -1: none
	width          float32
}

// NewChoices returns a widget without options, as wide as width.
func NewChoices(width float32, chosen func(i int)) *Choices {
	c := &Choices{OnChosen: chosen, width: width, chosen: -1, pointed: -1}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows options. chosen is the chosen option, or -1. If the same option stays chosen, the mark stays too: Set may
// only bring new details while a person moves the mark with the arrow keys.
func (c *Choices) Set(options []Option, chosen int) {
	if chosen != c.chosen || c.marked >= len(options) {
		c.marked = max(chosen, 0)
	}
	c.options, c.chosen = options, chosen
	c.Refresh()
}

const (
	choiceGap  = 3
	choicePad  = 6
	choiceEdge = 4 // margin above and below the text
	choiceRing = 1.5
)

// cell returns the number of columns, and the size that all options have.
func (c *Choices) cell() (columns int, size fyne.Size) {
	for _, o := range c.options {
		text := fyne.MeasureText(o.Text, theme.TextSize(), fyne.TextStyle{})
		if o.Detail != "" {
			detail := fyne.MeasureText(o.Detail, theme.CaptionTextSize(), fyne.TextStyle{})
			text = fyne.NewSize(max(text.Width, detail.Width), text.Height+detail.Height)
		}
		size = size.Max(text.AddWidthHeight(2*choicePad, 2*choiceEdge))
	}
	columns = min(max(1, int((c.width+choiceGap)/(size.Width+choiceGap))), max(1, len(c.options)))
	rows := (len(c.options) + columns - 1) / columns
	columns = (len(c.options) + max(1, rows) - 1) / max(1, rows) // so that all lines have about the same length
	size.Width = (c.width+choiceGap)/float32(max(1, columns)) - choiceGap
	return max(1, columns), size
}

// place returns the position of option i.
func (c *Choices) place(i int) fyne.Position {
	columns, size := c.cell()
	return fyne.NewPos(float32(i%columns)*(size.Width+choiceGap), float32(i/columns)*(size.Height+choiceGap))
}

// find returns the option at a position; -1 if there is none.
func (c *Choices) find(at fyne.Position) int {
	_, size := c.cell()
	for i := range c.options {
		if p := at.Subtract(c.place(i)); p.X >= 0 && p.Y >= 0 && p.X < size.Width && p.Y < size.Height {
			return i
		}
	}
	return -1
}

// MinSize implements fyne.CanvasObject.
func (c *Choices) MinSize() fyne.Size {
	c.ExtendBaseWidget(c)
	if len(c.options) == 0 {
		return fyne.NewSize(c.width, 0)
	}
	_, size := c.cell()
	return fyne.NewSize(c.width, c.place(len(c.options)-1).Y+size.Height)
}

// Tapped implements fyne.Tappable.
func (c *Choices) Tapped(ev *fyne.PointEvent) {
	Focus(c)
	if i := c.find(ev.Position); i >= 0 {
		c.marked = i
		c.OnChosen(i)
	}
}

// MouseMoved implements desktop.Hoverable.
func (c *Choices) MouseMoved(ev *desktop.MouseEvent) {
	if i := c.find(ev.Position); i != c.pointed {
		c.pointed = i
		c.Refresh()
	}
}

// MouseOut implements desktop.Hoverable.
func (c *Choices) MouseOut() {
	c.pointed = -1
	c.Pointed.MouseOut()
}

// TypedKey implements fyne.Focusable.
func (c *Choices) TypedKey(ev *fyne.KeyEvent) {
	by := map[fyne.KeyName]int{fyne.KeyLeft: -1, fyne.KeyRight: 1}[ev.Name]
	switch on := canvasOf(c); {
	case by != 0 && c.marked+by >= 0 && c.marked+by < len(c.options):
		c.marked += by
		if c.Refresh(); !c.options[c.marked].Asks {
			c.OnChosen(c.marked)
		}
	case by != 0:
	case ev.Name == fyne.KeySpace && c.marked < len(c.options):
		c.OnChosen(c.marked)
	case ev.Name == fyne.KeyUp && on != nil:
		on.FocusPrevious()
	case ev.Name == fyne.KeyDown && on != nil:
		on.FocusNext()
	default:
		Pass(c, ev)
	}
}

// CreateRenderer implements fyne.Widget.
func (c *Choices) CreateRenderer() fyne.WidgetRenderer {
	r := &choicesRenderer{of: c}
	r.Refresh()
	return r
}

// choicesRenderer draws a box with a text for each option.
type choicesRenderer struct {
	Parts
	of *Choices
}

// MinSize implements fyne.WidgetRenderer.
func (r *choicesRenderer) MinSize() fyne.Size { return r.of.MinSize() }

// Layout implements fyne.WidgetRenderer.
func (r *choicesRenderer) Layout(fyne.Size) { r.Refresh() }

// Refresh implements fyne.WidgetRenderer.
func (r *choicesRenderer) Refresh() {
	r.Parts = nil
	c := r.of
	_, size := c.cell()
	for i, o := range c.options {
		fill, ink := theme.ColorNameButton, theme.ColorNameForeground
		if i == c.chosen {
			fill, ink = theme.ColorNamePrimary, theme.ColorNameForegroundOnPrimary
		}
		box, ring := canvas.NewRectangle(theme.Color(fill)), canvas.NewRectangle(nil)
		box.CornerRadius = theme.Size(theme.SizeNameInputRadius)
		ring.CornerRadius = box.CornerRadius - 1
		switch {
		case i == c.marked && c.Focused:
			ring.StrokeColor, ring.StrokeWidth = theme.Color(ink), 1.5
		case i == c.pointed:
			ring.StrokeColor, ring.StrokeWidth = theme.Color(ink), 1
		}
		box.Move(c.place(i))
		box.Resize(size)
		ring.Move(c.place(i).AddXY(choiceRing, choiceRing))
		ring.Resize(size.SubtractWidthHeight(2*choiceRing, 2*choiceRing))
		r.Parts = append(r.Parts, box, ring)
		y := float32(choiceEdge)
		if o.Detail == "" {
			y = (size.Height - fyne.MeasureText("M", theme.TextSize(), fyne.TextStyle{}).Height) / 2
		}
		for _, line := range []struct {
			text string
			size float32
		}{{o.Text, theme.TextSize()}, {o.Detail, theme.CaptionTextSize()}} {
			if line.text == "" || line.text == o.Detail && fyne.MeasureText(line.text, line.size,
				fyne.TextStyle{}).Width > size.Width { // a figure without its end could be read as another one
				continue
			}
			text := canvas.NewText(Ellipsis(line.text, fyne.TextStyle{}, size.Width-2*choicePad), theme.Color(ink))
			text.TextSize, text.Alignment = line.size, fyne.TextAlignCenter
			height := text.MinSize().Height
			text.Move(c.place(i).AddXY(0, y))
			text.Resize(fyne.NewSize(size.Width, height))
			r.Parts = append(r.Parts, text)
			y += height
		}
	}
	canvas.Refresh(c)
}

package tip

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/glyph"
	"cardinal/ui/widget/input"
)

var (
	_ desktop.Hoverable = (*Label)(nil)
	_ desktop.Hoverable = (*Select)(nil)
)

// Label is a text on one line. A text that has no room is cut at its end, and a tip has the whole of it.
type Label struct {
	widget.Label
	Whole string // the text before a caller cut it; "": the text given is whole
	// the ground of the line of a list that the label stands in, lit while the pointer is on the label; nil:
	// none
	Back  *canvas.Rectangle
	given string // on one line; Text has its pieces in the order in which a person sees them
	tip   *Tip
}

// NewLabel makes a label.
func NewLabel(text string, tip *Tip) *Label {
	l := &Label{}
	l.Extend(l, text, tip)
	return l
}

// Extend makes the zero Label that a widget embeds a label with a text.
func (l *Label) Extend(widget fyne.Widget, text string, tip *Tip) {
	l.tip, l.given = tip, input.OneLine(text)
	l.Text, l.Truncation = glyph.Ordered(l.given), fyne.TextTruncateEllipsis
	l.ExtendBaseWidget(widget)
}

// SetText shows another text.
func (l *Label) SetText(text string) {
	l.given = input.OneLine(text)
	l.Label.SetText(l.ordered())
}

// Resize cuts a text from right to left to another width.
func (l *Label) Resize(size fyne.Size) {
	l.Label.Resize(size)
	if text := l.ordered(); text != l.Text {
		l.Label.SetText(text)
	}
}

// ordered is the text with its pieces in the order in which a person sees them. The end of a text from right to
// left is at the left, where the toolkit would not cut it.
func (l *Label) ordered() string {
	text := glyph.Ordered(l.given)
	if text != l.given && l.tooLong() {
		return input.Ellipsis(l.given, l.TextStyle, l.room())
	}
	return text
}

func (l *Label) room() float32 { return l.Size().Width - 2*theme.InnerPadding() }

// tooLong reports whether the label has a width that its text does not fit into.
func (l *Label) tooLong() bool {
	size := theme.TextSize()
	if l.SizeName != "" {
		size = theme.Size(l.SizeName)
	}
	return l.Size().Width > 0 && fyne.MeasureText(l.given, size, l.TextStyle).Width > l.room()
}

// NewBack makes a ground for a label in a list. The toolkit lights a line of a list itself, but for what takes
// the pointer from it.
func NewBack() *canvas.Rectangle {
	back := canvas.NewRectangle(color.Transparent)
	back.CornerRadius = theme.Size(theme.SizeNameSelectionRadius)
	return back
}

func (l *Label) light(in color.Color) {
	if l.Back != nil {
		l.Back.FillColor = in
		l.Back.Refresh()
	}
}

// cut is the whole text where the label shows a part of it, and else "".
func (l *Label) cut() string {
	switch {
	case l.Whole != "" && l.Whole != l.given:
		return l.Whole
	case l.tooLong():
		return l.given
	}
	return ""
}

// MouseIn implements desktop.Hoverable.
func (l *Label) MouseIn(*desktop.MouseEvent) {
	l.light(theme.Color(theme.ColorNameHover))
	l.tip.over(l, l.cut())
}

// MouseMoved implements desktop.Hoverable.
func (l *Label) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (l *Label) MouseOut() {
	l.light(color.Transparent)
	l.tip.Hide()
}

// Select is a list to choose from. Where what is chosen has no room, a tip has the whole of it.
type Select struct {
	input.Select
	Whole []string // the options before a caller cut them; nil: they are whole
	tip   *Tip
}

// NewSelect makes a list to choose from.
func NewSelect(options []string, tip *Tip, chosen func(string)) *Select {
	s := &Select{tip: tip}
	s.Options, s.OnChanged = options, chosen
	s.ExtendBaseWidget(s)
	return s
}

// cut is the whole of what is chosen where the list shows a part of it, and else "".
func (s *Select) cut() string {
	if at := s.SelectedIndex(); at >= 0 && at < len(s.Whole) && s.Whole[at] != s.Selected {
		return s.Whole[at]
	}
	room := s.Size().Width - theme.Size(theme.SizeNameInlineIcon) - 3*theme.InnerPadding()
	if fyne.MeasureText(s.Selected, theme.TextSize(), fyne.TextStyle{}).Width > room {
		return s.Selected
	}
	return ""
}

// MouseIn implements desktop.Hoverable.
func (s *Select) MouseIn(ev *desktop.MouseEvent) {
	s.Select.MouseIn(ev)
	s.tip.over(s, s.cut())
}

// MouseOut implements desktop.Hoverable.
func (s *Select) MouseOut() {
	s.Select.MouseOut()
	s.tip.Hide()
}

// Tapped hides the tip, which would cover the list.
func (s *Select) Tapped(ev *fyne.PointEvent) {
	s.tip.Hide()
	s.Select.Tapped(ev)
}

package tip

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/input"
)

var (
	_ desktop.Hoverable = (*Label)(nil)
	_ desktop.Hoverable = (*Select)(nil)
)

// Label is a text on one line. A text that has no room is cut at its end, and a tip has the whole of it.
type Label struct {
	widget.Label
	Whole string            // the text before a caller cut it; "": Text is whole
	Back  *canvas.Rectangle // the ground of the line of a list that the label stands in, lit while the pointer is on the label; nil: none
	tip   *Tip
}

// NewLabel makes a label.
func NewLabel(text string, tip *Tip) *Label {
	l := &Label{tip: tip}
	l.Text, l.Truncation = input.OneLine(text), fyne.TextTruncateEllipsis
	l.ExtendBaseWidget(l)
	return l
}

// SetText shows another text.
func (l *Label) SetText(text string) { l.Label.SetText(input.OneLine(text)) }

// NewBack makes a ground for a label in a list. The toolkit lights a line of a list itself, but for what takes the pointer from it.
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
	size := theme.TextSize()
	if l.SizeName != "" {
		size = theme.Size(l.SizeName)
	}
	switch {
	case l.Whole != "" && l.Whole != l.Text:
		return l.Whole
	case fyne.MeasureText(l.Text, size, l.TextStyle).Width > l.Size().Width-2*theme.InnerPadding():
		return l.Text
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
	widget.Select
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

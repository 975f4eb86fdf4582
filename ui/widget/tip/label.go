package tip

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/glyph"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

var (
	_ desktop.Hoverable = (*Label)(nil)
	_ desktop.Hoverable = (*Select)(nil)
)

// Label is a text on one line. If it has no room, it is cut at its end, and a tip shows the whole text.
type Label struct {
	widget.Label
	Whole string // the text before a caller cut it; "": not cut
	// the background of the label's line in a list, lit while the pointer is on the label; nil: none
	Back  *canvas.Rectangle
	given string // on one line; Text has its pieces in the order of the screen
	tip   *Tip
}

// NewLabel returns a label.
func NewLabel(text string, tip *Tip) *Label {
	l := &Label{}
	l.Extend(l, text, tip)
	return l
}

// Extend initialises a zero Label that is embedded in a widget, with a text.
func (l *Label) Extend(widget fyne.Widget, text string, tip *Tip) {
	l.tip, l.given = tip, input.OneLine(text)
	l.Text, l.Truncation = glyph.Reorder(l.given), fyne.TextTruncateEllipsis
	l.ExtendBaseWidget(widget)
}

// SetText shows another text.
func (l *Label) SetText(text string) {
	l.given = input.OneLine(text)
	l.Label.SetText(l.ordered())
}

// Resize cuts a right-to-left text to another width.
func (l *Label) Resize(size fyne.Size) {
	l.Label.Resize(size)
	if text := l.ordered(); text != l.Text {
		l.Label.SetText(text)
	}
}

// ordered returns the text with its pieces in the order of the screen. The toolkit would cut a right-to-left text at
// the right, but its end is at the left.
func (l *Label) ordered() string {
	text := glyph.Reorder(l.given)
	if text != l.given && l.tooLong() {
		return input.Ellipsis(l.given, l.TextStyle, l.room())
	}
	return text
}

func (l *Label) room() float32 { return l.Size().Width - 2*theme.InnerPadding() }

// tooLong reports whether the text is wider than the label.
func (l *Label) tooLong() bool {
	size := theme.TextSize()
	if l.SizeName != "" {
		size = theme.Size(l.SizeName)
	}
	return l.Size().Width > 0 && fyne.MeasureText(l.given, size, l.TextStyle).Width > l.room()
}

// NewBack returns a background for a label in a list. The toolkit lights a line of a list only while the line itself
// has the pointer, which the label takes.
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

// cut returns the whole text if the label shows a part of it, otherwise "".
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
	l.tip.showBeside(l, l.cut())
}

// MouseMoved implements desktop.Hoverable.
func (l *Label) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (l *Label) MouseOut() {
	l.light(color.Transparent)
	l.tip.Hide()
}

// Select is a list of options. If the chosen one has no room, a tip shows it in full.
type Select struct {
	input.Select
	Whole []string // the options before a caller cut them; nil: not cut
	tip   *Tip
}

// NewSelect returns a list of options.
func NewSelect(options []string, tip *Tip, chosen func(string)) *Select {
	s := &Select{tip: tip}
	s.Options, s.OnChanged, s.PlaceHolder = options, chosen, lang.L("(Select one)")
	s.ExtendBaseWidget(s)
	return s
}

// cut returns the chosen option if the list shows a part of it, otherwise "".
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
	s.tip.showBeside(s, s.cut())
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

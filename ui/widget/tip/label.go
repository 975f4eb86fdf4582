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

// Label is a text on one line. If the text is too long, it is cut at its end, and a tip shows the whole text.
type Label struct {
	widget.Label
	Whole string // the text before the caller cut it; "": the caller did not cut it
	// the background of the label's line in a list, which is highlighted while the pointer is on the label; nil: none
	Back  *canvas.Rectangle
	given string // the text on one line, before glyph.Reorder
	tip   *Tip
}

// NewLabel returns a label.
func NewLabel(text string, tip *Tip) *Label {
	l := &Label{}
	l.Extend(l, text, tip)
	return l
}

// Extend initialises a zero Label that a widget embeds, and sets its text.
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

// Resize sets the size of the label. If its text is written from right to left, it cuts the text again.
func (l *Label) Resize(size fyne.Size) {
	l.Label.Resize(size)
	if text := l.ordered(); text != l.Text {
		l.Label.SetText(text)
	}
}

// ordered returns the text in the order in which it is painted. If a right-to-left text is too long, ordered cuts it at
// the left, where its end is. The toolkit would cut it at the right.
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

// NewBack returns a background for a label in a list. The toolkit highlights a line of a list only if the line itself
// has the pointer, but the label on it gets the pointer instead.
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

// cut returns the whole text if the label does not show all of it, or else "".
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

// Select is a list of options. If the chosen option is cut, a tip shows it completely.
type Select struct {
	input.Select
	Whole []string // the options before the caller cut them; nil: it did not cut them
	tip   *Tip
}

// NewSelect returns a list of options.
func NewSelect(options []string, tip *Tip, chosen func(string)) *Select {
	s := &Select{tip: tip}
	s.Options, s.OnChanged, s.PlaceHolder = options, chosen, lang.L("(Select one)")
	s.ExtendBaseWidget(s)
	return s
}

// cut returns the chosen option if the list does not show all of it, or else "".
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

// Tapped hides the tip before it shows the options, since the tip would cover them.
func (s *Select) Tapped(ev *fyne.PointEvent) {
	s.tip.Hide()
	s.Select.Tapped(ev)
}

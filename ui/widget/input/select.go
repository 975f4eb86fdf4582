package input

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
)

var (
	_ fyne.Focusable = (*Select)(nil)
	_ fyne.Focusable = (*options)(nil)
	_ fyne.Tappable  = (*option)(nil)
)

// Select is a list of options of any length. Unlike the toolkit's own list, this one scrolls to the focused option, and
// a typed letter goes to an option that begins with it. Enter, Esc and other unused keys go to the window.
type Select struct {
	widget.Select
	Heading func(i int) bool // reports whether option i is a heading, which cannot be chosen; may be nil

	whole fyne.Widget   // the widget that embeds the list, or the list itself
	shown *widget.PopUp // nil: the options are not shown
}

// NewSelect returns a list of options.
func NewSelect(options []string, chosen func(string)) *Select {
	s := &Select{}
	s.Options, s.OnChanged, s.PlaceHolder = options, chosen, lang.L("(Select one)")
	s.ExtendBaseWidget(s)
	return s
}

// ExtendBaseWidget must be called by the constructor of a widget that embeds the list.
func (s *Select) ExtendBaseWidget(whole fyne.Widget) {
	if s.whole == nil {
		s.whole = whole
	}
	s.Select.ExtendBaseWidget(whole)
}

// Tapped implements fyne.Tappable.
func (s *Select) Tapped(*fyne.PointEvent) {
	if s.Disabled() {
		return
	}
	if c := canvasOf(s.whole); c != nil {
		c.Focus(s.whole.(fyne.Focusable))
		s.show(c)
	}
}

// TypedKey implements fyne.Focusable.
func (s *Select) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown:
		s.Tapped(nil)
	case fyne.KeyLeft, fyne.KeyRight:
		s.Select.TypedKey(ev)
	default:
		Pass(s.whole, ev)
	}
}

// TypedRune chooses the next option that begins with a letter.
func (s *Select) TypedRune(letter rune) {
	if i := s.next(s.SelectedIndex(), letter); i >= 0 {
		s.SetSelectedIndex(i)
	}
}

// next returns the next option after `after` that begins with a letter. It goes on at the first option after the last,
// and returns -1 if no option begins with the letter.
func (s *Select) next(after int, letter rune) int {
	for i := range s.Options {
		i = (after + 1 + i) % len(s.Options)
		if letter != ' ' && strings.HasPrefix(strings.ToLower(s.Options[i]), strings.ToLower(string(letter))) {
			return i
		}
	}
	return -1
}

// Hide implements fyne.CanvasObject.
func (s *Select) Hide() {
	s.close()
	s.Select.Hide()
}

func (s *Select) close() {
	if s.shown != nil {
		s.shown.Hide()
		s.shown = nil
	}
}

// show shows the options below the list, or as near to it as the window allows. It gives the focus to the chosen
// option.
func (s *Select) show(c fyne.Canvas) {
	s.close()
	l := newOptions(s)
	s.shown = widget.NewPopUp(l, c)
	inset, gap := theme.InnerPadding(), theme.Padding()
	n := float32(len(s.Options))
	size := fyne.NewSize(s.Size().Width, n*l.CreateItem().MinSize().Height+(n-1)*gap+inset)
	for _, o := range s.Options {
		size.Width = max(size.Width, fyne.MeasureText(o, theme.TextSize(), fyne.TextStyle{}).Width+3*inset)
	}
	size = size.Min(c.Size())
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.whole).AddXY(0, s.Size().Height)
	at.X, at.Y = max(0, min(at.X, c.Size().Width-size.Width)), max(0, min(at.Y, c.Size().Height-size.Height))
	s.shown.Resize(size)
	s.shown.ShowAtPosition(at)
	c.Focus(l)
	if i := s.SelectedIndex(); i >= 0 {
		l.Mark(i)
	}
}

// options are the options of an open list.
type options struct {
	List
	of *Select
}

func newOptions(of *Select) *options {
	l := &options{of: of}
	l.Marked, l.HideSeparators = -1, true
	l.OnMark, l.OnTop = func(int) {}, func() { l.Mark(0) }
	l.OnOpen = func() { l.choose(l.Marked) }
	l.Length = func() int { return len(of.Options) }
	l.CreateItem = func() fyne.CanvasObject {
		o := &option{list: l}
		o.Truncation = fyne.TextTruncateEllipsis
		o.ExtendBaseWidget(o)
		return o
	}
	l.UpdateItem = func(i widget.ListItemID, shown fyne.CanvasObject) {
		o := shown.(*option)
		o.i, o.TextStyle.Bold = i, of.heading(i)
		o.SetText(of.Options[i])
	}
	l.ExtendBaseWidget(l)
	return l
}

// heading reports whether an option is a heading.
func (s *Select) heading(i int) bool { return i >= 0 && s.Heading != nil && s.Heading(i) }

// choose closes the list and chooses option i, or none if i is -1.
func (l *options) choose(i int) {
	if l.of.heading(i) {
		return
	}
	l.of.close()
	l.of.SetSelectedIndex(i)
}

// TypedKey implements fyne.Focusable.
func (l *options) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case ev.Name == fyne.KeySpace:
		l.OnOpen()
	case ev.Name == fyne.KeyEscape:
		l.of.close()
	default:
		l.HandleKey(ev)
	}
}

// TypedRune goes to the next option that begins with a letter.
func (l *options) TypedRune(letter rune) {
	if i := l.of.next(l.Marked, letter); i >= 0 {
		l.Mark(i)
	}
}

// option is one of the options of a list.
type option struct {
	widget.Label
	list *options
	i    int
}

// Tapped implements fyne.Tappable.
func (o *option) Tapped(*fyne.PointEvent) { o.list.choose(o.i) }

package ticklist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

var _ fyne.Focusable = (*List)(nil)

// List is a list of labels. A click on a line, or Space, turns its tick round. Only the lines in view have
// widgets, so that a list may have millions of labels.
type List struct {
	widget.List

	Ticked   func(data.Value) bool // whether a label has a tick
	OnToggle func(data.Value)      // the tick of a label is to be turned round
	OnType   func(rune)            // a character was typed that is no key of the list; may be nil

	// the pointer is on a label that is cut, "": no longer; may be nil
	OnCut    func(text string, at fyne.Position, height float32)
	OnBeyond func(*fyne.ScrollEvent) // the list cannot scroll further; may be nil

	choices session.Choices
	shown   []uint32 // codes
}

// New makes an empty list.
func New(ticked func(data.Value) bool, toggle func(data.Value)) *List {
	l := &List{Ticked: ticked, OnToggle: toggle}
	l.HideSeparators = true
	l.Length = func() int { return len(l.shown) }
	l.CreateItem = func() fyne.CanvasObject { return newLine(l) }
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) {
		if i < len(l.shown) {
			o.(*line).show(i)
		}
	}
	l.OnSelected = func(i widget.ListItemID) {
		l.Unselect(i)
		if i < len(l.shown) {
			l.OnToggle(l.choices.Label(l.shown[i]))
			l.RefreshItem(i)
		}
	}
	l.ExtendBaseWidget(l)
	return l
}

// SetLabels lists the labels of these codes.
func (l *List) SetLabels(c session.Choices, codes []uint32) {
	l.choices, l.shown = c, codes
	l.Refresh()
}

// Shown are the labels that are listed.
func (l *List) Shown() []data.Value {
	labels := make([]data.Value, len(l.shown))
	for i, code := range l.shown {
		labels[i] = l.choices.Label(code)
	}
	return labels
}

// text is the label at a place as the list shows it, "" where there is none.
func (l *List) text(at int) string {
	if at < 0 || at >= len(l.shown) {
		return ""
	}
	return l.choices.Text(l.shown[at])
}

// LineHeight is the height of a line, with the gap below it.
func (l *List) LineHeight() float32 { return newLine(l).MinSize().Height + theme.Padding() }

// Len is the number of labels that are listed.
func (l *List) Len() int { return len(l.shown) }

// TypedKey implements fyne.Focusable. It gives Esc and Enter to the window.
func (l *List) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEnter:
		input.Pass(l, ev)
	default:
		l.List.TypedKey(ev)
	}
}

// TypedRune implements fyne.Focusable.
func (l *List) TypedRune(r rune) {
	if r != ' ' && l.OnType != nil {
		l.OnType(r)
	}
}

package ticklist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

var _ fyne.Focusable = (*List)(nil)

// List is a list of labels. A click on a line, or Space, changes its tick. Only the lines in view have widgets, so that
// a list may have millions of labels.
type List struct {
	widget.List

	Ticked   func(data.Value) bool // reports whether a label has a tick
	OnToggle func(data.Value)      // asks to change the tick of a label
	OnType   func(rune)            // a character was typed that the list does not use; may be nil

	// the pointer came onto a label that is cut; text is "" if the pointer left it; may be nil
	OnCut    func(text string, at fyne.Position, height float32)
	OnBeyond func(*fyne.ScrollEvent) // the list is scrolled to its end already; may be nil

	choices session.Choices
	shown   []uint32 // the codes of the labels
}

// New returns an empty list.
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

// SetLabels shows the labels with these codes.
func (l *List) SetLabels(c session.Choices, codes []uint32) {
	l.choices, l.shown = c, codes
	l.Refresh()
}

// Shown returns the labels of the list.
func (l *List) Shown() []data.Value {
	return each.Of(l.shown, func(code uint32) data.Value { return l.choices.Label(code) })
}

// text returns the label at a position as the list shows it. It returns "" if the list has no such position.
func (l *List) text(at int) string {
	if at < 0 || at >= len(l.shown) {
		return ""
	}
	return l.choices.Text(l.shown[at])
}

// LineHeight returns the height of a line with the gap below it.
func (l *List) LineHeight() float32 { return newLine(l).MinSize().Height + theme.Padding() }

// Len returns the number of labels in the list.
func (l *List) Len() int { return len(l.shown) }

// TypedKey handles the keys of the list, and passes Esc and Enter to the window.
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

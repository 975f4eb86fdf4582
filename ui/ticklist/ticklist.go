package ticklist

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/profiler"
	"cardinal/ui/input"
	"cardinal/ui/session"
)

var _ fyne.Focusable = (*List)(nil)

// List is a list of labels. A click on a line, or Space, turns its tick round. Only the lines in view have widgets, so that a list may have
// millions of labels.
type List struct {
	widget.List

	Ticked   func(data.Value) bool // whether a label has a tick
	OnToggle func(data.Value)      // the tick of a label is to be turned round
	OnType   func(rune)            // a character was typed that is no key of the list; may be nil

	choices session.Choices
	shown   []uint32 // codes
}

// New makes an empty list.
func New(ticked func(data.Value) bool, toggle func(data.Value)) *List {
	l := &List{Ticked: ticked, OnToggle: toggle}
	l.HideSeparators = true
	l.Length = func() int { return len(l.shown) }
	l.CreateItem = newLine
	l.UpdateItem = func(i widget.ListItemID, o fyne.CanvasObject) { l.update(i, o) }
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

// Len is the number of labels that are listed.
func (l *List) Len() int { return len(l.shown) }

// TypedKey implements fyne.Focusable. It gives Esc to the window.
func (l *List) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyEscape {
		input.Pass(l, ev)
		return
	}
	l.List.TypedKey(ev)
}

// TypedRune implements fyne.Focusable.
func (l *List) TypedRune(r rune) {
	if r != ' ' && l.OnType != nil {
		l.OnType(r)
	}
}

// newLine is a line of the list: a tick, a label and the number of rows.
func newLine() fyne.CanvasObject {
	label, count := widget.NewLabel(""), widget.NewLabel("")
	label.Truncation = fyne.TextTruncateEllipsis
	count.Alignment = fyne.TextAlignTrailing
	return container.NewBorder(nil, nil, widget.NewIcon(theme.CheckButtonIcon()), count, label)
}

func (l *List) update(i int, o fyne.CanvasObject) {
	if i >= len(l.shown) {
		return
	}
	parts := o.(*fyne.Container).Objects
	label, tick, count := parts[0].(*widget.Label), parts[1].(*widget.Icon), parts[2].(*widget.Label)
	label.SetText(l.choices.Text(l.shown[i]))
	count.SetText(profiler.Count(int(l.choices.Rows[l.shown[i]])))
	icon := theme.CheckButtonIcon()
	if l.Ticked(l.choices.Label(l.shown[i])) {
		icon = theme.NewPrimaryThemedResource(theme.CheckButtonCheckedIcon())
	}
	tick.SetResource(icon)
}

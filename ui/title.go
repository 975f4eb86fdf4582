package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/tip"
)

var (
	_ fyne.Tappable      = (*title)(nil)
	_ desktop.Cursorable = (*title)(nil)
)

// title is the line above a pivot that says what the pivot shows. A click on it changes the text, or opens the tab of a
// tile.
type title struct {
	tip.Label
	change func()
}

func newTitle(t *tip.Tip, change func()) *title {
	l := &title{change: change}
	l.Extend(l, "", t)
	l.TextStyle.Bold, l.SizeName = true, theme.SizeNameSubHeadingText
	l.Hide()
	return l
}

// show shows the title of an answer, and hides the line if there is no answer.
func (l *title) show(a *session.Answer) {
	if a == nil {
		l.Hide()
		return
	}
	l.SetText(view.PivotTitle(&a.Tab.Query))
	l.Show()
}

// Tapped calls change.
func (l *title) Tapped(*fyne.PointEvent) { l.change() }

// Cursor returns a pointing hand.
func (l *title) Cursor() desktop.Cursor { return desktop.PointerCursor }

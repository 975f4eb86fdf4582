package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// List is a list with one marked item. A widget that embeds it must call HandleKey first in its TypedKey.
type List struct {
	widget.List

	Marked int         // the marked item; -1: none
	OnMark func(i int) // an item was marked
	OnOpen func()      // Enter was pressed
	OnTop  func()      // the up arrow was pressed on the first item
}

// Mark marks item i, or the nearest item, and scrolls it into view.
func (l *List) Mark(i int) {
	n := l.Length()
	if n == 0 {
		return
	}
	l.Marked = min(max(i, 0), n-1)
	l.Select(l.Marked)
	l.ScrollTo(l.Marked)
	l.OnMark(l.Marked)
}

// Renew shows new items from the first one on, and removes the mark.
func (l *List) Renew() {
	l.Marked = -1
	l.UnselectAll()
	l.Refresh()
	l.ScrollToTop()
}

// pageItems is by how many items Page Up and Page Down move the mark.
const pageItems = 12

// HandleKey moves the mark by the arrows, Page Up, Page Down, Home and End, and opens the marked item by Enter. It
// returns false for any other key.
func (l *List) HandleKey(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyUp:
		if l.Marked <= 0 {
			l.OnTop()
		} else {
			l.Mark(l.Marked - 1)
		}
	case fyne.KeyDown:
		l.Mark(l.Marked + 1)
	case fyne.KeyPageUp:
		l.Mark(l.Marked - pageItems)
	case fyne.KeyPageDown:
		l.Mark(l.Marked + pageItems)
	case fyne.KeyHome:
		l.Mark(0)
	case fyne.KeyEnd:
		l.Mark(l.Length())
	case fyne.KeyReturn, fyne.KeyEnter:
		l.OnOpen()
	default:
		return false
	}
	return true
}

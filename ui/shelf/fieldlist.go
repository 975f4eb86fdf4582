package shelf

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/input"
)

var (
	_ fyne.Widget       = (*fieldList)(nil)
	_ fyne.Focusable    = (*fieldList)(nil)
	_ fyne.Shortcutable = (*fieldList)(nil)
)

// fieldList is the rows under each other. The list as a whole is one stop of the Tab key. The arrow keys move a mark from row to row.
type fieldList struct {
	widget.BaseWidget

	onTop  func()            // the arrow up on the first row
	onMark func(r *FieldRow) // a row has the keyboard
	rows   []*FieldRow
	box    *fyne.Container
	scroll *container.Scroll
	now    int // the row that keys are for
	has    bool
}

func newFieldList() *fieldList {
	l := &fieldList{box: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	l.ExtendBaseWidget(l)
	l.scroll = container.NewVScroll(l)
	return l
}

// CreateRenderer implements fyne.Widget.
func (l *fieldList) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.box) }

func (l *fieldList) setRows(rows []*FieldRow) {
	input.Unfocus(l)
	l.rows, l.now = rows, 0
	l.box.Objects = make([]fyne.CanvasObject, len(rows))
	for i, r := range rows {
		r.OnPressed = func() {
			l.now = i
			input.Focus(l)
			l.mark()
		}
		l.box.Objects[i] = r
	}
	l.scroll.ScrollToTop()
}

// mark shows on the rows which of them has the keyboard, and brings it into view.
func (l *fieldList) mark() {
	for i, r := range l.rows {
		r.setFocused(l.has && i == l.now)
	}
	if !l.has || l.now >= len(l.rows) {
		return
	}
	if l.onMark != nil {
		l.onMark(l.rows[l.now])
	}
	top, bottom, view := l.rows[l.now].Position().Y, l.rows[l.now].Position().Y+rowHeight, l.scroll.Size().Height
	if at := min(max(l.scroll.Offset.Y, bottom-view), top); at != l.scroll.Offset.Y {
		l.scroll.ScrollToOffset(fyne.NewPos(0, at))
	}
}

// step moves the mark by so many rows in view, or to the last one on the way.
func (l *fieldList) step(by int) {
	way := 1
	if by < 0 {
		way, by = -1, -by
	}
	to := l.now
	for i := l.now + way; by > 0 && i >= 0 && i < len(l.rows); i += way {
		if l.rows[i].Visible() {
			to, by = i, by-1
		}
	}
	if to == l.now && way < 0 && l.onTop != nil {
		l.onTop()
		return
	}
	l.now = to
	l.mark()
}

// enter gives the keyboard to the first row in view.
func (l *fieldList) enter() {
	for i, r := range l.rows {
		if r.Visible() {
			l.now = i
			input.Focus(l)
			l.mark()
			return
		}
	}
}

// FocusGained implements fyne.Focusable. A row that the search has hidden gives way to the first one in view.
func (l *fieldList) FocusGained() {
	l.has = true
	for i, r := range l.rows {
		if r.Visible() && !l.rows[l.now].Visible() {
			l.now = i
		}
	}
	l.mark()
}

// FocusLost implements fyne.Focusable.
func (l *fieldList) FocusLost() {
	l.has = false
	l.mark()
}

// TypedRune does nothing; keys arrive at TypedKey.
func (l *fieldList) TypedRune(rune) {}

// pageRows is how many rows Page Up and Page Down go.
const pageRows = 10

// TypedKey moves the mark, or gives the key to the marked row.
func (l *fieldList) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyUp:
		l.step(-1)
	case fyne.KeyDown:
		l.step(1)
	case fyne.KeyPageUp:
		l.step(-min(pageRows, l.above()))
	case fyne.KeyPageDown:
		l.step(pageRows)
	case fyne.KeyHome:
		l.step(-l.above())
	case fyne.KeyEnd:
		l.step(len(l.rows))
	default:
		if l.now >= len(l.rows) || !l.rows[l.now].typed(ev) {
			input.Pass(l, ev)
		}
	}
}

// above is how many rows in view stand above the mark.
func (l *fieldList) above() (n int) {
	for _, r := range l.rows[:min(l.now, len(l.rows))] {
		if r.Visible() {
			n++
		}
	}
	return n
}

// TypedShortcut passes every shortcut to the window.
func (l *fieldList) TypedShortcut(s fyne.Shortcut) { input.PassShortcut(l, s) }

package shelf

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/each"
	"cardinal/ui/widget/input"
)

var (
	_ fyne.Widget       = (*fieldList)(nil)
	_ fyne.Focusable    = (*fieldList)(nil)
	_ fyne.Shortcutable = (*fieldList)(nil)
	_ desktop.Keyable   = (*fieldList)(nil)
)

// fieldList is the list of rows. The Tab key reaches the list as a whole, and the arrow keys move a mark from row to
// row. Several rows are selected, i.e. picked, by a click with Ctrl or Shift, by the arrow keys with Shift, by
// Ctrl+Space or by Ctrl+A.
type fieldList struct {
	widget.BaseWidget

	onTop   func()            // the up arrow was pressed on the first row
	onMark  func(r *FieldRow) // the mark was moved to a row
	pointed func() bool       // reports whether a person used the mouse last, not a key
	rows    []*FieldRow
	box     *fyne.Container // contains the rows in view
	scroll  *container.Scroll
	root    *fyne.Container // contains scroll
	now     int             // the row with the mark, which handles the keys
	from    int             // the row from which Shift picks rows
	has     bool
	quiet   bool // the mark is hidden until a key is pressed
	shift   bool // KeyDown has seen that shift is pressed
}

func newFieldList() *fieldList {
	l := &fieldList{pointed: func() bool { return false }}
	l.box = container.New(seenRows{l})
	l.ExtendBaseWidget(l)
	l.scroll = container.NewVScroll(l)
	l.scroll.OnScrolled = func(fyne.Position) { l.place() }
	l.root = container.New(seenList{l}, l.scroll)
	return l
}

// seenRows lays out the rows. It is as high as all rows that match the search, but places only those in view.
type seenRows struct{ list *fieldList }

func (s seenRows) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(rowWidth, s.list.top(len(s.list.rows)))
}

func (s seenRows) Layout([]fyne.CanvasObject, fyne.Size) { s.list.place() }

// seenList lays out the list. When the list becomes higher, it places more rows.
type seenList struct{ list *fieldList }

func (s seenList) MinSize([]fyne.CanvasObject) fyne.Size { return s.list.scroll.MinSize() }

func (s seenList) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	s.list.scroll.Resize(size)
	s.list.place()
}

// top returns the upper edge of a row.
func (l *fieldList) top(row int) float32 {
	above := each.Count(l.rows[:row], func(r *FieldRow) bool { return !r.Hidden })
	return float32(above) * rowHeight
}

// place places only the rows in view and the row with the mark. Other rows would cost time: the toolkit visits all
// objects of the window for every frame.
func (l *fieldList) place() {
	from, to := l.scroll.Offset.Y-rowHeight, l.scroll.Offset.Y+l.scroll.Size().Height
	var seen []fyne.CanvasObject
	y := float32(0)
	for i, r := range l.rows {
		was := r.unseen
		if r.unseen = r.Hidden || (y <= from || y >= to) && !(l.has && i == l.now); !r.unseen {
			input.Place(r, 0, y, l.box.Size().Width, rowHeight)
			if was {
				r.Refresh()
			}
			seen = append(seen, r)
		}
		if !r.Hidden {
			y += rowHeight
		}
	}
	l.box.Objects = seen
	canvas.Refresh(l.box)
}

// CreateRenderer implements fyne.Widget.
func (l *fieldList) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(l.box) }

// setRows shows other rows. The mark stays on the field of the same name, or goes to the first row.
func (l *fieldList) setRows(rows []*FieldRow) {
	now := 0
	if l.now < len(l.rows) {
		name := l.rows[l.now].field.Name
		now = max(0, slices.IndexFunc(rows, func(r *FieldRow) bool { return r.field.Name == name }))
	}
	l.rows, l.now, l.from = rows, now, now
	for i, r := range rows {
		r.unseen = true
		r.OnPressed = func(how picking) {
			l.now = i
			if !l.has {
				l.from = i
			}
			input.Focus(l)
			l.quiet = false
			l.pick(how)
			l.mark()
		}
		r.OnClicked = l.unpick
	}
	l.scroll.ScrollToTop()
	l.place()
	l.mark()
}

// mark shows the mark and scrolls its row into view, unless the mark is hidden.
func (l *fieldList) mark() {
	for i, r := range l.rows {
		r.setFocused(l.has && !l.quiet && i == l.now)
	}
	if !l.has || l.quiet || l.now >= len(l.rows) {
		return
	}
	if l.onMark != nil {
		l.onMark(l.rows[l.now])
	}
	l.show(l.now)
}

// show brings a row into view.
func (l *fieldList) show(row int) {
	top, view := l.top(row), l.scroll.Size().Height
	if at := min(max(l.scroll.Offset.Y, top+rowHeight-view), top); at != l.scroll.Offset.Y {
		l.scroll.ScrollToOffset(fyne.NewPos(0, at))
	}
	l.place()
}

// pick changes which rows are picked, after a press on the row with the mark.
func (l *fieldList) pick(how picking) {
	was := l.rows[l.from]
	switch {
	case how == extend:
		for i, r := range l.rows {
			r.setPicked(r.Visible() && i >= min(l.from, l.now) && i <= max(l.from, l.now))
		}
		return
	case how == toggle:
		if !l.hasPicked() && l.from != l.now && was.Visible() {
			was.setPicked(true) // the first Ctrl+click also picks the row that had the mark before
		}
		l.rows[l.now].setPicked(!l.rows[l.now].picked)
	case !l.rows[l.now].picked:
		l.unpick()
	}
	l.from = l.now
}

// hasPicked reports whether any row is picked.
func (l *fieldList) hasPicked() bool {
	return slices.ContainsFunc(l.rows, func(r *FieldRow) bool { return r.picked })
}

// unpick makes all rows unpicked.
func (l *fieldList) unpick() {
	for _, r := range l.rows {
		r.setPicked(false)
	}
}

// step moves the mark by a number of visible rows, or to the last visible row in that direction.
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
	shifted := input.Shifted(l.shift)
	if to == l.now && way < 0 && l.onTop != nil && !shifted {
		l.onTop()
		return
	}
	l.now = to
	if shifted && len(l.rows) > 0 {
		l.pick(extend)
	} else {
		l.from = to
	}
	l.mark()
}

// enter gives the list the focus, with the mark on the visible row that has the given name, whatever the case. If there
// is none, the mark is on the first visible row.
func (l *fieldList) enter(name string) {
	to := slices.IndexFunc(l.rows, func(r *FieldRow) bool {
		return r.Visible() && strings.EqualFold(r.field.Name, name)
	})
	if to < 0 {
		to = slices.IndexFunc(l.rows, func(r *FieldRow) bool { return r.Visible() })
	}
	if to >= 0 {
		l.now, l.from = to, to
		input.Focus(l)
		l.mark()
	}
}

// FocusGained shows the mark, unless a person used the mouse last. If the search hides the row with the mark, the mark
// goes to the first visible row.
func (l *fieldList) FocusGained() {
	l.has, l.quiet = true, l.pointed()
	for i, r := range l.rows {
		if r.Visible() && !l.rows[l.now].Visible() {
			l.now, l.from = i, i
		}
	}
	l.mark()
}

// FocusLost implements fyne.Focusable.
func (l *fieldList) FocusLost() {
	l.has, l.shift = false, false
	l.mark()
}

// TypedRune does nothing, since TypedKey handles the keys.
func (l *fieldList) TypedRune(rune) {}

// KeyDown implements desktop.Keyable.
func (l *fieldList) KeyDown(ev *fyne.KeyEvent) { l.shift = l.shift || input.IsShift(ev) }

// KeyUp implements desktop.Keyable.
func (l *fieldList) KeyUp(ev *fyne.KeyEvent) { l.shift = l.shift && !input.IsShift(ev) }

// pageRows is by how many rows Page Up and Page Down move the mark.
const pageRows = 10

// TypedKey moves the mark, or passes the key to the row with the mark. If the mark is hidden, the key only shows it.
func (l *fieldList) TypedKey(ev *fyne.KeyEvent) {
	do := l.action(ev.Name)
	switch {
	case do == nil:
		input.Pass(l, ev)
	case l.quiet && ev.Name != fyne.KeyEscape:
		l.quiet = false
		l.mark()
	default:
		do()
	}
}

// action returns what a key does with the list, or with the row that has the mark. It returns nil for any other key.
func (l *fieldList) action(key fyne.KeyName) func() {
	switch key {
	case fyne.KeyUp:
		return func() { l.step(-1) }
	case fyne.KeyDown:
		return func() { l.step(1) }
	case fyne.KeyPageUp:
		return func() { l.step(-min(pageRows, l.above())) }
	case fyne.KeyPageDown:
		return func() { l.step(pageRows) }
	case fyne.KeyHome:
		return func() { l.step(-l.above()) }
	case fyne.KeyEnd:
		return func() { l.step(len(l.rows)) }
	}
	switch {
	case key == fyne.KeyEscape && l.hasPicked():
		return l.unpick
	case l.now < len(l.rows):
		return l.rows[l.now].action(key)
	}
	return nil
}

// above counts the visible rows above the mark.
func (l *fieldList) above() (n int) {
	return each.Count(l.rows[:min(l.now, len(l.rows))], func(r *FieldRow) bool { return r.Visible() })
}

// TypedShortcut picks the row with the mark if Ctrl+Space was pressed, and all visible rows if Ctrl+A was pressed. It
// passes every other shortcut to the window.
func (l *fieldList) TypedShortcut(s fyne.Shortcut) {
	key, _ := s.(*desktop.CustomShortcut)
	_, all := s.(*fyne.ShortcutSelectAll)
	switch {
	case all:
		for _, r := range l.rows {
			r.setPicked(r.Visible())
		}
	case key != nil && key.KeyName == fyne.KeySpace && !l.quiet && key.Modifier == fyne.KeyModifierShortcutDefault &&
		l.now < len(l.rows):
		l.from = l.now
		l.pick(toggle)
	default:
		input.PassShortcut(l, s)
	}
}

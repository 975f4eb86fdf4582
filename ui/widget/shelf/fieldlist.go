package shelf

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/input"
)

var (
	_ fyne.Widget       = (*fieldList)(nil)
	_ fyne.Focusable    = (*fieldList)(nil)
	_ fyne.Shortcutable = (*fieldList)(nil)
	_ desktop.Keyable   = (*fieldList)(nil)
)

// fieldList is the rows under each other. The list as a whole is one stop of the Tab key. The arrow keys move a
// mark from row to row. Several rows are picked by a click with Ctrl or Shift, by the arrow keys with Shift, by
// Ctrl+Space and by Ctrl+A.
type fieldList struct {
	widget.BaseWidget

	onTop   func()            // the arrow up on the first row
	onMark  func(r *FieldRow) // a row has the keyboard
	pointed func() bool       // whether a person used the mouse last
	rows    []*FieldRow
	box     *fyne.Container // of the rows that can be seen
	scroll  *container.Scroll
	root    *fyne.Container // of scroll
	now     int             // the row that keys are for
	from    int             // where the rows begin that Shift picks
	has     bool
	quiet   bool // the mark is not shown until a key is for it
	shift   bool // as the keys say
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

// seenRows is the layout of the rows: room for all rows that the search leaves, of which those that can be seen
// are placed.
type seenRows struct{ list *fieldList }

func (s seenRows) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(rowWidth, s.list.top(len(s.list.rows)))
}

func (s seenRows) Layout([]fyne.CanvasObject, fyne.Size) { s.list.place() }

// seenList is the layout of the list: more rows can be seen when it grows.
type seenList struct{ list *fieldList }

func (s seenList) MinSize([]fyne.CanvasObject) fyne.Size { return s.list.scroll.MinSize() }

func (s seenList) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	s.list.scroll.Resize(size)
	s.list.place()
}

// top is where a row begins.
func (l *fieldList) top(row int) float32 {
	above := 0
	for _, r := range l.rows[:row] {
		if !r.Hidden {
			above++
		}
	}
	return float32(above) * rowHeight
}

// place puts the rows that can be seen, and the one that has the keyboard, where they belong. The toolkit walks
// over all objects of the window for every frame: other rows are not among them.
func (l *fieldList) place() {
	from, to := l.scroll.Offset.Y-rowHeight, l.scroll.Offset.Y+l.scroll.Size().Height
	var seen []fyne.CanvasObject
	y := float32(0)
	for i, r := range l.rows {
		was := r.unseen
		if r.unseen = r.Hidden || (y <= from || y >= to) && !(l.has && i == l.now); !r.unseen {
			r.Move(fyne.NewPos(0, y))
			r.Resize(fyne.NewSize(l.box.Size().Width, rowHeight))
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

// setRows shows other rows. The keyboard stays with the field of its name, or goes to the first one.
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

// mark shows on the rows which of them has the keyboard, and brings it into view.
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

// pick picks rows, or takes them back, after a press on the marked one.
func (l *fieldList) pick(how picking) {
	was := l.rows[l.from]
	switch {
	case how == extend:
		for i, r := range l.rows {
			r.setPicked(r.Visible() && i >= min(l.from, l.now) && i <= max(l.from, l.now))
		}
		return
	case how == toggle:
		if !l.some() && l.from != l.now && was.Visible() {
			was.setPicked(true) // the row that was marked before is picked with the first one
		}
		l.rows[l.now].setPicked(!l.rows[l.now].picked)
	case !l.rows[l.now].picked:
		l.unpick()
	}
	l.from = l.now
}

// some reports whether rows are picked.
func (l *fieldList) some() bool {
	return slices.ContainsFunc(l.rows, func(r *FieldRow) bool { return r.picked })
}

// unpick leaves no row picked.
func (l *fieldList) unpick() {
	for _, r := range l.rows {
		r.setPicked(false)
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

// enter gives the keyboard to the row in view that has a name, in any case, or else to the first row in view.
func (l *fieldList) enter(name string) {
	to := slices.IndexFunc(l.rows, func(r *FieldRow) bool { return r.Visible() && strings.EqualFold(r.field.Name, name) })
	if to < 0 {
		to = slices.IndexFunc(l.rows, func(r *FieldRow) bool { return r.Visible() })
	}
	if to >= 0 {
		l.now, l.from = to, to
		input.Focus(l)
		l.mark()
	}
}

// FocusGained implements fyne.Focusable. A row that the search has hidden gives way to the first one in view.
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

// TypedRune does nothing; keys arrive at TypedKey.
func (l *fieldList) TypedRune(rune) {}

// KeyDown implements desktop.Keyable.
func (l *fieldList) KeyDown(ev *fyne.KeyEvent) { l.shift = l.shift || input.IsShift(ev) }

// KeyUp implements desktop.Keyable.
func (l *fieldList) KeyUp(ev *fyne.KeyEvent) { l.shift = l.shift && !input.IsShift(ev) }

// pageRows is how many rows Page Up and Page Down go.
const pageRows = 10

// TypedKey moves the mark, or gives the key to the marked row. While the mark is not shown, the key shows the mark.
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

// action is what a key does to the list or to the marked row, nil where they have no use for it.
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
	case key == fyne.KeyEscape && l.some():
		return l.unpick
	case l.now < len(l.rows):
		return l.rows[l.now].action(key)
	}
	return nil
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

// TypedShortcut picks the marked row with Ctrl+Space and all rows in view with Ctrl+A. It passes every other
// shortcut to the window.
func (l *fieldList) TypedShortcut(s fyne.Shortcut) {
	key, _ := s.(*desktop.CustomShortcut)
	_, all := s.(*fyne.ShortcutSelectAll)
	switch {
	case all:
		for _, r := range l.rows {
			r.setPicked(r.Visible())
		}
	case key != nil && key.KeyName == fyne.KeySpace && !l.quiet && key.Modifier == fyne.KeyModifierShortcutDefault && l.now < len(l.rows):
		l.from = l.now
		l.pick(toggle)
	default:
		input.PassShortcut(l, s)
	}
}

package filedialog

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

var (
	_ fyne.Focusable      = (*list)(nil)
	_ fyne.Shortcutable   = (*list)(nil)
	_ desktop.Mouseable   = (*row)(nil)
	_ fyne.DoubleTappable = (*row)(nil)
)

// list is the list of files. Typed letters move the mark to the first name that begins with them. Enter opens the
// marked item, and Backspace lists the parent folder. If several files may be chosen, they are picked by Space, by Ctrl
// or Shift with a click, or by Ctrl+A.
type list struct {
	input.List

	items  []item
	picks  map[string]bool // the names of the picked files
	onPick func()          // the picks have changed; nil: only one file may be chosen
	onUp   func()
	tips   *tip.Tip
	typed  string
	last   time.Time // the time of the last letter
}

func newList(tips *tip.Tip) *list {
	l := &list{tips: tips}
	l.Marked = -1
	l.Length = func() int { return len(l.items) }
	l.CreateItem = func() fyne.CanvasObject { return newRow(l) }
	l.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) { o.(*row).show(id) }
	l.ExtendBaseWidget(l)
	return l
}

// setItems shows other items. mark is the name of the item that gets the mark.
func (l *list) setItems(items []item, mark string) {
	l.items, l.typed = items, ""
	l.Renew()
	for i, it := range items {
		if it.name == mark {
			l.Mark(i)
		}
	}
}

// pick picks item i, or unpicks it if it is picked. If nothing was picked before, it also picks item `from`, which had
// the mark.
func (l *list) pick(i int, from int) {
	if l.onPick == nil || i < 0 || i >= len(l.items) || l.items[i].folder {
		return
	}
	name := l.items[i].name
	if l.picks[name] {
		delete(l.picks, name)
	} else {
		if l.picks == nil {
			l.picks = map[string]bool{}
		}
		if len(l.picks) == 0 && from >= 0 && from < len(l.items) && !l.items[from].folder {
			l.picks[l.items[from].name] = true
		}
		l.picks[name] = true
	}
	l.shown()
}

// pickRange picks the files from one item to another.
func (l *list) pickRange(from, to int) {
	if l.onPick == nil {
		return
	}
	l.picks = map[string]bool{}
	for _, it := range l.items[max(min(from, to), 0) : max(from, to)+1] {
		if !it.folder {
			l.picks[it.name] = true
		}
	}
	l.shown()
}

func (l *list) shown() {
	l.Refresh()
	l.onPick()
}

// TypedShortcut picks all listed files if Ctrl+A was pressed.
func (l *list) TypedShortcut(s fyne.Shortcut) {
	if _, all := s.(*fyne.ShortcutSelectAll); all && len(l.items) > 0 {
		l.pickRange(0, len(l.items)-1)
	}
}

// TypedKey implements fyne.Focusable.
func (l *list) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case l.HandleKey(ev):
	case ev.Name == fyne.KeyBackspace:
		l.onUp()
	case ev.Name == fyne.KeyEscape:
		input.Pass(l, ev)
	}
}

// typeTime is the longest pause between two letters of the same name.
const typeTime = time.Second

// TypedRune moves the mark to the first name that begins with the letters that were just typed.
func (l *list) TypedRune(r rune) {
	now := time.Now()
	if r == ' ' && l.onPick != nil && (l.typed == "" || now.Sub(l.last) > typeTime) {
		l.pick(l.Marked, -1)
		return
	}
	if now.Sub(l.last) > typeTime {
		l.typed = ""
	}
	l.last = now
	l.typed += strings.ToLower(string(r))
	for i, it := range l.items {
		if strings.HasPrefix(strings.ToLower(it.name), l.typed) {
			l.Mark(i)
			return
		}
	}
}

// row is a line of the list: an icon, the name, the size and the date. A press marks it, and a double tap opens it.
type row struct {
	widget.BaseWidget

	list       *list
	i          int
	icon       *widget.Icon
	name       *tip.Label
	size, date *widget.Label
}

func newRow(l *list) *row {
	r := &row{list: l, icon: widget.NewIcon(nil), name: tip.NewLabel("", l.tips), size: widget.NewLabel(""),
		date: widget.NewLabel("")}
	r.name.Back = tip.NewBack()
	r.size.Alignment = fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) show(i int) {
	it := r.list.items[i]
	r.i = i
	r.icon.SetResource(theme.FileIcon())
	if r.list.picks[it.name] {
		r.icon.SetResource(theme.NewPrimaryThemedResource(theme.CheckButtonCheckedIcon()))
	}
	r.size.SetText(lang.Size(it.size))
	if it.folder {
		r.icon.SetResource(theme.FolderIcon())
		r.size.SetText("")
	}
	r.name.SetText(it.name)
	r.date.SetText(it.changed.Format("2006-01-02 15:04"))
}

// MouseDown marks the row. With Ctrl or Shift, it also picks rows.
func (r *row) MouseDown(ev *desktop.MouseEvent) {
	input.Focus(r.list)
	before := r.list.Marked
	r.list.Mark(r.i)
	switch {
	case ev.Modifier&fyne.KeyModifierShift != 0:
		r.list.pickRange(before, r.i)
	case ev.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		r.list.pick(r.i, before)
	case len(r.list.picks) > 0 && ev.Button == desktop.MouseButtonPrimary:
		r.list.picks = nil
		r.list.shown()
	}
}

// MouseUp implements desktop.Mouseable.
func (r *row) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped opens the marked item.
func (r *row) DoubleTapped(*fyne.PointEvent) { r.list.OnOpen() }

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	return &rowRenderer{input.Parts{r.name.Back, r.icon, r.name, r.size, r.date}, r}
}

type rowRenderer struct {
	input.Parts
	r *row
}

const (
	iconWidth = 26
	sizeWidth = 84
	dateWidth = 140
)

func (w *rowRenderer) MinSize() fyne.Size {
	return fyne.NewSize(iconWidth+120+sizeWidth+dateWidth, w.r.name.MinSize().Height-4)
}

func (w *rowRenderer) Layout(size fyne.Size) {
	h := w.r.name.MinSize().Height
	y := (size.Height - h) / 2
	put := func(o fyne.CanvasObject, x, width float32) {
		input.Place(o, x, y, width, h)
	}
	w.r.name.Back.Resize(size)
	input.Place(w.r.icon, 6, (size.Height-16)/2, 16, 16)
	put(w.r.name, iconWidth, size.Width-iconWidth-sizeWidth-dateWidth)
	put(w.r.size, size.Width-sizeWidth-dateWidth, sizeWidth)
	put(w.r.date, size.Width-dateWidth, dateWidth)
}

func (w *rowRenderer) Refresh() {}

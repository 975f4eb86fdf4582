package servers

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/remote"
	"cardinal/internal/memory"
	"cardinal/profiler"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

var (
	_ fyne.Focusable      = (*list)(nil)
	_ desktop.Mouseable   = (*row)(nil)
	_ fyne.DoubleTappable = (*row)(nil)
)

// choosing is the open dialog with the tables of a database.
type choosing struct {
	all    []remote.Listed
	search *input.Entry
	list   *list
	note   *widget.Label
	open   *input.Button
}

// choose asks for one of the tables of a database, and opens it.
func (s *Servers) choose(a remote.Address, tables []remote.Listed) {
	c := &choosing{all: tables, search: input.New(), note: widget.NewLabel(""), open: input.NewButton("Open", nil)}
	c.list = newList(s.dialogs.Tips())
	c.search.SetPlaceHolder("Search")
	c.search.OnChanged = func(string) { c.find() }
	c.search.OnDown = func() {
		input.Focus(c.list)
		c.list.Mark(c.list.Marked + 1)
	}
	c.note.Wrapping, c.note.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
	heads := container.New(columns{}, caption("Table", fyne.TextAlignLeading), caption("Rows", fyne.TextAlignTrailing),
		caption("Size", fyne.TextAlignTrailing))
	back := input.NewButtonWithIcon("Another server", theme.NavigateBackIcon(), nil)
	back.Importance = widget.LowImportance
	ask := input.NewButton("Write a query…", nil)
	ask.Importance = widget.LowImportance
	foot := container.NewBorder(nil, nil, container.NewHBox(back, ask), nil, c.note)
	content := input.Column(container.NewVBox(c.search, heads), c.list, foot)
	hide := s.dialogs.Edit("Tables of "+a.Database+" on "+a.Host, content, c.open, 620, 520, c.search)
	back.OnTapped = func() {
		hide()
		s.ask(a, "")
	}
	ask.OnTapped = func() {
		hide()
		s.write(a, tables)
	}
	c.open.OnTapped = func() {
		if c.list.Marked < 0 {
			return
		}
		a.Table, a.Query = c.list.shown[c.list.Marked].Name, ""
		hide()
		s.window.OpenAddress(a.String())
	}
	c.search.OnSubmitted = func(string) { c.open.OnTapped() }
	c.list.OnOpen = c.open.OnTapped
	c.list.OnMark = func(int) { c.open.Enable() }
	c.list.OnTop = func() { input.Focus(c.search) }
	c.list.onRune = func(r rune) {
		input.Focus(c.search)
		c.search.TypedRune(r)
	}
	c.find()
	for i, t := range c.list.shown {
		if t.Name == a.Table {
			c.list.Mark(i)
		}
	}
}

func caption(text string, align fyne.TextAlign) *widget.Label {
	l := widget.NewLabel(text)
	l.SizeName, l.Alignment, l.TextStyle.Bold = theme.SizeNameCaptionText, align, true
	return l
}

// find lists the tables whose names contain the search. It marks the first one if the search is not empty.
func (c *choosing) find() {
	want := strings.ToLower(strings.TrimSpace(c.search.Text))
	var shown []remote.Listed
	for _, t := range c.all {
		if strings.Contains(strings.ToLower(t.Name), want) {
			shown = append(shown, t)
		}
	}
	c.list.setTables(shown)
	c.open.Disable()
	switch {
	case len(c.all) == 0:
		c.note.SetText("The database has no table that you may read.")
	case len(shown) == 0:
		c.note.SetText("No table has “" + strings.TrimSpace(c.search.Text) + "” in its name.")
	case want == "":
		c.note.SetText(profiler.Counted(len(c.all), "table"))
	default:
		c.note.SetText(fmt.Sprintf("%s of %s", profiler.Count(len(shown)), profiler.Counted(len(c.all), "table")))
	}
	if want != "" || len(shown) == 1 {
		c.list.Mark(0)
	}
}

// list is the list of tables. Typed letters go to the search.
type list struct {
	input.List

	shown  []remote.Listed
	onRune func(rune)
	tips   *tip.Tip
}

func newList(tips *tip.Tip) *list {
	l := &list{tips: tips}
	l.Marked = -1
	l.Length = func() int { return len(l.shown) }
	l.CreateItem = func() fyne.CanvasObject { return newRow(l) }
	l.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) { o.(*row).show(id) }
	l.ExtendBaseWidget(l)
	return l
}

func (l *list) setTables(shown []remote.Listed) {
	l.shown = shown
	l.Renew()
}

// TypedKey implements fyne.Focusable.
func (l *list) TypedKey(ev *fyne.KeyEvent) {
	if !l.Key(ev) && ev.Name == fyne.KeyEscape {
		input.Pass(l, ev)
	}
}

// TypedRune implements fyne.Focusable.
func (l *list) TypedRune(r rune) { l.onRune(r) }

// row is a line of the list: the name, the rows and the size of a table. A press marks it, a double tap opens it.
type row struct {
	widget.BaseWidget

	list       *list
	i          int
	name       *tip.Label
	rows, size *widget.Label
}

func newRow(l *list) *row {
	r := &row{list: l, name: tip.NewLabel("", l.tips), rows: widget.NewLabel(""), size: widget.NewLabel("")}
	r.name.Back = tip.NewBack()
	r.rows.Alignment, r.size.Alignment = fyne.TextAlignTrailing, fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) show(i int) {
	t := r.list.shown[i]
	r.i = i
	r.name.SetText(t.Name)
	rows, size := "", ""
	switch {
	case t.View:
		rows = "view"
	case t.Shards:
		rows = "on shards"
	case t.Rows >= 0 && t.About:
		rows = "about " + profiler.Count(int(t.Rows))
	case t.Rows >= 0:
		rows = profiler.Count(int(t.Rows))
	}
	if t.Bytes >= 0 {
		size = memory.Format(t.Bytes)
	}
	r.rows.SetText(rows)
	r.size.SetText(size)
}

// MouseDown implements desktop.Mouseable.
func (r *row) MouseDown(*desktop.MouseEvent) {
	input.Focus(r.list)
	r.list.Mark(r.i)
}

// MouseUp implements desktop.Mouseable.
func (r *row) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped implements fyne.DoubleTappable.
func (r *row) DoubleTapped(*fyne.PointEvent) { r.list.OnOpen() }

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.name.Back, container.New(columns{}, r.name, r.rows, r.size)))
}

// columns lays out a name, the rows and a size.
type columns struct{}

const rowsWidth, sizeWidth = 150, 100

// MinSize implements fyne.Layout.
func (columns) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(160+rowsWidth+sizeWidth, o[0].MinSize().Height-4)
}

// Layout implements fyne.Layout.
func (columns) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x, height := float32(0), o[0].MinSize().Height
	for i, width := range []float32{size.Width - rowsWidth - sizeWidth, rowsWidth, sizeWidth} {
		o[i].Move(fyne.NewPos(x, (size.Height-height)/2))
		o[i].Resize(fyne.NewSize(width, height))
		x += width
	}
}

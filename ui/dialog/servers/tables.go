package servers

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/remote"
	"cardinal/internal/each"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/columnlist"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// choosing is the open dialog that lists the tables of a database.
type choosing struct {
	all    []remote.Listed
	shown  []remote.Listed
	search *input.Entry
	list   *columnlist.List
	note   *widget.Label
	open   *input.Button
}

// choose asks for one of the tables of a database, and opens it.
func (s *Servers) choose(a remote.Address, tables []remote.Listed) {
	c := &choosing{all: tables, search: input.New(), note: input.Caption(""), open: input.NewButton(lang.L("Open"),
		nil)}
	columns := columnlist.Columns{160, 150, 100}
	c.list = columnlist.New(s.dialogs.Tips(), columns, func() int { return len(c.shown) },
		func() (parts [2]*widget.Label, objects []fyne.CanvasObject) {
			for i := range parts {
				parts[i] = widget.NewLabel("")
				parts[i].Alignment = fyne.TextAlignTrailing
				objects = append(objects, parts[i])
			}
			return parts, objects
		}, c.show)
	c.search.SetPlaceHolder(lang.L("Search"))
	c.search.OnChanged = func(string) { c.find() }
	c.search.OnDown = func() {
		input.Focus(c.list)
		c.list.Mark(c.list.Marked + 1)
	}
	back := input.NewButtonWithIcon(lang.L("Another server"), theme.NavigateBackIcon(), nil)
	back.Importance = widget.LowImportance
	ask := input.NewButton(lang.L("Write a query…"), nil)
	ask.Importance = widget.LowImportance
	foot := container.NewBorder(nil, nil, container.NewHBox(back, ask), nil, c.note)
	content := input.Column(container.NewVBox(c.search, columns.Heads(lang.L("Table"), lang.L("Rows"), lang.L("Size"))),
		c.list, foot)
	hide := s.dialogs.Edit(lang.L("Tables of {{.Database}} on {{.Host}}",
		lang.With{"Database": a.Database, "Host": a.Host}), content, c.open, 620, 520, c.search)
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
		a.Table, a.Query = c.shown[c.list.Marked].Name, ""
		hide()
		s.window.OpenAddress(a.String())
	}
	c.search.OnSubmitted = func(string) { c.open.OnTapped() }
	c.list.OnOpen = c.open.OnTapped
	c.list.OnMark = func(int) { c.open.Enable() }
	c.list.OnTop = func() { input.Focus(c.search) }
	c.list.OnRune = func(r rune) {
		input.Focus(c.search)
		c.search.TypedRune(r)
	}
	c.find()
	for i, t := range c.shown {
		if t.Name == a.Table {
			c.list.Mark(i)
		}
	}
}

// find lists the tables whose names contain the text of the search box. If there is a text, or only one table, it marks
// the first table.
func (c *choosing) find() {
	want := strings.ToLower(strings.TrimSpace(c.search.Text))
	shown := each.Where(c.all, func(t remote.Listed) bool { return strings.Contains(strings.ToLower(t.Name), want) })
	c.shown = shown
	c.list.Renew()
	c.open.Disable()
	switch {
	case len(c.all) == 0:
		c.note.SetText(lang.L("The database has no table that you may read."))
	case len(shown) == 0:
		c.note.SetText(lang.L("No table has “{{.Text}}” in its name.",
			lang.With{"Text": strings.TrimSpace(c.search.Text)}))
	case want == "":
		c.note.SetText(lang.N("{{.N}} table", "{{.N}} tables", len(c.all)))
	default:
		c.note.SetText(lang.N("{{.Found}} of {{.N}} table", "{{.Found}} of {{.N}} tables", len(c.all),
			lang.With{"Found": profiler.Count(len(shown))}))
	}
	if want != "" || len(shown) == 1 {
		c.list.Mark(0)
	}
}

// show shows the name, the rows and the size of a table.
func (c *choosing) show(i int, name *tip.Label, parts [2]*widget.Label) {
	t := c.shown[i]
	name.SetText(t.Name)
	rows, size := "", ""
	switch {
	case t.View:
		rows = lang.L("view")
	case t.Shards:
		rows = lang.L("on shards")
	case t.Rows >= 0 && t.About:
		rows = lang.L("about {{.Count}}", lang.With{"Count": profiler.Count(int(t.Rows))})
	case t.Rows >= 0:
		rows = profiler.Count(int(t.Rows))
	}
	if t.Bytes >= 0 {
		size = lang.Size(t.Bytes)
	}
	parts[0].SetText(rows)
	parts[1].SetText(size)
}

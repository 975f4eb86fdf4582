package menu

import (
	"slices"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// shelves is the open table and the state of its shelves.
type shelves interface {
	Table() *data.Table
	Column(name string) *data.Column
	State() view.State
	Answer() *session.Answer
	Edit(change func(view.State) view.State)
}

// chips adds, moves, replaces and removes chips.
type chips interface {
	Append(column string, on view.Shelf)
	AppendAll(columns []string, on view.Shelf)
	Accepts(on, from view.Shelf, i int) bool
	Move(from view.Shelf, i int, to view.Shelf, before int)
	MoveByKey(on view.Shelf, i int, by fyne.KeyName)
	Remove(on view.Shelf, i int)
	SetMeasure(i int, m query.Measure)
	AddMeasure(m query.Measure, before int)
}

// asker opens the forms and dialogs that menu items lead to.
type asker interface {
	OpenForm(on view.Shelf, i int)
	EditFilter(i int)
	AddFormula(text string, before int)
	AskTitle()
	EditFormula(i int)
	Rename(i int)
	NewLet(expr string)
	EditLet(name string)
	RemoveLet(name string)
	AskWhere(i int)
}

// Menus builds menus. Only the UI goroutine uses it.
type Menus struct {
	shelves
	chips
	asker
	dialogs *dialogs.Stack

	FirstDay func() int      // the first day of a week, numbered as in query.Field.N
	Await    func(do func()) // calls do once all rows of the answer can be read
	// returns a function that gives a column its data.OtherRole; nil if its role cannot change
	Role func(c *data.Column) func()
	// returns a function that asks for the time zone of a column; nil if the column has no times of the open table
	Zone func(c *data.Column) func()
}

// New returns menus whose items change e, and ask for texts in dialogs on d.
func New(e interface {
	shelves
	chips
	asker
}, d *dialogs.Stack) *Menus {
	none := func(*data.Column) func() { return nil }
	return &Menus{e, e, e, d, func() int { return 0 }, func(do func()) { do() }, none, none}
}

// Fields returns items that add columns to each shelf. For a single column, it also offers a formula with that
// column.
func (ms *Menus) Fields(columns ...string) []*fyne.MenuItem {
	column := columns[0]
	var items []*fyne.MenuItem
	for _, on := range view.Shelves {
		items = append(items, fyne.NewMenuItem(lang.N("Add to {{.Shelf}}", "Add {{.N}} fields to {{.Shelf}}",
			len(columns),
			lang.With{"Shelf": on}), func() { ms.AppendAll(columns, on) }))
	}
	if len(columns) > 1 {
		return items
	}
	if c := ms.Column(column); c != nil {
		with := query.Measure{Func: view.FuncsOf(c)[0], Column: column}
		items = append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(lang.L("Formula with it…"), func() {
			ms.AddFormula(with.String(), ms.State().Len(view.Values))
		}))
		slicer := fyne.NewMenuItem(lang.L("Add as slicer"), ms.editing(func(s view.State) view.State {
			s = s.AddFilter(view.NewFilter(c), s.Len(view.Filters))
			return s.Pin(s.FilterOf(query.Field{Column: column}), true)
		}))
		if i := ms.State().FilterOf(query.Field{Column: column}); i >= 0 {
			slicer.Disabled = !ms.State().Filters[i].Pinnable()
		}
		items = append(items, slicer)
		if c.Type.Numeric() {
			items = append(items, fyne.NewMenuItem(lang.L("Histogram"), func() {
				ms.Edit(func(s view.State) view.State { return s.Histogram(c) })
			}), fyne.NewMenuItem(lang.L("Box plot"), func() {
				ms.Edit(func(s view.State) view.State { return s.BoxPlot(column) })
			}))
		}
		if change := ms.Role(c); change != nil {
			items = append(items, choice(lang.L("An identifier, not a quantity"), c.IsIdentifier(), change))
		}
		if ask := ms.Zone(c); ask != nil {
			items = append(items, fyne.NewMenuItem(lang.L("Time zone…"), ask))
		}
	}
	if _, calculated := ms.State().Let(column); calculated {
		return append(items, fyne.NewMenuItem(lang.L("Edit calculated field…"), func() { ms.EditLet(column) }),
			fyne.NewMenuItem(lang.L("Remove calculated field"), func() { ms.RemoveLet(column) }))
	}
	return append(items, fyne.NewMenuItem(lang.L("New calculated field with it…"), func() {
		ms.NewLet(query.Field{Column: column}.String())
	}))
}

// editing returns a function that edits the state.
func (ms *Menus) editing(change func(view.State) view.State) func() {
	return func() { ms.Edit(change) }
}

// ask asks for a text until parse returns no error, and calls `use` with the parsed value.
func ask[T any](ms *Menus, title, label, text string, parse func(string) (T, error), use func(T)) {
	ms.dialogs.AskText(title, label, text, func(text string) error {
		_, err := parse(text)
		return err
	}, func(text string) {
		v, _ := parse(text)
		use(v)
	})
}

// choice returns an item with a check mark if chosen is true.
func choice(text string, chosen bool, do func()) *fyne.MenuItem {
	i := fyne.NewMenuItem(text, do)
	i.Checked = chosen
	return i
}

// Child returns an item that opens a submenu.
func Child(text string, items ...*fyne.MenuItem) *fyne.MenuItem {
	i := fyne.NewMenuItem(text, nil)
	i.ChildMenu = fyne.NewMenu("", items...)
	return i
}

// marked returns an item with a submenu. The item has a check mark if an item of the submenu has one.
func marked(text string, items []*fyne.MenuItem) *fyne.MenuItem {
	item := Child(text, items...)
	item.Checked = slices.ContainsFunc(items, func(o *fyne.MenuItem) bool { return o.Checked })
	return item
}

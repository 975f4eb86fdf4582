package shelf

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/each"
	"cardinal/internal/glyph"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// Fields is the list of a table's columns, with a search box above it and the details of one column below it.
type Fields struct {
	OnAdd     func(columns []string, on view.Shelf)    // the key of a shelf was pressed
	OnDefault func(columns []string)                   // a double tap, or Enter
	OnMenu    func(columns []string, at fyne.Position) // opens a menu at a position of the canvas
	OnForesee func(columns []string)                   // E was pressed: shows what a pivot with these fields would cost
	OnEdit    func(column string)                      // F2 on a calculated field
	OnRemove  func(column string)                      // Delete on a calculated field
	OnNew     func()                                   // asks for a new calculated field
	OnDragged func(fields []Field, ev *fyne.DragEvent) // fields are dragged
	OnDragEnd func()                                   // the button was released

	root    *fyne.Container
	search  *input.Entry
	list    *fieldList
	none    *widget.Label
	detail  *widget.Label
	spread  *spread
	foot    *steady
	now     string // the field whose details are shown
	dragged bool   // a drag is under way, during which the details do not change
	add     *input.Button
	rows    []*FieldRow
}

// NewFields returns an empty list. tips shows the whole text of texts that are cut.
func NewFields(tips *tip.Tip) *Fields {
	f := &Fields{search: input.New(), list: newFieldList(),
		none: input.Wrapped(""), detail: input.Caption(""), spread: newSpread(tips)}
	f.search.SetPlaceHolder(lang.L("Search fields"))
	f.search.OnChanged = func(string) { f.filter() }
	f.search.OnEscape = f.leaveSearch
	f.search.OnDown = func() { f.list.enter(strings.TrimSpace(f.search.Text)) }
	f.search.OnSubmitted = func(string) { f.search.OnDown() }
	f.list.onTop = f.FocusSearch
	f.list.onMark = func(r *FieldRow) { f.Describe(r.field.Name) }
	f.none.Hide()
	f.add = input.NewButtonWithIcon(lang.L("New calculated field…"), theme.ContentAddIcon(), func() { call(f.OnNew) })
	f.add.Importance, f.add.Alignment = widget.LowImportance, widget.ButtonAlignLeading
	f.add.Disable()
	f.foot = &steady{}
	f.foot.scroll = container.NewVScroll(container.NewVBox(f.detail,
		container.New(layout.NewCustomPaddedLayout(0, 4, 8, 8), f.spread.root)))
	f.root = input.Column(f.search, container.New(f.foot, container.NewStack(f.list.root, container.NewVBox(f.none)),
		f.foot.scroll, f.add), nil)
	return f
}

// steady lays out the list, the details below it, and the button at the bottom. The list always leaves the greatest
// height that details have needed so far. Therefore it does not move, under the mouse, when other details are shown.
//
// The details take at most half of the height, and scroll if they need more: a name of many lines must not make the
// window higher than the screen.
type steady struct {
	width, height float32
	scroll        *container.Scroll // the details
}

// MinSize implements fyne.Layout.
func (s *steady) MinSize(o []fyne.CanvasObject) fyne.Size {
	list, details, add := o[0].MinSize(), o[1].MinSize(), o[2].MinSize()
	return fyne.NewSize(max(list.Width, details.Width, add.Width), list.Height+details.Height+add.Height+
		2*theme.Padding())
}

// Layout implements fyne.Layout.
func (s *steady) Layout(o []fyne.CanvasObject, size fyne.Size) {
	if size.Width != s.width { // texts wrap differently
		s.width, s.height = size.Width, 0
	}
	details := s.scroll.Content
	details.Resize(fyne.NewSize(size.Width, details.MinSize().Height))
	height := details.MinSize().Height // after the text has wrapped
	s.height = max(s.height, height)

	foot := o[2].MinSize().Height
	input.Place(o[2], 0, size.Height-foot, size.Width, foot)
	room := size.Height - foot - 2*theme.Padding()
	kept := min(s.height, room/2)
	height = min(height, kept)
	input.Place(o[1], 0, size.Height-foot-theme.Padding()-height, size.Width, height)
	input.Place(o[0], 0, 0, size.Width, room-kept)
}

// Object returns the object for the window.
func (f *Fields) Object() fyne.CanvasObject { return f.root }

// Rows returns the rows of all fields, also of those that the search hides.
func (f *Fields) Rows() []*FieldRow { return f.rows }

// SetFields shows these fields. If the names are the same as before, the list does not scroll. If one field was added,
// it is scrolled into view.
func (f *Fields) SetFields(fields []Field) {
	if len(fields) > 0 && slices.EqualFunc(f.rows, fields, func(r *FieldRow, field Field) bool {
		return r.field.Name == field.Name
	}) {
		for i, field := range fields {
			f.rows[i].field = field
			f.rows[i].Refresh()
		}
		f.Describe(f.now)
		return
	}
	added := f.addedField(fields)
	f.foot.height = 0
	f.rows = make([]*FieldRow, len(fields))
	begun := map[string]int{} // counts the fields whose names begin in the same way
	for _, field := range fields {
		begun[beginning(field.Name)]++
	}
	for i, field := range fields {
		r := NewFieldRow(field)
		r.likened = begun[beginning(field.Name)] > 1
		if i > 0 {
			r.before = fields[i-1].Name
		}
		if i < len(fields)-1 {
			r.after = fields[i+1].Name
		}
		r.OnAdd = func(on view.Shelf) { f.OnAdd(names(f.withPicked(r)), on) }
		r.OnDefault = func() { f.OnDefault(names(f.withPicked(r))) }
		r.OnMenu = func(at fyne.Position) { f.OnMenu(names(f.withPicked(r)), at) }
		r.OnForesee = func() { f.OnForesee(names(f.withPicked(r))) }
		r.OnEdit = func() { f.OnEdit(field.Name) }
		r.OnRemove = func() { f.OnRemove(field.Name) }
		r.OnHover = func(in bool) {
			if in && !f.dragged {
				f.Describe(field.Name)
			}
		}
		r.OnDragged = func(ev *fyne.DragEvent) {
			f.dragged = true
			f.OnDragged(f.withPicked(r), ev)
		}
		r.OnDragEnd = func() {
			f.dragged = false
			f.OnDragEnd()
		}
		f.rows[i] = r
	}
	f.list.setRows(f.rows)
	input.Enable(f.add, len(fields) > 0)
	f.Describe(f.now)
	f.filter()
	if added >= 0 {
		f.reveal(added)
	}
}

// beginning returns the beginning of a name, which decides whether two names begin in the same way.
func beginning(name string) string {
	runes := []rune(name)
	return string(runes[:min(len(runes), 13)])
}

// addedField returns the position of the new field if exactly one field is new, or else -1.
func (f *Fields) addedField(fields []Field) int {
	known := map[string]bool{}
	for _, r := range f.rows {
		known[r.field.Name] = true
	}
	at, stay := -1, 0
	for i, field := range fields {
		if known[field.Name] {
			stay++
		} else {
			at = i
		}
	}
	if stay == 0 || stay != len(fields)-1 {
		return -1
	}
	return at
}

// reveal scrolls a field into view. If a search hides it, reveal clears the search.
func (f *Fields) reveal(row int) {
	if f.rows[row].Hidden {
		f.search.SetText("")
	}
	f.list.show(row)
	f.Describe(f.rows[row].field.Name)
}

// withPicked returns the field of a row. If the row is picked, it returns all picked fields.
func (f *Fields) withPicked(row *FieldRow) []Field {
	if !row.picked {
		return []Field{row.field}
	}
	var fields []Field
	for _, r := range f.rows {
		if r.picked {
			fields = append(fields, r.field)
		}
	}
	return fields
}

func names(fields []Field) []string {
	return each.Of(fields, func(f Field) string { return f.Name })
}

// Unpick makes all fields unpicked.
func (f *Fields) Unpick() { f.list.unpick() }

// SetCount sets the number of distinct values, the details and the distribution of a field, which become known later.
func (f *Fields) SetCount(column, count, detail string, of Spread) {
	for _, r := range f.rows {
		if r.field.Name == column {
			r.field.Count, r.field.Detail, r.field.Spread = count, detail, of
			r.Refresh()
		}
	}
	if column == f.now {
		f.Describe(column)
	}
}

// Describe shows the details of a field at the bottom of the list. If the field is not in the list, it shows none.
func (f *Fields) Describe(column string) {
	text, of := "", Spread{}
	for _, r := range f.rows {
		if r.field.Name == column {
			text, of = r.field.Detail, r.field.Spread
		}
	}
	if column != f.now {
		f.foot.scroll.ScrollToTop()
	}
	f.now = column
	if of, named := strings.CutPrefix(text, column); named {
		text = glyph.Reorder(column) + of
	}
	f.detail.SetText(glyph.LeftToRight(text))
	f.detail.Hidden = text == ""
	f.spread.show(of)
	f.root.Refresh()
}

// Refresh draws the details again in the colours of the theme.
func (f *Fields) Refresh() { f.Describe(f.now) }

// SetUsed shows which fields are on a shelf.
func (f *Fields) SetUsed(columns map[string]bool) {
	for _, r := range f.rows {
		r.SetUsed(columns[r.field.Name])
	}
}

// leaveSearch handles Esc in the search. It clears the search; if the search is empty, it removes the focus.
func (f *Fields) leaveSearch() {
	if f.search.Text != "" {
		f.search.SetText("")
		return
	}
	input.Unfocus(f.search)
}

// Focus gives the keyboard focus to the list of fields.
func (f *Fields) Focus() { input.Focus(f.list) }

// SetPointed sets a function that reports whether a person used the mouse last, not a key. If so, the list hides its
// mark when it gets the focus, and the next key shows the mark.
func (f *Fields) SetPointed(by func() bool) { f.list.pointed = by }

// Search shows only the fields whose names contain a text.
func (f *Fields) Search(text string) { f.search.SetText(text) }

// FocusSearch gives the keyboard focus to the search box, and selects its text, so that typing replaces it.
func (f *Fields) FocusSearch() {
	input.Focus(f.search)
	f.search.TypedShortcut(&fyne.ShortcutSelectAll{})
}

func (f *Fields) filter() {
	want := strings.ToLower(strings.TrimSpace(f.search.Text))
	shown := 0
	for _, r := range f.rows {
		r.Hidden = !strings.Contains(strings.ToLower(r.field.Name), want)
		r.setPicked(r.picked && !r.Hidden)
		if !r.Hidden {
			shown++
		}
	}
	f.none.Hidden = shown > 0 || len(f.rows) == 0
	f.none.SetText(lang.L("No field has “{{.Text}}” in its name.", lang.With{"Text": f.search.Text}))
	f.list.scroll.ScrollToTop()
	f.list.scroll.Refresh() // the height of the list has changed
	f.list.place()
}

package filteredit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// way is one of the ways to filter that the editor offers, e.g. a range.
type way struct {
	title string
	kind  view.FilterKind
	parts bool // the list has the labels of a part of a date, not of the column
	pane  *fyne.Container
	first fyne.Focusable // gets the focus when the way is shown
	condition
}

// noKind is the kind of the way that edits a top or bottom instead of a filter.
const noKind = ^view.FilterKind(0)

// condition is the editor of a way's condition.
type condition interface {
	usable() bool             // reports whether the typed condition is valid
	into(filter *view.Filter) // writes the condition into a filter
}

// editor edits a filter in one of several ways. Its button is disabled while the condition of the shown way is invalid.
type editor struct {
	filter  view.Filter
	ways    []way
	now     int
	chooser *input.Select
	list    *checklist
	part    *input.Select // chooses the part of a date that is listed
	fields  []query.Field // the parts, in the order of part's options
	middle  *fyne.Container
	tips    *tip.Tip // shows the whole text of a cut label
	content fyne.CanvasObject
	apply   *input.Button
}

// Ask opens an editor of filter f on column c, and calls `use` with the edited filter. If the person cancels, it calls
// nothing. `besides` is the position of the filter, or -1 if it is new: labels are counted in the rows that pass all
// other filters. top is the top of the labels of c. It is nil if c is on neither Rows nor Columns.
func Ask(d *dialogs.Stack, f view.Filter, c *data.Column, besides int, labels Labels, top *Top, use func(view.Filter)) {
	e := newEditor(f, c, besides, labels, top)
	hide := d.Edit(lang.L("Filter by {{.Field}}", lang.With{"Field": c.Name}), e.content, e.apply, 460, 600,
		e.ways[e.now].first)
	e.apply.OnTapped = func() {
		hide()
		if t, ok := e.ways[e.now].condition.(*topEditor); ok {
			top.Keep(t.chosen())
			return
		}
		use(e.chosen())
	}
	enter := func(string) {
		if !e.apply.Disabled() {
			e.apply.OnTapped()
		}
	}
	for _, w := range e.ways {
		if entry, ok := w.first.(*input.Entry); ok {
			entry.OnSubmitted = enter
		}
		if r, ok := w.condition.(*rangeEditor); ok {
			r.high.OnSubmitted = enter
		}
	}
	e.list.search.OnSubmitted = func(text string) { e.list.enter(func() { enter(text) }) }
	d.Closed(func() {
		e.list.then = nil
		e.tips.Hide()
		labels.StopSearch()
	})
}

func newEditor(f view.Filter, c *data.Column, besides int, labels Labels, top *Top) *editor {
	e := &editor{filter: f, tips: tip.New(labels.Post), middle: container.NewStack(),
		apply: input.NewButton(lang.L("Apply"), nil)}
	e.list = newChecklist(f, besides, labels, e.changed)
	e.addWays(c)
	if top != nil {
		t := newTop(top, e.changed)
		e.ways = append(e.ways, way{lang.L("the top or bottom by a measure"), noKind, false, t.root, t.n.Entry, t})
	}
	titles := each.Of(e.ways, func(w way) string { return w.title })
	part := f.Kind == view.List && slices.Contains(e.fields, f.Field)
	e.now = max(0, slices.IndexFunc(e.ways, func(w way) bool { return w.kind == f.Kind && w.parts == part }))
	e.chooser = input.NewSelect(titles, nil)
	e.chooser.SetSelectedIndex(e.now)
	e.chooser.OnChanged = func(string) { e.choose(e.chooser.SelectedIndex()) }
	e.content = e.middle
	if len(e.ways) > 1 {
		e.content = input.Column(container.NewBorder(nil, nil, widget.NewLabel(lang.L("Filter by")), nil, e.chooser),
			e.middle, nil)
	}
	e.list.list.OnCut = func(text string, at fyne.Position, height float32) {
		if e.tips.Hide(); text != "" {
			e.tips.Show(text, at, height)
		}
	}
	e.content = e.tips.Over(e.content)
	e.choose(e.now)
	return e
}

// addWays adds the ways that suit the type of a column.
func (e *editor) addWays(c *data.Column) {
	f := e.filter
	list := way{lang.L("a list of values"), view.List, false, e.list.root, e.list.search, e.list}
	switch {
	case c.Type == data.Text:
		text := newText(f, e.changed)
		e.ways = []way{list, {lang.L("part of the text"), view.Texts, false, text.root, text.pattern.Entry, text}}
		if view.IsTime(c) {
			e.ways = append(e.ways, e.partsWay(c, lang.L("parts of the time")))
		}
	case c.Type == data.Bool:
		e.ways = []way{list}
	default:
		bounds := newRange(f, c, e.changed)
		e.ways = []way{{lang.L("a range"), view.Range, false, bounds.root, bounds.low.Entry, bounds}}
		if c.Type.Temporal() {
			relative := newRelative(f, c, e.changed)
			e.ways = append(e.ways, way{lang.L("the last days, months or years"), view.Relative, false, relative.root,
				relative.n.Entry, relative}, e.partsWay(c, lang.L("parts of the date")))
		}
		e.ways = append(e.ways, list)
	}
}

// partsWay returns the way that lists the labels of a part of a date or of a time of day.
func (e *editor) partsWay(c *data.Column, title string) way {
	var titles []string
	at := 0
	for _, f := range append(view.PeriodsOf(c), view.RecurringOf(c, 0)...) {
		if f == e.filter.Field {
			at = len(titles)
		}
		e.fields, titles = append(e.fields, f), append(titles, view.PartTitle(c, f.Part))
	}
	e.part = input.NewSelect(titles, nil)
	e.part.SetSelectedIndex(at)
	e.part.OnChanged = func(string) { e.list.setField(e.fields[e.part.SelectedIndex()]) }
	return way{title, view.List, true, input.Column(e.part, nil, nil), e.list.search, e.list}
}

// choose shows a way.
func (e *editor) choose(i int) {
	e.now = i
	w := &e.ways[i]
	e.middle.Objects = []fyne.CanvasObject{w.pane}
	if w.parts {
		w.pane.Objects = []fyne.CanvasObject{e.part, e.list.root}
		w.pane.Refresh()
	}
	if w.kind == view.List {
		e.list.setField(e.listedField())
	}
	e.middle.Refresh()
	e.changed()
}

// listedField returns the field whose labels are listed.
func (e *editor) listedField() query.Field {
	f := e.filter.Field
	switch {
	case e.ways[e.now].parts:
		return e.fields[e.part.SelectedIndex()]
	case slices.Contains(e.fields, f):
		return query.Field{Column: f.Column}
	}
	return f
}

func (e *editor) changed() {
	if len(e.ways) > 0 {
		input.Enable(e.apply, e.ways[e.now].usable())
	}
}

// chosen returns the edited filter. It also has the valid conditions of other ways, which a person may have typed
// before.
func (e *editor) chosen() view.Filter {
	f := e.filter
	for i, w := range e.ways {
		if i != e.now && w.kind != view.List && w.usable() && w.kind != view.Relative {
			w.into(&f)
		}
	}
	w := e.ways[e.now]
	w.into(&f)
	f.Kind, f.Pinned = w.kind, f.Pinned && w.kind == view.List
	if f.Field = (query.Field{Column: f.Field.Column}); w.kind == view.List {
		f.Field = e.listedField()
	}
	return f
}

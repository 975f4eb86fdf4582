package filteredit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// way is one of the ways by which an editor makes a filter.
type way struct {
	title string
	kind  view.FilterKind
	parts bool // of a date: the list is of a part
	pane  *fyne.Container
	first fyne.Focusable // what takes the keyboard
	condition
}

// noKind is the kind of the way that makes no filter.
const noKind = ^view.FilterKind(0)

// condition is what one way makes.
type condition interface {
	usable() bool             // nothing is wrong with what was typed
	into(filter *view.Filter) // writes the condition into a filter
}

// editor makes a filter in one of several ways. Its button is disabled while what stands in the chosen way
// cannot be used.
type editor struct {
	filter  view.Filter
	ways    []way
	now     int
	chooser *input.Select
	list    *checklist
	part    *input.Select // which part of a date is listed
	fields  []query.Field // the parts, as the options of part
	middle  *fyne.Container
	tips    *tip.Tip // with the whole of a label that is cut
	content fyne.CanvasObject
	apply   *input.Button
}

// Ask opens an editor of filter f on column c. besides is the number of the filter, -1 of a new one. top is
// that of a key of the column, nil where the column is no key. use is called with the edited filter; Cancel
// calls nothing.
func Ask(d *dialogs.Stack, f view.Filter, c *data.Column, besides int, labels Labels, top *Top, use func(view.Filter)) {
	e := newEditor(f, c, besides, labels, top)
	hide := d.Edit("Filter by "+c.Name, e.content, e.apply, 460, 600, e.ways[e.now].first)
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
	})
}

func newEditor(f view.Filter, c *data.Column, besides int, labels Labels, top *Top) *editor {
	e := &editor{filter: f, list: newChecklist(f, besides, labels), tips: tip.New(labels.Post), apply: input.NewButtonWithIcon("Apply", theme.ConfirmIcon(), nil), middle: container.NewStack()}
	e.addWays(c)
	if top != nil {
		t := newTop(top, e.changed)
		e.ways = append(e.ways, way{"the top or bottom by a measure", noKind, false, t.root, t.n.Entry, t})
	}
	titles := make([]string, len(e.ways))
	for i, w := range e.ways {
		titles[i] = w.title
	}
	part := f.Kind == view.List && slices.Contains(e.fields, f.Field)
	e.now = max(0, slices.IndexFunc(e.ways, func(w way) bool { return w.kind == f.Kind && w.parts == part }))
	e.chooser = input.NewSelect(titles, nil)
	e.chooser.SetSelectedIndex(e.now)
	e.chooser.OnChanged = func(string) { e.choose(e.chooser.SelectedIndex()) }
	e.content = e.middle
	if len(e.ways) > 1 {
		e.content = input.Column(container.NewBorder(nil, nil, widget.NewLabel("Filter by"), nil, e.chooser), e.middle, nil)
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

// addWays lists the ways that suit the type of a column.
func (e *editor) addWays(c *data.Column) {
	f := e.filter
	list := way{"a list of values", view.List, false, e.list.root, e.list.search, e.list}
	switch {
	case c.Type == data.Text:
		text := newText(f, e.changed)
		e.ways = []way{list, {"part of the text", view.Texts, false, text.root, text.pattern.Entry, text}}
		if view.IsTime(c) {
			e.ways = append(e.ways, e.partsOf(c, "parts of the time"))
		}
	case c.Type == data.Bool:
		e.ways = []way{list}
	default:
		bounds := newRange(f, c, e.changed)
		e.ways = []way{{"a range", view.Range, false, bounds.root, bounds.low.Entry, bounds}}
		if c.Type.Temporal() {
			relative := newRelative(f, c, e.changed)
			e.ways = append(e.ways, way{"the last days, months or years", view.Relative, false, relative.root, relative.n.Entry, relative}, e.partsOf(c, "parts of the date"))
		}
		e.ways = append(e.ways, list)
	}
}

// partsOf is the way that lists the labels of a part of a date or of a time of day.
func (e *editor) partsOf(c *data.Column, title string) way {
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
	e.part.OnChanged = func(string) { e.list.of(e.fields[e.part.SelectedIndex()]) }
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
		e.list.of(e.listed())
	}
	e.middle.Refresh()
	e.changed()
}

// listed is the field whose labels are listed.
func (e *editor) listed() query.Field {
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

// chosen is the filter as it was made. What was typed in a way that is not chosen is kept where it can be used.
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
		f.Field = e.listed()
	}
	return f
}

package menu

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// showItem returns the choices of ways to show measure i of column c; c is nil for a measure without a column.
func (ms *Menus) showItem(i int, m query.Measure, c *data.Column) *fyne.MenuItem {
	return child("Show as", ms.waysItems(m, c, func(next query.Measure) { ms.SetMeasure(i, next) })...)
}

// onceMoreItem returns the choices to add measure i of column c a second time, shown in another way.
func (ms *Menus) onceMoreItem(i int, m query.Measure, c *data.Column) *fyne.MenuItem {
	m = m.Figure()
	items := ms.waysItems(m, c, func(next query.Measure) { ms.AddMeasure(next, i+1) })
	items[0].Checked = false // the plain value, which was not chosen here before
	return child("Once more, shown as", items...)
}

// waysItems returns the ways to show a measure of column c. put receives the measure with the chosen way.
func (ms *Menus) waysItems(m query.Measure, c *data.Column, put func(query.Measure)) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, w := range view.WaysOf(m, c) {
		if (w.Kind == query.PctOf || w.Kind == query.DiffPrev || w.Kind == query.Running) && len(items) > 0 {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		items = append(items, ms.wayItems(m, w, put)...)
	}
	return items
}

// wayItems returns the choices of one way: for the whole pivot, along each axis with fields, or with each label as
// its base.
func (ms *Menus) wayItems(m query.Measure, w query.Way, put func(query.Measure)) []*fyne.MenuItem {
	to := func(show query.Show) *fyne.MenuItem {
		next := m
		next.Show = show
		return choice(show.Title(), m.Show == show, func() { put(next) })
	}
	switch {
	case w.Base:
		if item := ms.baseItem(m, w, to, put); item != nil {
			return []*fyne.MenuItem{item}
		}
		return nil
	case !w.Axis:
		return []*fyne.MenuItem{to(query.Show{Kind: w.Kind})}
	case w.Spans:
		return []*fyne.MenuItem{ms.spanItem(m, w, to, put)}
	}
	var items []*fyne.MenuItem
	for _, a := range ms.axes() {
		if !w.Needs {
			items = append(items, to(query.Show{Kind: w.Kind, Along: a}))
		}
	}
	if fields := ms.alongFields(w, to); len(fields) > 0 {
		if len(items) > 0 {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		items = append(items, fields...)
	}
	if len(items) < 2 {
		return items
	}
	return []*fyne.MenuItem{marked(w.Title, items)}
}

// alongFields returns the fields that a way can go along, for each axis with several fields.
func (ms *Menus) alongFields(w query.Way, to func(query.Show) *fyne.MenuItem) (items []*fyne.MenuItem) {
	if !w.Field {
		return nil
	}
	s := ms.State()
	for along, fields := range [][]query.Field{s.Rows, s.Cols} {
		if len(fields) < 2 && !w.Needs {
			continue
		}
		for _, f := range fields {
			items = append(items, to(query.Show{Kind: w.Kind, Along: query.Along(along), Of: f}))
		}
	}
	return items
}

// spans are the numbers of labels that the menu offers for a moving average.
var spans = []int{3, 6, 12}

// spanItem returns the choices of a way over several labels, along each axis and field that it can go along.
func (ms *Menus) spanItem(m query.Measure, w query.Way, to func(query.Show) *fyne.MenuItem,
	put func(query.Measure)) *fyne.MenuItem {
	var along []*fyne.MenuItem
	of := func(show query.Show) *fyne.MenuItem {
		var items []*fyne.MenuItem
		for _, n := range spans {
			show.N = n
			items = append(items, to(show))
		}
		now := m.Show
		now.N = show.N
		other := now == show && !slices.Contains(spans, m.Show.N)
		text := "Another number of labels…"
		if other {
			text = m.Show.Title() + "…"
		}
		items = append(items, fyne.NewMenuItemSeparator(), choice(text, other, func() { ms.askSpan(m, show, put) }))
		show.N = 0
		return marked(show.Title(), items)
	}
	for _, a := range ms.axes() {
		along = append(along, of(query.Show{Kind: w.Kind, Along: a}))
	}
	along = append(along, ms.alongFields(w, of)...)
	if len(along) == 1 {
		return along[0]
	}
	return marked(w.Title, along)
}

// askSpan asks how many labels a moving average covers.
func (ms *Menus) askSpan(m query.Measure, show query.Show, put func(query.Measure)) {
	n := spans[0]
	if m.Show.Kind == show.Kind {
		n = m.Show.N
	}
	ask(ms, show.Way().Title+" of "+m.Figure().Title(), "Of how many labels", strconv.Itoa(n), query.ParseSpan,
		func(n int) {
			show.N = n
			m.Show = show
			put(m)
		})
}

// axes returns the axes that have fields.
func (ms *Menus) axes() (axes []query.Along) {
	s := ms.State()
	if len(s.Rows) > 0 {
		axes = append(axes, query.AlongRows)
	}
	if len(s.Cols) > 0 {
		axes = append(axes, query.AlongCols)
	}
	return axes
}

// maxBases is the most labels of a field that the menu offers as a base.
const maxBases = 15

// baseItem returns the labels of the answer that a measure can be compared with, field by field. It returns nil if
// there are none.
func (ms *Menus) baseItem(m query.Measure, w query.Way, to func(query.Show) *fyne.MenuItem,
	put func(query.Measure)) *fyne.MenuItem {
	a := ms.Answer()
	if a == nil {
		return nil
	}
	var fields []*fyne.MenuItem
	for _, along := range ms.axes() {
		axis := &a.Tab.Rows
		if along == query.AlongCols {
			axis = &a.Tab.Cols
		}
		for f, field := range axis.Fields {
			show := query.Show{Kind: w.Kind, Along: along}
			if len(axis.Fields) > 1 {
				show.Of = field
			}
			fields = append(fields, marked(field.Title(), ms.labelItems(m, axis, f+1, show, to, put)))
		}
	}
	switch len(fields) {
	case 0:
		return nil
	case 1:
		return marked(w.Title, fields[0].ChildMenu.Items)
	}
	return marked(w.Title, fields)
}

// mostNodes is the number of nodes of an axis among which a menu looks for labels. The first nodes of an axis of any
// length are in order, so that the menu opens at once.
const mostNodes = 8000

// labelItems returns the first labels of a depth of an axis as the base, and an item for any other label.
func (ms *Menus) labelItems(m query.Measure, a *pivot.Axis, depth int, show query.Show,
	to func(query.Show) *fyne.MenuItem, put func(query.Measure)) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	var bases []query.Literal
	for n := range min(a.Len(), mostNodes) {
		if a.Depth(n) != depth || a.Others(n) {
			continue
		}
		if show.Base = view.Label(a.Label(n)); slices.Contains(bases, show.Base) {
			continue
		}
		if len(bases) == maxBases {
			break
		}
		bases = append(bases, show.Base)
		item := to(show)
		item.Label = a.Text(n)
		items = append(items, item)
	}
	other := m.Show.Kind == show.Kind && m.Show.Along == show.Along && m.Show.Of == show.Of &&
		!slices.Contains(bases, m.Show.Base)
	return append(items, fyne.NewMenuItemSeparator(), choice("Another label…", other, func() {
		ms.askBase(m, show, put)
	}))
}

// askBase asks for the label that a measure is compared with.
func (ms *Menus) askBase(m query.Measure, show query.Show, put func(query.Measure)) {
	text := ""
	if m.Show.Kind == show.Kind {
		text = m.Show.Base.Label()
	}
	ask(ms, show.Way().Title, "Label", text, view.ParseLabel, func(base query.Literal) {
		show.Base = base
		m.Show = show
		put(m)
	})
}

package menu

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// apart is the space between the text of a choice and its example.
const apart = "    "

// showSettings returns the settings of how measure i of column c is shown. The first setting lists the ways, such as a
// share of the total, each with an example from the answer. Others are for the present way: the axis or field along
// which it compares labels, a base label, or a number of labels. c is nil for a measure without a column.
func (ms *Menus) showSettings(i int, m query.Measure, c *data.Column) []*fyne.MenuItem {
	to := func(text string, show query.Show) *fyne.MenuItem {
		next := m
		next.Show = show
		return choice(text, m.Show == show, ms.measureSetter(i, next))
	}
	var usual, more []*fyne.MenuItem
	for _, w := range view.WaysOf(m, c) {
		shows := ms.shows(w, m.Show)
		if len(shows) == 0 {
			continue
		}
		show := shows[max(0, slices.IndexFunc(shows, func(s query.Show) bool { return sameAxis(s, m.Show) }))]
		text := lang.L(w.Title)
		if w.Kind == query.AsIs {
			text = lang.L("Value")
		}
		if a := ms.Answer(); a != nil {
			if example := a.Example(m, show); example != "" {
				text += apart + example
			}
		}
		item := to(text, show)
		item.Checked = w.Kind == m.Show.Kind
		if w.Usual {
			usual = append(usual, item)
			continue
		}
		if last := len(more) - 1; last < 0 || more[last].Label != lang.L(w.Group()) {
			more = append(more, Child(lang.L(w.Group())))
		}
		group := more[len(more)-1].ChildMenu
		group.Items = append(group.Items, item)
	}
	settings := []*fyne.MenuItem{Child(lang.L("Show as"), append(usual, marked(lang.L("More"), more))...)}
	w := m.Show.Way()
	if shows := ms.shows(w, m.Show); len(shows) > 1 {
		var along []*fyne.MenuItem
		for _, show := range shows {
			item := to(ms.alongTitle(show), show)
			item.Checked = sameAxis(show, m.Show)
			along = append(along, item)
		}
		settings = append(settings, Child(lang.L("Along"), along...))
	}
	switch {
	case w.Base:
		settings = append(settings, ms.baseItem(m, to, i))
	case w.Spans:
		settings = append(settings, ms.spanItem(m, to, i))
	}
	return settings
}

// shows returns way w along each axis and each field that it can go along. If w needs a base label or a number of
// labels, it gets that of `now`, or else the first one that the form offers.
func (ms *Menus) shows(w query.Way, now query.Show) (all []query.Show) {
	if !w.Axis {
		return []query.Show{{Kind: w.Kind}}
	}
	s := ms.State()
	for along, fields := range [][]query.Field{s.Rows, s.Cols} {
		show := query.Show{Kind: w.Kind, Along: query.Along(along)}
		if w.Spans {
			if show.N = now.N; show.N == 0 {
				show.N = spans[0]
			}
		}
		if len(fields) > 0 && !w.Needs && !w.Base {
			all = append(all, show)
		}
		if !w.Field || len(fields) < 2 && !w.Needs && !w.Base {
			continue
		}
		for _, f := range fields {
			if show.Of = f; w.Base {
				bases, _ := ms.bases(f)
				if len(bases) == 0 {
					continue
				}
				if len(fields) == 1 {
					show.Of = query.Field{}
				}
				if show.Base = bases[0]; now.Way().Base && sameAxis(show, now) {
					show.Base = now.Base
				}
			}
			all = append(all, show)
		}
	}
	return all
}

// sameAxis reports whether a and b go along the same axis and field.
func sameAxis(a, b query.Show) bool { return a.Along == b.Along && a.Of == b.Of }

// alongTitle returns the name of the axis or the field that a way goes along.
func (ms *Menus) alongTitle(show query.Show) string {
	switch {
	case show.Of != (query.Field{}):
		return view.FieldTitle(show.Of)
	case show.Way().Base:
		return view.FieldTitle(ms.fieldOf(show))
	case show.Along == query.AlongCols:
		return lang.L("Columns")
	}
	return lang.L("Rows")
}

// fieldOf returns the field of the base label of a way.
func (ms *Menus) fieldOf(show query.Show) query.Field {
	fields := ms.State().Rows
	if show.Along == query.AlongCols {
		fields = ms.State().Cols
	}
	if show.Of != (query.Field{}) || len(fields) == 0 {
		return show.Of
	}
	return fields[0]
}

// spans are the numbers of labels that the form offers for a moving average.
var spans = []int{3, 6, 12}

// spanItem returns the choices of how many labels each figure of measure i covers, e.g. in a moving average.
func (ms *Menus) spanItem(m query.Measure, to func(string, query.Show) *fyne.MenuItem, i int) *fyne.MenuItem {
	var items []*fyne.MenuItem
	show := m.Show
	for _, n := range spans {
		show.N = n
		items = append(items, to(strconv.Itoa(n), show))
	}
	other := choice(lang.L("Another number…"), !slices.Contains(spans, m.Show.N), func() {
		ask(ms, lang.L("{{.Way}} of {{.Measure}}", lang.With{"Way": lang.L(show.Way().Title),
			"Measure": view.MeasureTitle(m.Figure())}),
			lang.L("Of how many labels"), strconv.Itoa(m.Show.N), query.ParseSpan,
			func(n int) {
				m.Show.N = n
				ms.SetMeasure(i, m)
			})
	})
	if other.Checked {
		other.Label = strconv.Itoa(m.Show.N) + "…"
	}
	return Child(lang.L("Number of labels"), append(items, other)...)
}

const (
	maxBases   = 40 // the greatest number of labels of a field that the form offers as a base
	usualBases = 4  // the number of labels outside the submenu More
	// the form looks for labels among this many nodes of an axis. They are in order even if the rest of a long axis is
	// not yet, so that the form opens at once
	mostNodes = 8000
)

// bases returns the first distinct labels of a field in the answer, and their texts.
func (ms *Menus) bases(f query.Field) (bases []query.Literal, texts []string) {
	a := ms.Answer()
	if a == nil {
		return nil, nil
	}
	axis := &a.Tab.Rows
	if !slices.Contains(axis.Fields, f) {
		axis = &a.Tab.Cols
	}
	depth := slices.Index(axis.Fields, f) + 1
	for n := range min(axis.Len(), mostNodes) {
		if depth == 0 || axis.Depth(n) != depth || axis.Others(n) {
			continue
		}
		if base := view.Label(axis.Label(n)); !slices.Contains(bases, base) {
			if len(bases) == maxBases {
				break
			}
			bases, texts = append(bases, base), append(texts, axis.Text(n))
		}
	}
	return bases, texts
}

// baseItem returns the choices of the base label, with which the figures of measure i are compared.
func (ms *Menus) baseItem(m query.Measure, to func(string, query.Show) *fyne.MenuItem, i int) *fyne.MenuItem {
	var items, more []*fyne.MenuItem
	show := m.Show
	bases, texts := ms.bases(ms.fieldOf(show))
	for k, base := range bases {
		show.Base = base
		if k < usualBases {
			items = append(items, to(texts[k], show))
		} else {
			more = append(more, to(texts[k], show))
		}
	}
	more = append(more, choice(lang.L("Another label…"), !slices.Contains(bases, m.Show.Base), func() {
		ask(ms, lang.L(m.Show.Way().Title), lang.L("Label"), m.Show.Base.Label(), view.ParseLabel,
			func(base query.Literal) {
				m.Show.Base = base
				ms.SetMeasure(i, m)
			})
	}))
	return Child(lang.L("Base label"), append(items, marked(lang.L("More"), more))...)
}

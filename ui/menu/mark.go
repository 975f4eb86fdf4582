package menu

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// Mark offers the conditional formats of the measure that a cell of the grid has a figure or the heading of. It is nil where the cell has
// neither, or the figures are no numbers.
func (ms *Menus) Mark(a *session.Answer, row, col int) *fyne.MenuItem {
	i, figures := a.Grid.Measure(row, col)
	if role := a.Grid.Cell(row, col).Role; !figures || role == pivot.Note || role == pivot.Corner {
		return nil
	}
	m := a.Tab.Measures[i].Measure
	if !view.Shareable(m, view.Operand(ms.Table(), m)) || !slices.Contains(ms.State().Measures(), m) {
		return nil
	}
	return ms.markItem(m)
}

// allMarksItem gives all measures one conditional format.
func (ms *Menus) allMarksItem() *fyne.MenuItem {
	var of []query.Measure
	for _, m := range ms.State().Measures() {
		if view.Shareable(m, view.Operand(ms.Table(), m)) {
			of = append(of, m)
		}
	}
	to := func(text string, mark query.Mark) *fyne.MenuItem {
		all := !slices.ContainsFunc(of, func(m query.Measure) bool { return m.Mark != mark })
		return choice(text, all && mark.Kind != query.NoMark, func() { ms.Edit(func(s view.State) view.State { return s.SetMarks(of, mark) }) })
	}
	item := marked("Conditional formatting", []*fyne.MenuItem{
		to("Data bars behind all figures", query.Mark{Kind: query.Bars}),
		to("Heat map of two colours", query.Mark{Kind: query.Scale, N: 2}),
		to("Heat map of three colours", query.Mark{Kind: query.Scale, N: 3}),
		fyne.NewMenuItemSeparator(),
		to("Clear all", query.Mark{}),
	})
	item.Disabled = ms.State().Empty()
	return item
}

// markItem offers the conditional formats of a measure.
func (ms *Menus) markItem(m query.Measure) *fyne.MenuItem {
	to := func(mark query.Mark) *fyne.MenuItem {
		return choice(mark.Title(), m.Mark == mark, func() { ms.Edit(func(s view.State) view.State { return s.SetMark(m, mark) }) })
	}
	items := []*fyne.MenuItem{to(query.Mark{}), fyne.NewMenuItemSeparator()}
	var highlights []*fyne.MenuItem
	for _, mark := range query.Marks {
		if !mark.Highlights() {
			items = append(items, to(mark))
			continue
		}
		highlights = append(highlights, to(mark))
		if mark.Counts() {
			other := m.Mark.Kind == mark.Kind && m.Mark != mark
			name := map[query.MarkKind]string{query.Most: "Top", query.Least: "Bottom"}[mark.Kind]
			highlights = append(highlights, choice(name+", another number…", other, func() { ms.askHighlighted(m, mark) }))
		}
	}
	name, passing := "Greater, less or between…", m.Mark.Kind == query.Passing
	if passing {
		name = m.Mark.Title() + "…"
	}
	highlights = append(highlights, choice(name, passing, func() { ms.askPassing(m) }))
	item := child("Conditional formatting", append(items, marked("Highlight", highlights))...)
	item.Checked = m.Mark != query.Mark{}
	return item
}

// askPassing asks which figures are highlighted by a comparison.
func (ms *Menus) askPassing(m query.Measure) {
	text := "> 0"
	if e := m.Mark.Condition(); e != nil {
		text = view.Condition{If: e}.Text()
	}
	var format data.NumberFormat
	if a := ms.Answer(); a != nil {
		format = a.FormatOf(m)
	}
	ask(ms, "Figures of "+m.Title()+" to highlight", "Highlight those with", text, func(text string) (query.Mark, error) {
		e, err := view.ParseCondition(format, text)
		if err != nil {
			return query.Mark{}, err
		}
		return query.Passed(e)
	}, func(mark query.Mark) { ms.Edit(func(s view.State) view.State { return s.SetMark(m, mark) }) })
}

// askHighlighted asks how many figures are highlighted.
func (ms *Menus) askHighlighted(m query.Measure, mark query.Mark) {
	if m.Mark.Kind == mark.Kind {
		mark = m.Mark
	}
	title := map[query.MarkKind]string{query.Most: "Greatest", query.Least: "Least"}[mark.Kind]
	ask(ms, title+" figures of "+m.Title()+" to highlight", "How many", strconv.Itoa(mark.N), query.ParseHighlighted, func(n int) {
		mark.N = n
		ms.Edit(func(s view.State) view.State { return s.SetMark(m, mark) })
	})
}

package menu

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// Mark returns the choices of conditional formats for the measure of a cell. It returns nil if the cell has neither a
// figure nor the heading of a measure.
func (ms *Menus) Mark(a *session.Answer, row, col int) *fyne.MenuItem {
	i, figures := a.Grid.Measure(row, col)
	if role := a.Grid.Cell(row, col).Role; !figures || role == pivot.Note || role == pivot.Corner {
		return nil
	}
	m := a.Tab.Measures[i].Measure
	if !slices.Contains(ms.State().Measures(), m) {
		return nil
	}
	return ms.markItem(m)
}

// allMarksItem returns the choices of one conditional format for all measures.
func (ms *Menus) allMarksItem() *fyne.MenuItem {
	var of []query.Measure
	for _, m := range ms.State().Measures() {
		if view.Shareable(m, view.Operand(ms.Table(), m)) {
			of = append(of, m)
		}
	}
	to := func(text string, mark query.Mark) *fyne.MenuItem {
		all := !slices.ContainsFunc(of, func(m query.Measure) bool { return m.Mark != mark })
		return choice(text, all && len(of) > 0, func() {
			ms.Edit(func(s view.State) view.State { return s.SetMarks(of, mark) })
		})
	}
	item := marked("Conditional formatting", []*fyne.MenuItem{
		to("Data bars behind all figures", query.Mark{Kind: query.Bars}),
		to("Heat map of two colours", query.Mark{Kind: query.Scale, N: 2}),
		to("Heat map of three colours", query.Mark{Kind: query.Scale, N: 3}),
		fyne.NewMenuItemSeparator(),
		choice("Clear all", false, func() {
			ms.Edit(func(s view.State) view.State { return s.SetMarks(s.Measures(), query.Mark{}) })
		}),
	})
	item.Disabled = ms.State().Empty()
	return item
}

// markItem returns the choices of conditional formats for a measure. Bars, colours and averages need numbers.
func (ms *Menus) markItem(m query.Measure) *fyne.MenuItem {
	figures := view.Figures(m, view.Operand(ms.Table(), m))
	if figures&(query.Numbers|query.Dates) == 0 {
		item := fyne.NewMenuItem("Conditional formatting (of numbers and dates only)", nil)
		item.Disabled = true
		return item
	}
	to := func(mark query.Mark) *fyne.MenuItem {
		return choice(mark.Title(), m.Mark == mark, func() {
			ms.Edit(func(s view.State) view.State { return s.SetMark(m, mark) })
		})
	}
	items := []*fyne.MenuItem{to(query.Mark{}), fyne.NewMenuItemSeparator()}
	var highlights []*fyne.MenuItem
	for _, mark := range query.Marks {
		if mark.Suits(m, figures) != nil {
			continue
		}
		if !mark.Highlights() {
			items = append(items, to(mark))
			continue
		}
		highlights = append(highlights, to(mark))
		if mark.Counts() {
			other := m.Mark.Kind == mark.Kind && m.Mark != mark
			name := map[query.MarkKind]string{query.Most: "Top", query.Least: "Bottom"}[mark.Kind]
			highlights = append(highlights, choice(name+", another number…", other, func() {
				ms.askHighlighted(m, mark)
			}))
		}
	}
	name, passing := "Greater, less or between…", m.Mark.Kind == query.Passing
	if passing {
		name = m.Mark.Title() + "…"
	}
	highlights = append(highlights, choice(name, passing, func() { ms.askPassing(m) }))
	if figures&query.Numbers == 0 {
		only := fyne.NewMenuItem("Bars, colours and averages (of numbers only)", nil)
		only.Disabled = true
		items = append(items, only)
	}
	item := Child("Conditional formatting", append(items, marked("Highlight", highlights))...)
	item.Checked = m.Mark != query.Mark{}
	return item
}

// askPassing asks for a comparison; figures that pass are highlighted.
func (ms *Menus) askPassing(m query.Measure) {
	t, format, text := ms.figureFormat(m)
	if e := m.Mark.Condition(); e != nil {
		text = view.Condition{If: e}.Text()
	}
	ask(ms, "Figures of "+m.Title()+" to highlight", "Highlight those with", text,
		func(text string) (query.Mark, error) {
			e, err := view.ParseCondition(t, format, text)
			if err != nil {
				return query.Mark{}, err
			}
			return query.Passed(e)
		}, func(mark query.Mark) { ms.Edit(func(s view.State) view.State { return s.SetMark(m, mark) }) })
}

// figureFormat returns the type and the format of a measure's figures, and an example of a condition on them.
func (ms *Menus) figureFormat(m query.Measure) (t data.Type, format data.NumberFormat, example string) {
	if a := ms.Answer(); a != nil {
		format = a.FormatOf(m)
	}
	c := view.Operand(ms.Table(), m)
	if view.Figures(m, c) == query.Dates {
		return c.Type, format, "> 2024-12-31"
	}
	return data.Float, format, "> 0"
}

// askHighlighted asks how many figures are highlighted.
func (ms *Menus) askHighlighted(m query.Measure, mark query.Mark) {
	if m.Mark.Kind == mark.Kind {
		mark = m.Mark
	}
	title := map[query.MarkKind]string{query.Most: "Greatest", query.Least: "Least"}[mark.Kind]
	ask(ms, title+" figures of "+m.Title()+" to highlight", "How many", strconv.Itoa(mark.N), query.ParseHighlighted,
		func(n int) {
			mark.N = n
			ms.Edit(func(s view.State) view.State { return s.SetMark(m, mark) })
		})
}

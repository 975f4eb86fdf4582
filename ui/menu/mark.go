package menu

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// Mark returns the choices of conditional formats for the measure of a cell. It returns nil if the cell is neither a
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
	of := each.Where(ms.State().Measures(), func(m query.Measure) bool {
		return view.Shareable(m, view.Operand(ms.Table(), m))
	})
	to := func(text string, mark query.Mark) *fyne.MenuItem {
		all := !slices.ContainsFunc(of, func(m query.Measure) bool { return m.Marks != query.MarkList(mark) })
		return choice(text, all && len(of) > 0, func() {
			ms.Edit(func(s view.State) view.State { return s.SetAllMarks(of, query.MarkList(mark)) })
		})
	}
	item := marked(lang.L("Conditional formatting"), []*fyne.MenuItem{
		to(lang.L("Data bars behind all figures"), query.Mark{Kind: query.Bars}),
		to(lang.L("Heat map of two colours"), query.Mark{Kind: query.Scale, N: 2}),
		to(lang.L("Heat map of three colours"), query.Mark{Kind: query.Scale, N: 3}),
		fyne.NewMenuItemSeparator(),
		choice(lang.L("Clear all"), false, func() {
			ms.Edit(func(s view.State) view.State { return s.SetAllMarks(s.Measures(), query.Marks{}) })
		}),
	})
	item.Disabled = ms.State().Empty()
	return item
}

// markItem returns the choices of conditional formats for a measure. A choice adds its format to the formats of the
// measure, or removes it. Bars, colours, arrows and averages are offered only for numbers.
func (ms *Menus) markItem(m query.Measure) *fyne.MenuItem {
	figures := view.Figures(m, view.Operand(ms.Table(), m))
	if figures&(query.Numbers|query.Dates) == 0 {
		item := fyne.NewMenuItem(lang.L("Conditional formatting (of numbers and dates only)"), nil)
		item.Disabled = true
		return item
	}
	set := func(marks query.Marks) {
		ms.Edit(func(s view.State) view.State { return s.SetMarks(m, marks) })
	}
	adding := func(text string, checked bool, mark query.Mark, do func()) *fyne.MenuItem {
		item := choice(text, checked, do)
		_, full := m.Marks.With(mark)
		item.Disabled = full != nil
		return item
	}
	to := func(mark query.Mark) *fyne.MenuItem {
		if now := m.Marks.Of(mark.Kind); mark.Kind != query.Passing && now.Kind == mark.Kind && now.N == mark.N {
			mark = now
		} else if mark.Kind != query.Passing {
			mark.Per = m.Marks.Per()
			mark = coloured(m, mark)
		}
		has := m.Marks.Has(mark)
		return adding(ms.markTitle(mark), has, mark, func() {
			if has {
				set(m.Marks.Without(mark))
			} else {
				ms.addMark(m, mark)
			}
		})
	}
	items := []*fyne.MenuItem{choice(lang.L("None"), m.Marks == query.Marks{}, func() { set(query.Marks{}) }),
		fyne.NewMenuItemSeparator()}
	var highlights []*fyne.MenuItem
	for _, mark := range query.OfferedMarks {
		if mark.Suits(m, figures) != nil {
			continue
		}
		if !mark.Highlights() {
			items = append(items, to(mark))
			continue
		}
		highlights = append(highlights, to(mark))
		if mark.Counts() {
			now := m.Marks.Of(mark.Kind)
			name := lang.L("Top, another number…")
			if mark.Kind == query.Least {
				name = lang.L("Bottom, another number…")
			}
			other := now.N != 0 && now.N != mark.N
			highlights = append(highlights, adding(name, other, mark, func() {
				ms.askHighlighted(m, mark)
			}))
		}
	}
	for _, mark := range m.Marks.All() {
		if mark.Kind == query.Passing {
			highlights = append(highlights, to(mark))
		}
	}
	highlights = append(highlights, adding(lang.L("Greater, less or between…"), false, query.Mark{Kind: query.Passing},
		func() { ms.askPassing(m) }))
	if figures&query.Numbers == 0 {
		only := fyne.NewMenuItem(lang.L("Bars, colours and averages (of numbers only)"), nil)
		only.Disabled = true
		items = append(items, only)
	}
	items = append(items, marked(lang.L("Highlight"), highlights))
	if compared := ms.comparedItem(m, set); compared != nil {
		items = append(items, compared)
	}
	if by := ms.markByItem(m, set); by != nil {
		items = append(items, by)
	}
	item := Child(lang.L("Conditional formatting"), items...)
	item.Checked = m.Marks != query.Marks{}
	return item
}

// comparedItem returns the choices of the figures that the conditional formats of a measure compare, e.g. those of one
// row. It returns nil if no format of the measure compares figures with each other.
func (ms *Menus) comparedItem(m query.Measure, set func(query.Marks)) *fyne.MenuItem {
	if m.Marks.InEach(query.PerRow) == m.Marks && m.Marks.InEach(query.PerColumn) == m.Marks {
		return nil
	}
	var items []*fyne.MenuItem
	for _, c := range []struct {
		per  query.Scope
		text string
	}{{query.PerAll, lang.L("All figures")}, {query.PerRow, lang.L("The figures of a row")},
		{query.PerColumn, lang.L("The figures of a column")}, {query.PerGroup,
			lang.L("The figures of a group of rows")}} {
		items = append(items, choice(c.text, m.Marks.Per() == c.per, func() { set(m.Marks.InEach(c.per)) }))
	}
	return Child(lang.L("Compared with"), items...)
}

// markByItem returns the choices of the measure whose figures decide how the figures of a measure are formatted. It
// returns nil if the formats of the measure show only its own figures, or if no other measure suits them.
func (ms *Menus) markByItem(m query.Measure, set func(query.Marks)) *fyne.MenuItem {
	to := func(text, by string) *fyne.MenuItem {
		return choice(text, m.Marks.By() == by, func() { set(m.Marks.InBy(by)) })
	}
	items := []*fyne.MenuItem{to(lang.L("Its own figures"), ""), fyne.NewMenuItemSeparator()}
	for _, other := range ms.State().Measures() {
		if other != m && m.Marks.InBy("").Suit(other, view.Figures(other, view.Operand(ms.Table(), other))) == nil {
			items = append(items, to(view.MeasureTitle(other), other.Reference()))
		}
	}
	if len(items) == 2 || m.Marks.InBy("") == m.Marks.InBy("other") {
		return nil
	}
	return Child(lang.L("Colour by"), items...)
}

// coloured returns a conditional format that goes by the same figures as the formats of a measure.
func coloured(m query.Measure, mark query.Mark) query.Mark {
	return query.MarkList(mark).InBy(m.Marks.By())[0]
}

// addMark adds a conditional format to the formats of a measure. If the measure already has the greatest number of
// them, nothing changes.
func (ms *Menus) addMark(m query.Measure, mark query.Mark) {
	marks, _ := m.Marks.With(coloured(m, mark))
	ms.Edit(func(s view.State) view.State { return s.SetMarks(m, marks) })
}

// askPassing asks for a condition, such as > 100. Figures that pass it are highlighted.
func (ms *Menus) askPassing(m query.Measure) {
	t, format, text := ms.figureFormat(m)
	for _, by := range ms.State().Measures() {
		if by.Reference() == m.Marks.By() {
			t, format, text = ms.figureFormat(by)
		}
	}
	ask(ms, lang.L("Figures of {{.Measure}} to highlight", lang.With{"Measure": view.MeasureTitle(m)}),
		lang.L("Highlight those with"), text,
		func(text string) (query.Mark, error) {
			e, err := view.ParseCondition(t, format, text)
			if err != nil {
				return query.Mark{}, err
			}
			return query.Passed(e)
		}, func(mark query.Mark) { ms.addMark(m, mark) })
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

// askHighlighted asks how many of the greatest or least figures are highlighted.
func (ms *Menus) askHighlighted(m query.Measure, mark query.Mark) {
	if now := m.Marks.Of(mark.Kind); now.N != 0 {
		mark = now
	}
	title := lang.L("Greatest figures of {{.Measure}} to highlight", lang.With{"Measure": view.MeasureTitle(m)})
	if mark.Kind == query.Least {
		title = lang.L("Least figures of {{.Measure}} to highlight", lang.With{"Measure": view.MeasureTitle(m)})
	}
	ask(ms, title, lang.L("How many"), strconv.Itoa(mark.N), query.ParseHighlighted,
		func(n int) {
			mark.N = n
			ms.addMark(m, mark)
		})
}

// markTitle returns the name of a conditional format in menus, e.g. "Top 10" or "Data bars in each row".
func (ms *Menus) markTitle(m query.Mark) string {
	if by := m.Source(ms.State().Measures(), -1); m.By != "" && by >= 0 {
		m.By = ""
		return lang.L("{{.Format}} by {{.Measure}}", lang.With{"Format": ms.markTitle(m),
			"Measure": view.MeasureTitle(ms.State().Measures()[by])})
	}
	all := m
	all.Per = query.PerAll
	title := lang.L(all.Title())
	switch m.Kind {
	case query.Most:
		title = lang.L("Top {{.Amount}}", lang.With{"Amount": m.N})
	case query.Least:
		title = lang.L("Bottom {{.Amount}}", lang.With{"Amount": m.N})
	case query.Passing:
		title = lang.L("Figures {{.Comparison}}", lang.With{"Comparison": m.Comparison()})
	}
	if m.Per == query.PerAll {
		return title
	}
	return lang.L("{{.Format}} in each {{.Part}}", lang.With{"Format": title, "Part": lang.L(string(m.Per))})
}

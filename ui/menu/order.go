package menu

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/separators"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// Sort returns the items that sort by the column or the row of a cell, and that move its label.
func (ms *Menus) Sort(a *session.Answer, row, col int) []*fyne.MenuItem {
	if f, ok := a.RowField(col); ok {
		items := ms.sortLabels(f)
		if row >= a.Grid.HeaderRows {
			items = append(items, ms.sortCols(a, row, col)...)
		}
		return append(items, ms.moveLabelItems(a, row, col)...)
	}
	if c := a.Grid.Cell(row, col); c.Role == pivot.ColLabel && c.Node > 0 {
		f := a.Tab.Cols.Fields[a.Tab.Cols.Depth(c.Node)-1]
		return append(append(ms.sortLabels(f), ms.sortRows(a, row, col)...), ms.moveLabelItems(a, row, col)...)
	}
	items := ms.sortRows(a, row, col)
	if row >= a.Grid.HeaderRows {
		items = append(items, ms.sortCols(a, row, col)...)
	}
	return items
}

func (ms *Menus) sortLabels(f query.Field) []*fyne.MenuItem {
	order := func(text string, desc bool) *fyne.MenuItem {
		return fyne.NewMenuItem(text,
			ms.editing(func(s view.State) view.State { return s.SortField(f, view.Sort{Desc: desc}) }))
	}
	return []*fyne.MenuItem{order(lang.L("Sort labels ascending"), false), order(lang.L("Sort labels descending"),
		true)}
}

// sortRows returns items that sort the rows by the column of a cell.
func (ms *Menus) sortRows(a *session.Answer, row, col int) []*fyne.MenuItem {
	m, at, ok := a.Column(row, col)
	if !ok || len(a.Tab.Rows.Fields) == 0 {
		return nil
	}
	order := func(text string, desc bool) *fyne.MenuItem {
		return fyne.NewMenuItem(text, ms.editing(func(s view.State) view.State { return s.SortBy(m, at, desc) }))
	}
	return []*fyne.MenuItem{order(lang.L("Sort rows by this column, largest first"), true),
		order(lang.L("Sort rows by this column, smallest first"), false)}
}

// sortCols returns items that sort the columns by the figures in the row of a cell. These are figures of the cell's
// measure if it has one, or else of the first measure.
func (ms *Menus) sortCols(a *session.Answer, row, col int) []*fyne.MenuItem {
	if len(a.Tab.Cols.Fields) == 0 || a.Grid.Cell(row, col).Role == pivot.Note {
		return nil
	}
	m, _, ok := a.Column(row, col)
	if !ok {
		m = a.Tab.Measures[0].Measure
	}
	at := a.Row(row)
	order := func(text string, desc bool) *fyne.MenuItem {
		return fyne.NewMenuItem(text, ms.editing(func(s view.State) view.State { return s.SortCols(m, at, desc) }))
	}
	return []*fyne.MenuItem{order(lang.L("Sort columns by this row, largest first"), true),
		order(lang.L("Sort columns by this row, smallest first"), false)}
}

// moveLabelItems returns items that move the label of a cell among its siblings. A move gives the field of the label a
// manual sort.
func (ms *Menus) moveLabelItems(a *session.Answer, row, col int) []*fyne.MenuItem {
	role := a.Grid.Cell(row, col).Role
	b, ok := a.Siblings(row, col, role == pivot.RowLabel)
	if !ok || role == pivot.Body || len(b.Labels) < 2 {
		return nil
	}
	words := [4]string{lang.L("Move up"), lang.L("Move down"), lang.L("Move to the top"), lang.L("Move to the bottom")}
	if role == pivot.ColLabel {
		words = [4]string{lang.L("Move left"), lang.L("Move right"), lang.L("Move to the left end"),
			lang.L("Move to the right end")}
	}
	var items []*fyne.MenuItem
	for i, by := range [4]int{-1, 1, -b.At, len(b.Labels) - 1 - b.At} {
		item := fyne.NewMenuItem(words[i], func() { ms.MoveLabel(b, by) })
		item.Disabled = by == 0 || b.At+by < 0 || b.At+by >= len(b.Labels)
		items = append(items, item)
	}
	return append([]*fyne.MenuItem{fyne.NewMenuItemSeparator()}, items...)
}

// MoveLabel moves a label by some positions among its siblings.
func (ms *Menus) MoveLabel(b session.Siblings, by int) {
	ms.Edit(func(s view.State) view.State { return s.Place(b.Of, b.Labels, b.At, by) })
}

// sortRowsItem returns the choices to sort all row fields by a measure or by their labels.
func (ms *Menus) sortRowsItem(m query.Measure) *fyne.MenuItem {
	s := ms.State()
	by := func(text string, desc bool) *fyne.MenuItem {
		chosen := s.SortedBy(view.Sort{By: m, Desc: desc})
		return choice(text, chosen, ms.editing(func(s view.State) view.State { return s.SortBy(m, nil, desc) }))
	}
	return Child(lang.L("Sort rows"), by(lang.L("Largest first"), true), by(lang.L("Smallest first"), false),
		choice(lang.L("By label"), s.SortedBy(view.Sort{}), func() { ms.Edit(view.State.SortLabels) }))
}

// orderItem returns the choices to sort one field differently from the others.
func (ms *Menus) orderItem(f query.Field) *fyne.MenuItem {
	s := ms.State()
	now, _ := s.SortOf(f)
	to := func(text string, order view.Sort) *fyne.MenuItem {
		return choice(text, now.Equal(order),
			ms.editing(func(s view.State) view.State { return s.SortField(f, order) }))
	}
	natural := lang.L("Natural order, 2 before 10")
	if c, err := ms.Table().Column(f.Column); err == nil && f.Part == query.Whole && c.Dict != nil &&
		c.Dict.Places() != nil {
		natural = lang.L("Natural order, by alphabet")
	}
	items := []*fyne.MenuItem{to(lang.L("Labels ascending"), view.Sort{}), to(lang.L("Labels descending"),
		view.Sort{Desc: true})}
	var more []*fyne.MenuItem
	for i, m := range s.Measures() {
		largest, smallest := view.Sort{By: m, Desc: true}, view.Sort{By: m}
		if i == 0 {
			items = append(items, to(lang.L("Largest first")+apart+view.MeasureTitle(m), largest),
				to(lang.L("Smallest first")+apart+view.MeasureTitle(m), smallest))
			continue
		}
		of := lang.With{"Measure": view.MeasureTitle(m)}
		more = append(more, to(lang.L("{{.Measure}}, largest first", of), largest),
			to(lang.L("{{.Measure}}, smallest first", of), smallest))
	}
	by, other := "", now.Unshown && !slices.Contains(s.Measures(), now.By)
	if other {
		by = now.By.String()
	}
	more = append(more, choice(lang.L("By another measure…"), other, func() {
		ask(ms, lang.L("Order of {{.Field}}", lang.With{"Field": view.FieldTitle(f)}),
			lang.L("Measure, largest first"), by,
			func(text string) (query.Measure, error) {
				return view.ParseFormula(ms.Table(), text)
			}, func(m query.Measure) {
				ms.Edit(func(s view.State) view.State {
					return s.SortField(f, view.Sort{By: m, Desc: true, Unshown: true})
				})
			})
	}), to(natural, view.Sort{Natural: true}), choice(lang.L("By hand…"), len(now.Hand) > 0, func() {
		ms.Await(func() { ms.askHand(f, now) })
	}))
	return Child(lang.L("Sort"), append(items, marked(lang.L("More"), more))...)
}

// maxHand is the greatest number of labels that the dialog of a manual sort lists at first.
const maxHand = 50

// askHand asks for a manual sort of a field's labels. The dialog lists them in the present order at first.
func (ms *Menus) askHand(f query.Field, now view.Sort) {
	shown := now.Hand
	if a := ms.Answer(); a != nil && len(shown) == 0 {
		if shown = a.LabelsOf(f); len(shown) > maxHand {
			shown = shown[:maxHand]
		}
	}
	ask(ms, lang.L("Order of {{.Field}}", lang.With{"Field": view.FieldTitle(f)}), lang.L("First to last"),
		view.HandText(f,
			shown), func(text string) ([]data.Value, error) {
			return view.ParseHand(f, text, ms.labelsOf(f))
		}, func(hand []data.Value) {
			ms.Edit(func(s view.State) view.State { return s.SortField(f, view.Sort{Hand: hand}) })
		})
}

// labelsOf returns the labels of a field in the answer, in display order.
func (ms *Menus) labelsOf(f query.Field) []data.Value {
	if a := ms.Answer(); a != nil {
		return a.LabelsOf(f)
	}
	return nil
}

// conditionItem returns the choices of conditions on the figures of a field's labels.
func (ms *Menus) conditionItem(f query.Field) *fyne.MenuItem {
	s := ms.State()
	var items []*fyne.MenuItem
	for _, m := range s.Measures() {
		c, there := s.ConditionOf(f, m)
		text := view.MeasureTitle(c.By) + "…"
		if there {
			text = c.Title() + "…"
		}
		items = append(items, choice(text, there, func() { ms.askCondition(c) }))
	}
	clear := fyne.NewMenuItem(lang.L("Clear"),
		ms.editing(func(s view.State) view.State { return s.ClearConditions(f) }))
	clear.Disabled = !s.Conditioned(f)
	return marked(lang.L("Filter by figures"), append(items, fyne.NewMenuItemSeparator(), clear))
}

// askCondition asks for a condition on the figures of labels. An empty text removes the condition.
func (ms *Menus) askCondition(c view.Condition) {
	t, format, text := ms.figureFormat(c.By)
	if c.If != nil {
		text = c.Text()
	}
	of := lang.With{"Field": view.FieldTitle(c.Of), "Measure": view.MeasureTitle(c.By)}
	ask(ms, lang.L("{{.Field}} by {{.Measure}}", of),
		lang.L("Keep those with"), text, func(text string) (*query.Expr, error) {
			return view.ParseCondition(t, format, text)
		}, func(e *query.Expr) {
			c.If = e
			ms.Edit(func(s view.State) view.State { return s.SetCondition(c) })
		})
}

// restItem returns the choices of what happens to labels that a top or a condition excludes: they are left out, or
// become one line, Others. If nothing is excluded yet, the choice of Others also sets a top.
func (ms *Menus) restItem(f query.Field) *fyne.MenuItem {
	s := ms.State()
	top, on := s.TopOf(f), s.HasOthers(f)
	limits := top.Limits() || s.Conditioned(f)
	if !limits {
		top.N = tops[0]
	}
	return Child(lang.L("The rest"),
		choice(lang.L("Left out"), limits && !on, ms.editing(func(s view.State) view.State {
			return s.SetOthers(f, false)
		})),
		choice(lang.L("In one line, Others"), limits && on, func() {
			ms.Edit(func(s view.State) view.State {
				if !limits {
					s = s.Keep(top)
				}
				return s.SetOthers(f, true)
			})
		}))
}

// tops are the values of N for which the menu offers "Top N".
var tops = []int{10, 100, 1000}

// topShare is a share of the total. The menu offers to keep the greatest labels that together reach it.
const topShare = query.Until("80%")

// topItems returns the settings of a top: how many of the greatest or least labels are kept, by which measure, and what
// happens to the other labels.
func (ms *Menus) topItems(f query.Field) []*fyne.MenuItem {
	s := ms.State()
	now := s.TopOf(f)
	keep := func(text string, chosen bool, t view.Top) *fyne.MenuItem {
		return choice(text, chosen, ms.editing(func(s view.State) view.State { return s.Keep(t) }))
	}
	items := []*fyne.MenuItem{keep(lang.L("All"), !now.Limits(), view.Top{Of: f})}
	var more []*fyne.MenuItem
	for _, bottom := range []bool{false, true} {
		end, other := lang.Key("Top {{.Amount}}"), lang.L("Top, another number, share or sum…")
		if bottom {
			end, other = lang.Key("Bottom {{.Amount}}"), lang.L("Bottom, another number, share or sum…")
		}
		upTo := func(amount string) string { return lang.L(end, lang.With{"Amount": amount}) }
		for i, n := range tops {
			t := view.Top{Of: f, N: n, By: now.By, Bottom: bottom}
			item := keep(upTo(profiler.Count(n)), now == t, t)
			if i < 2 && !bottom || i == 0 {
				items = append(items, item)
				continue
			}
			more = append(more, item)
		}
		share := view.Top{Of: f, Until: topShare, By: now.By, Bottom: bottom}
		if topShare.Suits(now.By) == nil {
			more = append(more, keep(upTo(lang.L("{{.Share}} of the total", lang.With{"Share": share.Amount()})),
				now == share, share))
		}
		own := now.Limits() && now.Bottom == bottom && now != share && !slices.Contains(tops, now.N)
		if own {
			other = upTo(now.Amount()) + "…"
		}
		t := now
		t.Bottom = bottom
		more = append(more, choice(other, own, func() { ms.askTop(t) }))
	}
	measures := []query.Measure{now.By}
	for _, m := range s.Measures() {
		if m = m.Figure(); !slices.Contains(measures, m) {
			measures = append(measures, m)
		}
	}
	var by []*fyne.MenuItem
	for _, m := range measures {
		if t := now; t.Until.Suits(m) == nil {
			t.By = m
			by = append(by, keep(view.MeasureTitle(m), now.By == m, t))
		}
	}
	settings := []*fyne.MenuItem{Child(lang.L("Top and bottom"), append(items, marked(lang.L("More"), more))...)}
	if now.Limits() && len(by) > 1 {
		settings = append(settings, Child(lang.L("Top by"), by...))
	}
	return append(settings, ms.restItem(f))
}

// askTop asks how many labels are kept at the top or the bottom. The answer is a number, or a share or sum that the
// labels make up.
func (ms *Menus) askTop(t view.Top) {
	text := strconv.Itoa(tops[0])
	if t.Limits() {
		text = t.Amount()
	}
	of := lang.With{"Field": view.FieldTitle(t.Of), "Measure": view.MeasureTitle(t.By)}
	title := lang.L("Labels of {{.Field}} at the top, by {{.Measure}}", of)
	if t.Bottom {
		title = lang.L("Labels of {{.Field}} at the bottom, by {{.Measure}}", of)
	}
	ask(ms, title, lang.L("How many, or up to a share or a sum: {{.Examples}}",
		lang.With{"Examples": "10, 80%, sum " + separators.Show("1,000")}), text, t.SetAmount, func(t view.Top) {
		ms.Edit(func(s view.State) view.State { return s.Keep(t) })
	})
}

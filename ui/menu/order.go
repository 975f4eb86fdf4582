package menu

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/engine/query"
	"cardinal/profiler"
	"cardinal/ui/session"
	"cardinal/ui/view"
)

// Sort lists the ways to sort the rows by the column that a cell of the grid stands in.
func (ms *Menus) Sort(a *session.Answer, row, col int) []*fyne.MenuItem {
	if f, ok := a.RowField(col); ok {
		order := func(text string, desc bool) *fyne.MenuItem {
			return fyne.NewMenuItem(text, func() {
				ms.Edit(func(s view.State) view.State { return s.SortField(f, view.Sort{Desc: desc}) })
			})
		}
		return []*fyne.MenuItem{order("Sort labels ascending", false), order("Sort labels descending", true)}
	}
	m, at, ok := a.Column(row, col)
	if !ok || len(a.Tab.Rows.Fields) == 0 {
		return nil
	}
	order := func(text string, desc bool) *fyne.MenuItem {
		return fyne.NewMenuItem(text, func() { ms.Edit(func(s view.State) view.State { return s.SortBy(m, at, desc) }) })
	}
	return []*fyne.MenuItem{order("Sort rows by this column, largest first", true), order("Sort rows by this column, smallest first", false)}
}

// sortRowsItem sorts every row field by a measure.
func (ms *Menus) sortRowsItem(m query.Measure) *fyne.MenuItem {
	s := ms.State()
	by := func(text string, desc bool) *fyne.MenuItem {
		chosen := len(s.Own) == 0 && s.Sort.Equal(view.Sort{By: m, Desc: desc})
		return choice(text, chosen, func() { ms.Edit(func(s view.State) view.State { return s.SortBy(m, nil, desc) }) })
	}
	return child("Sort rows", by("Largest first", true), by("Smallest first", false),
		choice("By label", len(s.Own) == 0 && s.Sort.ByLabel(), func() { ms.Edit(view.State.SortLabels) }))
}

// orderItem gives a row field an order of its own.
func (ms *Menus) orderItem(f query.Field) *fyne.MenuItem {
	s := ms.State()
	now, _ := s.SortOf(f)
	to := func(text string, order view.Sort) *fyne.MenuItem {
		return choice(text, now.Equal(order), func() { ms.Edit(func(s view.State) view.State { return s.SortField(f, order) }) })
	}
	items := []*fyne.MenuItem{to("Labels ascending", view.Sort{}), to("Labels descending", view.Sort{Desc: true}), fyne.NewMenuItemSeparator()}
	for _, m := range s.Measures() {
		items = append(items, to(m.Title()+", largest first", view.Sort{By: m, Desc: true}), to(m.Title()+", smallest first", view.Sort{By: m}))
	}
	return child("Sort", items...)
}

// tops are the numbers of labels that the menu offers to keep.
var tops = []int{10, 100, 1000}

// topItem offers the tops of a row field: how many labels are kept, the greatest or the least, and by which measure.
func (ms *Menus) topItem(f query.Field) *fyne.MenuItem {
	s := ms.State()
	now := s.TopOf(f)
	keep := func(text string, chosen bool, t view.Top) *fyne.MenuItem {
		return choice(text, chosen, func() { ms.Edit(func(s view.State) view.State { return s.Keep(t) }) })
	}
	items := []*fyne.MenuItem{keep("All of them", now.N == 0, view.Top{Of: f})}
	for _, bottom := range []bool{false, true} {
		for _, n := range tops {
			t := view.Top{Of: f, N: n, By: now.By, Bottom: bottom}
			items = append(items, keep(map[bool]string{false: "The top ", true: "The bottom "}[bottom]+profiler.Count(n), now == t, t))
		}
	}
	items = append(items, fyne.NewMenuItem("Another number…", func() { ms.askTop(now) }), fyne.NewMenuItemSeparator())
	measures := []query.Measure{now.By}
	for _, m := range s.Measures() {
		if m = m.Figure(); !slices.Contains(measures, m) {
			measures = append(measures, m)
		}
	}
	for _, m := range measures {
		t := now
		if t.By = m; t.N == 0 {
			t.N = tops[0]
		}
		items = append(items, keep("By "+m.Title(), now.N > 0 && now.By == m, t))
	}
	return child("Top and bottom", items...)
}

// askTop asks how many labels are kept.
func (ms *Menus) askTop(t view.Top) {
	text := strconv.Itoa(tops[0])
	if t.N > 0 {
		text = strconv.Itoa(t.N)
	}
	ask(ms, "Labels of "+t.Of.Title()+" to keep", "How many", text, parseTop, func(n int) {
		t.N = n
		ms.Edit(func(s view.State) view.State { return s.Keep(t) })
	})
}

func parseTop(text string) (int, error) {
	n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(text), ",", ""))
	if err != nil || n < 1 {
		return 0, errors.New("write a whole number above zero")
	}
	return n, nil
}

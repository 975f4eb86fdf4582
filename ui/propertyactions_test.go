package ui

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// filter lets some labels of a column pass, or every one.
func (p *person) filter() {
	column := []string{"region", "city", "quarter", "paid"}[p.IntN(4)]
	f := view.NewFilter(p.session.Column(column))
	for _, v := range p.session.Column(column).Dict.Values {
		if p.IntN(3) == 0 && len(f.Values) < 3 {
			f.Values = append(f.Values, data.TextValue(v))
		}
	}
	if p.IntN(4) == 0 && len(f.Values) < 3 {
		f.Values = append(f.Values, data.Value{})
	}
	f.Exclude = p.IntN(2) == 0
	p.editor.Edit(func(s view.State) view.State {
		if i := s.FilterOf(f.Field); i >= 0 {
			return s.SetFilter(i, f)
		}
		return s.AddFilter(f, 0).SetFilter(0, f)
	})
}

// showAs shows a measure otherwise: along either axis, and beside a label that an axis has or lacks.
func (p *person) showAs(i int) {
	s := p.session.State()
	m := s.Values[i]
	ways := slices.DeleteFunc(view.WaysOf(m, p.session.Column(m.Column)), func(w query.Way) bool { return w.Needs })
	w := ways[p.IntN(len(ways))]
	m.Show = query.Show{Kind: w.Kind, N: map[bool]int{true: 2 + p.IntN(4)}[w.Spans]}
	if w.Axis {
		m.Show.Along = query.Along(p.IntN(2))
	}
	if w.Base {
		m.Show.Base = query.Literal{Text: []string{"EU", "US", "Rome", "Oslo", "2023-Q1", "yes"}[p.IntN(6)],
			Quoted: true}
	}
	p.editor.Edit(func(s view.State) view.State { return s.SetMeasure(i, m) })
}

// layOut takes an item of the menu of layouts.
func (p *person) layOut() {
	var items []*fyne.MenuItem
	for _, i := range p.menus.Layout() {
		switch i.Label {
		case "Row of totals", "Column of totals", "Repeat row labels":
			items = append(items, i)
		case "Subtotals", "Place of totals", "Values", "Fold rows to", "Fold columns to":
			if !i.Disabled {
				items = append(items, i.ChildMenu.Items...)
			}
		}
	}
	items = slices.DeleteFunc(items, func(i *fyne.MenuItem) bool { return i.IsSeparator || i.Disabled })
	items[p.IntN(len(items))].Action()
}

// moving returns an action that moves a label of the grid, or nil. The label then stands at its new place.
func (p *person) moving(g *pivot.Grid) func() {
	a := p.session.Answer()
	row, col := p.IntN(g.Rows), p.IntN(g.LabelCols)
	if p.IntN(3) == 0 {
		row, col = p.IntN(g.HeaderRows), g.LabelCols+p.IntN(g.Cols-g.LabelCols)
	}
	role := g.Cell(row, col).Role
	b, ok := a.Siblings(row, col, role == pivot.RowLabel)
	items := slices.DeleteFunc(p.menus.Sort(a, row, col), func(i *fyne.MenuItem) bool {
		return !strings.HasPrefix(i.Label, "Move") || i.Disabled
	})
	if !ok || len(items) == 0 {
		return nil
	}
	return func() {
		item := items[p.IntN(len(items))]
		item.Action()
		p.settled()
		to := map[string]int{"Move up": b.At - 1, "Move left": b.At - 1, "Move down": b.At + 1, "Move right": b.At + 1,
			"Move to the top": 0, "Move to the left end": 0}
		want, known := to[item.Label]
		if !known {
			want = len(b.Labels) - 1
		}
		now := p.session.Answer()
		axis := &now.Tab.Cols
		if role == pivot.RowLabel {
			axis = &now.Tab.Rows
		}
		node := view.Node(b.Path, axis)
		at := 0
		for n := axis.Parent(node) + 1; n < node; n++ {
			if axis.Parent(n) == axis.Parent(node) {
				at++
			}
		}
		if at != want {
			p.fail(fmt.Sprintf("%s of label %d of %v leads to place %d", item.Label, b.At, b.Labels, at))
		}
	}
}

// keeping returns an action that keeps or excludes the rows of a label of the grid, or nil.
func (p *person) keeping(g *pivot.Grid) func() {
	a := p.session.Answer()
	row, col := p.IntN(g.Rows), p.IntN(g.LabelCols)
	if p.IntN(3) == 0 {
		row, col = p.IntN(g.HeaderRows), p.IntN(g.Cols)
	}
	labels := a.Labels(row, col, cells.Rect{FirstRow: -1, FirstCol: -1, LastRow: -2, LastCol: -2})
	items := slices.DeleteFunc(p.menus.LabelItems(labels), func(i *fyne.MenuItem) bool {
		return !strings.HasPrefix(i.Label, "Keep only ") && !strings.HasPrefix(i.Label, "Exclude ")
	})
	for _, l := range labels { // a chip names three labels
		if i := p.session.State().FilterOf(l.Field); i >= 0 && len(p.session.State().Filters[i].Values) > 2 {
			return nil
		}
	}
	if len(items) == 0 {
		return nil
	}
	return items[p.IntN(len(items))].Action
}

package ui

import (
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// TestOneWording puts columns of odd names on the shelves: chips, headings and menus say the same, and names
// stand as they are.
func TestOneWording(t *testing.T) {
	names := []string{"Sales Region", "Order Date", "Cost Total $", `"Wildlife Size"`}
	s := newStage(t, data.NewTable("odd.csv", []*data.Column{
		data.NewText(names[0], []uint32{0, 1}, []string{"Total", "(blank)"}, nil), data.NewInts(names[1], data.Date, 0,
			[]int64{19000, 19500}, nil),
		data.NewInts(names[2], data.Decimal, 2, []int64{1050, 725}, nil), data.NewInts(names[3], data.Int, 0,
			[]int64{3, 5}, nil),
	}))
	s.load(0)
	cost := s.session.Column(names[2])
	var values []query.Measure
	for _, f := range query.Funcs {
		m := query.Measure{Func: f, Column: names[2]}
		switch a := f.Describe(); {
		case a.Pair:
			m.Other = names[3]
		case a.Number != nil:
			m.Param = map[query.Func]string{query.Quantile: "0.9", query.Top: "3"}[f]
		}
		values = append(values, m)
	}
	values = append(values, query.Measure{Func: query.Sum, Column: names[2], Show: query.Show{Kind: query.PctRow}},
		query.Measure{Func: query.Count})
	s.editor.Edit(func(st view.State) view.State {
		st = st.Add(s.session.Column(names[0]), view.Rows, 0).Add(cost, view.Rows, 1).Add(s.session.Column(names[1]),
			view.Cols, 0)
		for i, m := range values {
			st = st.AddMeasure(m, i)
		}
		return st
	})
	a := s.answered()
	s.until("the chips", func() bool { return len(s.shelves.On[view.Values].Chips()) == len(values) })

	var headings []string
	for row := range a.Grid.HeaderRows {
		for col := range a.Grid.Cols {
			c := a.Grid.Cell(row, col)
			headings = append(headings, c.Text())
		}
	}
	for _, on := range []view.Shelf{view.Rows, view.Cols, view.Values} {
		for i, chip := range s.shelves.On[on].Chips() {
			text := chip.Item().Text
			if !slices.Contains(headings, text) {
				t.Errorf("no heading %q; there are %q", text, slices.Compact(headings))
			}
			if !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(text, n) }) &&
				text != "Number of rows" || strings.Contains(text, `"Cost`) || strings.Contains(text, `""`) {
				t.Errorf("the chip says %q", text)
			}
			if on != view.Values {
				continue
			}
			if m := values[i]; m.Column != "" && !m.Func.Describe().Pair && m.Func.Describe().Number == nil &&
				!strings.HasPrefix(text, m.Func.Title()+" of ") {
				t.Errorf("the menu says %q and the chip %q", m.Func.Title(), text)
			}
		}
	}
	if got := a.Grid.Heading(a.Grid.LabelCols); got != "2022 · Sum of Cost Total $" {
		t.Errorf("the first column is %q in a file", got)
	}
}

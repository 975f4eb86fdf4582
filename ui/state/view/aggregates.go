package view

import (
	"cmp"
	"slices"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
)

// menuFuncs lists the aggregates that suit a column and belong to one part of the menu.
func menuFuncs(c *data.Column, in query.Menu) []query.Func {
	of := formula.TypesOf(c.Type)
	funcs := slices.DeleteFunc(slices.Clone(query.Funcs), func(f query.Func) bool {
		a := f.Describe()
		return a.Menu != in || a.Offered&of == 0
	})
	slices.SortStableFunc(funcs, func(f, g query.Func) int {
		return cmp.Compare(f.Describe().Place, g.Describe().Place)
	})
	return funcs
}

// FuncsOf lists the usual aggregates that suit a column, the most likely first. For numbers that are no identifiers,
// the counts come last. For all other columns they come first.
func FuncsOf(c *data.Column) []query.Func {
	var counts, others []query.Func
	for _, f := range menuFuncs(c, query.Usual) {
		if f.Describe().Result == query.Rows {
			counts = append(counts, f)
		} else {
			others = append(others, f)
		}
	}
	if c.Type.Numeric() && !c.IsIdentifier() {
		return append(others, counts...)
	}
	return append(counts, others...)
}

// Funcs are aggregates that belong together in the menu. If they have a title, they are in a submenu.
type Funcs struct {
	Title string
	Of    []query.Func
}

// MoreFuncsOf lists the less usual aggregates that suit a column.
func MoreFuncsOf(c *data.Column) []Funcs {
	var more []Funcs
	for in := query.Quantiles; in <= query.Pairs; in++ {
		if of := menuFuncs(c, in); len(of) > 0 {
			more = append(more, Funcs{in.Title(), of})
		}
	}
	return more
}

// Partners lists the columns that can be the second column of a ratio or a correlation: all other columns of numbers.
func Partners(t *data.Table, column string) []string {
	var names []string
	for _, c := range t.Columns {
		if c.Type.Numeric() && c.Name != column {
			names = append(names, c.Name)
		}
	}
	return names
}

// WaysOf lists the ways to show a measure of column c, in the order of menus. c is nil for a measure without a column.
func WaysOf(m query.Measure, c *data.Column) []query.Way {
	return slices.DeleteFunc(slices.Clone(query.Ways), func(w query.Way) bool {
		show := query.Show{Kind: w.Kind}
		if w.Spans {
			show.N = 3 // any number will do: the menu offers several
		}
		if w.Needs {
			show.Of.Column = "any" // any field will do: the menu offers the fields
		}
		return show.Suits(m, c == nil || c.Type.Numeric()) != nil
	})
}

// SetFunc returns the measure with another aggregate. If the way to be shown or a conditional format does not suit the
// new aggregate, the measure loses it.
func SetFunc(m query.Measure, f query.Func, c *data.Column) query.Measure {
	m.Func, m.Other, m.Param = f, "", ""
	if m.Show.Suits(m, c == nil || c.Type.Numeric()) != nil {
		m.Show = query.Show{}
	}
	if m.Marks.Suit(m, Figures(m, c)) != nil {
		m.Marks = query.Marks{}
	}
	return m
}

// Figures returns the type of the figures of a measure of column c. c is nil for a measure without a column.
func Figures(m query.Measure, c *data.Column) query.ColumnTypes {
	if c == nil {
		return m.Figures(query.Numbers)
	}
	return m.Figures(formula.TypesOf(c.Type))
}

// Shareable reports whether a measure of column c can be shown as a share of a total. c is nil for a measure without
// a column.
func Shareable(m query.Measure, c *data.Column) bool { return Figures(m, c)&query.Numbers != 0 }

package pivot

import (
	"fmt"
	"strings"

	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// sides has the names of the axes.
var sides = map[query.Along]string{query.AlongRows: "rows", query.AlongCols: "columns"}

// uncompared says why a measure that compares labels along an axis finds nothing to compare, and what to do about it.
// It returns "" if the measure finds something.
func (c *Crosstab) uncompared(m int) string {
	show, title := c.Measures[m].Show, c.Measures[m].Title()
	w := show.Way()
	if !w.Axis {
		return ""
	}
	a, other, otherSide := &c.Rows, &c.Cols, query.AlongCols
	if show.Along == query.AlongCols {
		a, other, otherSide = other, a, query.AlongRows
	}
	depth := show.Depth(a.Fields)
	switch {
	case len(a.Fields) == 0:
		remedy := "put one there"
		if year, ok := missingYear(other.Fields); ok {
			remedy += ", such as " + year.Title()
		}
		if len(other.Fields) > 0 {
			remedy += ", or compare along the " + sides[otherSide]
		}
		return fmt.Sprintf("no field stands on the %s, so that %s is blank: %s", sides[show.Along], title, remedy)
	case a.Len() == 1 || w.Beside == 0 && !w.Base:
		return ""
	case w.Beside != 0 && !a.siblings(depth):
		of := "the " + sides[show.Along]
		if depth > 0 {
			of = a.Fields[depth-1].Title()
		}
		return fmt.Sprintf("no two labels of %s stand beside each other, so that %s is blank: %s", of, title,
			c.alone(a, show.Along == query.AlongCols, depth))
	case depth == 0:
		depth = len(a.Fields)
	}
	long := a.Fields[depth-1]
	for _, short := range other.Fields {
		if short == long || unitOf(long) == 0 || !inside(short, long) {
			continue
		}
		remedy := fmt.Sprintf("put both on the %s, %s first, and compare along %[2]s", sides[otherSide], long.Title())
		if part := recurring(short.Part); part != query.Whole && unitOf(long) == calendar.Years {
			remedy = fmt.Sprintf("put %s in its place, or %s", query.Field{Column: short.Column, Part: part}.Title(),
				remedy)
		}
		return fmt.Sprintf("labels of %s do not come again from one %s to the next, so that %s has nothing to "+
			"compare them with: %s", short.Title(), long.Title(), title, remedy)
	}
	return ""
}

// alone says why labels of a depth of an axis have no label to compare with, and what to do about it. The tops, the
// conditions or the filter may leave the other labels out. Depth 0 stands for all depths.
func (c *Crosstab) alone(a *Axis, cols bool, depth int) string {
	var limits []string
	for f := range a.Fields {
		if depth != 0 && f != depth-1 || !a.leavesOut(f) {
			continue
		}
		l := limitsOf(&c.Query, cols, f)
		for _, t := range l.tops {
			t.Others = false
			limits = append(limits, c.Query.TopTitle(t))
		}
		for _, h := range l.havings {
			h.Others = false
			limits = append(limits, "the condition on "+c.Query.HavingTitle(h))
		}
	}
	switch {
	case len(limits) == 1:
		return limits[0] + " leaves the others out: keep more labels, or take it off"
	case len(limits) > 1:
		return strings.Join(limits, " and ") + " leave the others out: keep more labels, or take one off"
	case c.Query.Filter != nil:
		return "the filter may leave the others out"
	}
	return "each stands alone: compare along another field"
}

// leavesOut reports whether some label of field f is left out.
func (a *Axis) leavesOut(f int) bool {
	for n := range a.Len() {
		if left, _, _ := a.Omitted(n); left > 0 && a.Depth(n) == f {
			return true
		}
	}
	return false
}

// siblings reports whether two labels of a depth have the same parent. Depth 0 stands for all depths. Others does not
// count.
func (a *Axis) siblings(depth int) bool {
	last := make([]int, len(a.Fields)+1) // by depth, the last label so far
	for n := 1; n < a.Len(); n++ {
		d := a.Depth(n)
		if depth != 0 && d != depth || a.Others(n) {
			continue
		}
		if last[d] > 0 && a.Parent(last[d]) == a.Parent(n) {
			return true
		}
		last[d] = n
	}
	return false
}

// inside reports whether each label of a field of dates lies within a single label of another field, as 2024-03 lies
// within 2024.
func inside(short, long query.Field) bool {
	if !strings.EqualFold(short.Column, long.Column) || short.Groups != "" || long.Groups != "" {
		return false
	}
	unit := unitOf(short)
	if short.Part == query.Whole {
		unit = calendar.Days
	}
	return unit >= unitOf(long)
}

// recurring returns the part of a date that recurs every year and can replace a period: the month name, Mar, for the
// month 2024-03. It returns Whole if there is no such part.
func recurring(p query.Part) query.Part {
	switch p {
	case query.TruncQuarter:
		return query.Quarter
	case query.TruncMonth:
		return query.MonthName
	case query.TruncWeek:
		return query.ISOWeek
	}
	return query.Whole
}

// missingYear returns the year of the first field of dates. ok is false if no field has dates, or if a field already
// has years.
func missingYear(fields []query.Field) (year query.Field, ok bool) {
	for _, f := range fields {
		if unitOf(f) == calendar.Years {
			return query.Field{}, false
		}
		if !ok && (f.Part.Kind().Recurs() || unitOf(f) > 0) && f.Groups == "" {
			year, ok = query.Field{Column: f.Column, Part: query.Year}, true
		}
	}
	return year, ok
}

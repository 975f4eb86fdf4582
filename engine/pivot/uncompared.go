package pivot

import (
	"strings"

	"cardinal/data/number/calendar"
	"cardinal/engine/query"
	"cardinal/internal/wording"
)

// side names an axis within a sentence.
func side(w *wording.Words, along query.Along) string {
	if along == query.AlongCols {
		return w.L("the columns")
	}
	return w.L("the rows")
}

// uncompared says why a measure along an axis finds nothing to compare with, and what to do about it. It returns ""
// if the measure finds something.
func (c *Crosstab) uncompared(w *wording.Words, m int) string {
	show, title := c.Measures[m].Show, c.Measures[m].InLanguage(c.Query.Rows, c.Query.Cols).TitleIn(w)
	way := show.Way()
	if !way.Axis {
		return ""
	}
	a, other, otherSide := &c.Rows, &c.Cols, query.AlongCols
	if show.Along == query.AlongCols {
		a, other, otherSide = other, a, query.AlongRows
	}
	depth := show.Depth(a.Fields)
	switch {
	case len(a.Fields) == 0:
		remedy := w.L("put one there")
		if year, ok := missingYear(other.Fields); ok {
			remedy += w.L(", such as {{.Field}}", wording.With{"Field": year.TitleIn(w)})
		}
		if len(other.Fields) > 0 {
			remedy += w.L(", or compare along {{.Field}}", wording.With{"Field": side(w, otherSide)})
		}
		return w.L("no field stands on {{.Side}}, so that {{.Measure}} is blank: {{.Remedy}}",
			wording.With{"Side": side(w, show.Along), "Measure": title, "Remedy": remedy})
	case a.Len() == 1 || way.Beside == 0 && !way.Base:
		return ""
	case way.Beside != 0 && !a.siblings(depth):
		of := side(w, show.Along)
		if depth > 0 {
			of = a.Fields[depth-1].TitleIn(w)
		}
		return w.L("no two labels of {{.Field}} stand beside each other, so that {{.Measure}} is blank: {{.Remedy}}",
			wording.With{"Field": of, "Measure": title, "Remedy": c.alone(w, a, show.Along == query.AlongCols, depth)})
	case depth == 0:
		depth = len(a.Fields)
	}
	long := a.Fields[depth-1]
	for _, short := range other.Fields {
		if short == long || unitOf(long) == 0 || !inside(short, long) {
			continue
		}
		remedy := w.L("put both on {{.Side}}, {{.Field}} first, and compare along {{.Field}}",
			wording.With{"Side": side(w, otherSide), "Field": long.TitleIn(w)})
		if part := recurring(short.Part); part != query.Whole && unitOf(long) == calendar.Years {
			remedy = w.L("put {{.Field}} in its place, or {{.Remedy}}", wording.With{
				"Field": query.Field{Column: short.Column, Part: part}.TitleIn(w), "Remedy": remedy})
		}
		return w.L("labels of {{.Field}} do not come again from one {{.Period}} to the next, so that {{.Measure}} has "+
			"nothing to compare them with: {{.Remedy}}", wording.With{"Field": short.TitleIn(w),
			"Period": long.TitleIn(w), "Measure": title, "Remedy": remedy})
	}
	return ""
}

// alone says why labels of a depth of an axis have no label to compare with, and what to do about it. The tops, the
// conditions or the filter may leave the other labels out. Depth 0 stands for all depths.
func (c *Crosstab) alone(w *wording.Words, a *Axis, cols bool, depth int) string {
	var limits []string
	for f := range a.Fields {
		if depth != 0 && f != depth-1 || !a.leavesOut(f) {
			continue
		}
		l := limitsOf(&c.Query, cols, f)
		for _, t := range l.tops {
			t.Others = false
			limits = append(limits, c.Query.TopTitleIn(w, t))
		}
		for _, h := range l.havings {
			h.Others = false
			limits = append(limits, w.L("the condition on {{.Condition}}",
				wording.With{"Condition": c.Query.HavingTitleIn(w, h)}))
		}
	}
	switch {
	case len(limits) == 1:
		return w.L("{{.Limit}} leaves the others out: keep more labels, or take it off",
			wording.With{"Limit": limits[0]})
	case len(limits) > 1:
		return w.L("{{.Limits}} leave the others out: keep more labels, or take one off",
			wording.With{"Limits": w.And(limits)})
	case c.Query.Filter != nil:
		return w.L("the filter may leave the others out")
	}
	return w.L("each stands alone: compare along another field")
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

package pivot

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/query"
	"cardinal/internal/wording"
)

// A subtotal is the function of a field's subtotals. For each measure, `figures` has the index of the figure that the
// subtotals show, or blankTotal, and `formats` has the figure's format.
type subtotal struct {
	by      query.Func
	figures []int
	formats []Format
}

// blankTotal replaces the index of a figure if a total is blank.
const blankTotal = -1

// subtotalAt returns the function of the subtotals at a depth, or nil if each measure uses its own function.
func (a *Axis) subtotalAt(depth int) *subtotal {
	if a.subtotals == nil {
		return nil
	}
	return a.subtotals[depth]
}

// findSubtotals looks up the figures that subtotals with a function show. `computed` has the measures of the plan, in
// the order of its figures.
func (c *Crosstab) findSubtotals(plan *measure.Plan, computed []query.Measure) {
	for _, a := range []*Axis{&c.Rows, &c.Cols} {
		for i, f := range a.Fields[:max(0, len(a.Fields)-1)] {
			by := c.Query.Layout.SubtotalBy(f)
			if by == "" {
				continue
			}
			if a.subtotals == nil {
				a.subtotals = make([]*subtotal, len(a.Fields)+1)
			}
			s := &subtotal{by: by}
			for _, m := range c.Measures {
				of, ok := m.Subtotal(by)
				at, format := blankTotal, m.Format
				if ok {
					at = query.FigureIn(computed, of)
				}
				if at >= 0 {
					if format = c.formatOf(plan, at, of); by.Describe().InUnit {
						format.Chosen = m.Format.Chosen
					}
				}
				s.figures, s.formats = append(s.figures, at), append(s.formats, format)
			}
			a.subtotals[i+1] = s
		}
	}
	c.findOtherTotals()
}

// findOtherTotals sets otherTotals: whether some totals show another figure than the one of their measure, or none.
func (c *Crosstab) findOtherTotals() {
	c.otherTotals = c.Rows.subtotals != nil || c.Cols.subtotals != nil || slices.ContainsFunc(c.Measures,
		func(m Measure) bool { return m.NoTotals })
}

// shownAt returns the index of the figure that a measure shows at a pair of depths, or blankTotal, and the figure's
// format. If the subtotals of the row field and of the column field both have a function, the row field's function
// applies.
func (c *Crosstab) shownAt(rowDepth, colDepth, measure int) (figure int, format Format) {
	own := &c.Measures[measure]
	if c.isBlank(rowDepth, colDepth, measure) {
		return blankTotal, own.Format
	}
	s := c.Rows.subtotalAt(rowDepth)
	if s == nil {
		s = c.Cols.subtotalAt(colDepth)
	}
	if s == nil {
		return measure, own.Format
	}
	return s.figures[measure], s.formats[measure]
}

// isBlank reports whether a measure leaves the totals at a pair of depths blank.
func (c *Crosstab) isBlank(rowDepth, colDepth, measure int) bool {
	return c.Measures[measure].NoTotals && (rowDepth < len(c.Rows.Fields) || colDepth < len(c.Cols.Fields))
}

// OfMeasure returns the figure of the measure itself for a pair of nodes, also in subtotals that show another function.
// It returns null if the measure leaves the total blank. Charts draw these figures, because the labels of folded nodes
// do not say the function.
func (c *Crosstab) OfMeasure(row, col, measure int) data.Value {
	if c.isBlank(c.Rows.Depth(row), c.Cols.Depth(col), measure) {
		return data.Value{}
	}
	return c.Own(row, col, measure)
}

// FormatAt returns the format of the figure that a measure shows for a pair of nodes.
func (c *Crosstab) FormatAt(row, col, measure int) Format {
	if !c.otherTotals {
		return c.Measures[measure].Format
	}
	_, format := c.shownAt(c.Rows.Depth(row), c.Cols.Depth(col), measure)
	return format
}

// MeasureAt returns the measure whose figure is shown for a pair of nodes. In the subtotals of a field with a function,
// it may differ from Measures[measure]. ok is false if the total is blank.
func (c *Crosstab) MeasureAt(row, col, measure int) (m Measure, ok bool) {
	m = c.Measures[measure]
	if !c.otherTotals {
		return m, true
	}
	at, format := c.shownAt(c.Rows.Depth(row), c.Cols.Depth(col), measure)
	if at == blankTotal || at == measure {
		return m, at == measure
	}
	s := c.Rows.subtotalAt(c.Rows.Depth(row))
	if s == nil {
		s = c.Cols.subtotalAt(c.Cols.Depth(col))
	}
	m.Measure, _ = m.Subtotal(s.by)
	m.Format = format
	return m, true
}

// withoutSubtotals returns a remark for each measure that is blank in the subtotals of one of the fields of an axis.
func (c *Crosstab) withoutSubtotals(w *wording.Words, a *Axis) (remarks []string) {
	for depth := range a.subtotals {
		for m, of := range c.Query.Values {
			if s := a.subtotals[depth]; s != nil && s.figures[m] == blankTotal {
				remarks = append(remarks, w.L("{{.Measure}} has no {{.Function}}: it is blank in the subtotals of "+
					"{{.Field}}", wording.With{"Measure": of.TitleIn(w), "Function": functionIn(w, s.by),
					"Field": a.Fields[depth-1].TitleIn(w)}))
			}
		}
	}
	return remarks
}

package pivot

import (
	"slices"

	"cardinal/engine/aggregate/measure"
	"cardinal/engine/query"
	"cardinal/internal/wording"
)

// blankTotal stands for the figure of totals that a measure leaves blank.
const blankTotal = -1

// function returns the function of the subtotal of node n, or "" if each measure has its own.
func (a *Axis) function(n int) query.Func {
	if a.functions == nil {
		return ""
	}
	return a.functions[a.Depth(n)]
}

// findSubtotals looks up which figures of the plan the subtotals show whose field has a function.
func (c *Crosstab) findSubtotals(plan *measure.Plan, computed []query.Measure) {
	c.otherFormats = map[[2]int]Format{}
	for side, a := range []*Axis{&c.Rows, &c.Cols} {
		for i, f := range a.Fields[:max(0, len(a.Fields)-1)] {
			by := c.Query.Layout.SubtotalBy(f)
			if by == "" {
				continue
			}
			if a.functions == nil {
				a.functions = make([]query.Func, len(a.Fields)+1)
				c.subtotals[side] = make([][]int, len(a.Fields)+1)
			}
			a.functions[i+1] = by
			figures := slices.Repeat([]int{blankTotal}, len(c.Query.Values))
			for m, of := range c.Query.Values {
				of, ok := of.Subtotal(by)
				if ok {
					figures[m] = query.FigureIn(computed, of)
				}
				if at := figures[m]; at >= 0 {
					f := c.formatOf(plan, at, of)
					if by.Describe().InUnit {
						f.Chosen = c.Measures[m].Format.Chosen
					}
					c.otherFormats[[2]int{m, at}] = f
				}
			}
			c.subtotals[side][i+1] = figures
		}
	}
	c.findBlankTotals()
}

// findBlankTotals finds out whether some totals show other figures than those of their measures.
func (c *Crosstab) findBlankTotals() {
	c.otherTotals = c.Rows.functions != nil || c.Cols.functions != nil || slices.ContainsFunc(c.Measures,
		func(m Measure) bool { return m.NoTotals })
}

// shownFigure returns the index of the figure that a measure shows at a pair of depths, or blankTotal. If both axes
// have a subtotal with a function there, the function of the row field counts.
func (c *Crosstab) shownFigure(rowDepth, colDepth, measure int) int {
	if c.Measures[measure].NoTotals && (rowDepth < len(c.Rows.Fields) || colDepth < len(c.Cols.Fields)) {
		return blankTotal
	}
	for side, depth := range [2]int{rowDepth, colDepth} {
		if by := c.subtotals[side]; by != nil && by[depth] != nil {
			return by[depth][measure]
		}
	}
	return measure
}

// FormatAt returns the format of the figure that a measure shows for a pair of nodes.
func (c *Crosstab) FormatAt(row, col, measure int) Format {
	own := c.Measures[measure].Format
	if !c.otherTotals {
		return own
	}
	at := c.shownFigure(c.Rows.Depth(row), c.Cols.Depth(col), measure)
	if at == measure || at == blankTotal {
		return own
	}
	return c.otherFormats[[2]int{measure, at}]
}

// withoutSubtotals says which measures show nothing in the subtotals of a field, because its function does not suit
// them.
func (c *Crosstab) withoutSubtotals(w *wording.Words, cols bool) (remarks []string) {
	a := c.side(cols)
	side := 0
	if cols {
		side = 1
	}
	for depth, figures := range c.subtotals[side] {
		for m, at := range figures {
			if at == blankTotal {
				remarks = append(remarks, w.L("{{.Measure}} is blank in the subtotals of {{.Field}} by {{.Function}}, "+
					"because no column has values for them", wording.With{"Measure": c.Query.Values[m].TitleIn(w),
					"Field": a.Fields[depth-1].TitleIn(w), "Function": functionIn(w, a.functions[depth])}))
			}
		}
	}
	return remarks
}

package sheet

import (
	"fmt"
	"iter"

	"cardinal/data/shape/totals"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// ending finds the last rows that are totals of the rows above them.
func (g *Grid) ending(rows int) totals.Ending {
	var columns []totals.Column
	for _, c := range g.columns {
		if c != nil {
			columns = append(columns, cellColumn{c, g.Texts})
		}
	}
	return totals.FindEnding(columns, rows)
}

// endingNote returns the note on an ending that was removed.
func endingNote(e totals.Ending) string {
	label := ellipsis.Cut(e.Label, 40)
	if e.Rows == 1 {
		return fmt.Sprintf("the last row, %q, has the %s of the rows above and was left out: choose a range to read it",
			label, e.Kind)
	}
	return separators.Sprintf("the last %d rows, the first is %q, sum up the rows above and were left out: choose a "+
		"range to read them", e.Rows, label)
}

// cellColumn is a column of cells, as package totals reads it.
type cellColumn struct {
	*cells
	texts *Texts
}

func (c cellColumn) Filled(row int) bool { return c.cell(row).Kind != Empty }

func (c cellColumn) Text(row int) string {
	if v := c.cell(row); v.Kind == Text {
		return c.texts.Values[int(v.Number)]
	}
	return ""
}

func (c cellColumn) Number(row int) (float64, bool) {
	v := c.cell(row)
	return v.Number, v.Kind == Number
}

func (c cellColumn) Numbers(rows int) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for row, v := range c.all() {
			if row >= rows || v.Kind == Number && !yield(v.Number) {
				return
			}
		}
	}
}

func (c cellColumn) Repeats(row int) bool {
	n, of := 0, c.cell(row)
	for _, v := range c.all() {
		if v.Kind == of.Kind && v.Number == of.Number {
			n++
		}
	}
	return n > 1
}

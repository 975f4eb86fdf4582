package chart

import (
	"context"
	"fmt"
)

// stackedBars is the kind with bars that consist of parts.
var stackedBars = &Kind{
	Name: "stacked", Noun: "stacked bars", Title: "Stacked bars", Words: "shows what labels are made of",
	suits: func(f *figures) error {
		if len(f.fields) < 2 && f.countParts() < 2 {
			return fmt.Errorf("stacked bars need two fields, or two measures of one unit: put another field on Columns")
		}
		return f.addsUp(f.measures[0])
	},
	draw: func(d *drawing) error {
		x, by, measures := d.stackShelves(d.ctx)
		return d.drawBanded(x, by, measures, true)
	},
	shelves: (*figures).stackShelves,
}

// stackShelves returns the fields of stackSides. Without fields for the parts, several measures that add up are the
// parts.
func (f *figures) stackShelves(context.Context) (x, by, measures []int) {
	x, by = f.stackSides()
	measures = f.measures[:1]
	if len(by) == 0 {
		measures = f.measures[:f.countParts()]
	}
	f.leaveMeasures(measures)
	return x, by, measures
}

// stackSides returns the fields along the axis and the fields of the parts. If all fields are on the rows, or all on
// the columns, the labels of the innermost field are the parts.
func (f *figures) stackSides() (x, by []int) {
	n := len(f.fields)
	if (f.onRows == 0 || f.onRows == n) && n > 1 {
		return places(0, n-1), places(n-1, n)
	}
	return f.sides()
}

// countParts returns how many measures, from the first on, add up and have the same unit.
func (f *figures) countParts() (n int) {
	first := f.tab.Measures[f.measures[0]].Format
	for n < len(f.measures) {
		m := f.measures[n]
		if format := f.tab.Measures[m].Format; !f.adds(m) || format.Currency != first.Currency ||
			format.Percent != first.Percent {
			return n
		}
		n++
	}
	return n
}

// addsUp returns an error if the figures of a measure cannot be stacked.
func (f *figures) addsUp(m int) error {
	if !f.adds(m) {
		return fmt.Errorf("parts must add up, and %s does not: take a sum or a count, or choose bars", f.title(m))
	}
	return nil
}

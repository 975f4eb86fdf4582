package cells

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"cardinal/engine/pivot"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// Summary summarises the figures of some cells. Headers, labels and empty cells do not count. A text is "" if it would
// make no sense, e.g. the sum of shares, of averages, or of figures of several measures or columns.
type Summary struct {
	Count         int  // of figures, without totals that would count twice
	Mixed         bool // the figures belong to several measures, or to several columns of a listing
	Sum, Average  string
	Min, Max      string
	WithoutTotals bool // totals were left out, since they would count twice
	Rounded       bool // Sum was rounded, or is a sum of rounded figures
}

// Text returns the summary in one line. If short is true, it leaves out the least and the greatest figure.
func (s Summary) Text(short bool) string {
	var parts []string
	add := func(name, text string) {
		if text != "" {
			parts = append(parts, name+" "+text)
		}
	}
	sum := lang.L("Sum")
	if s.Rounded {
		sum += " ≈"
	}
	add(sum, s.Sum)
	add(lang.L("Average"), s.Average)
	add(lang.L("Count"), profiler.Count(s.Count))
	if !short {
		add(lang.L("Min"), s.Min)
		add(lang.L("Max"), s.Max)
	}
	switch {
	case s.Mixed:
		parts = append(parts, lang.L("of several kinds: select one for its sum"))
	case s.WithoutTotals:
		parts = append(parts, lang.L("without totals"))
	}
	return strings.Join(parts, "  ·  ")
}

// Summarise adds up the figures of one rectangle, or of several rectangles of the same rows. A cell of two rectangles
// counts once. Integers and decimals are added exactly; a sum of floats is rounded once. If the rectangles have a total
// and also what it sums up, the total is left out: no row of the table counts twice.
func Summarise(ctx context.Context, src Source, areas ...Rect) (Summary, error) {
	if areas = disjoint(slices.Clone(areas)); len(areas) == 0 {
		return Summary{}, nil
	}
	skipRows, skipCols, err := coveredLines(ctx, src, areas)
	if err != nil {
		return Summary{}, err
	}
	kindOf := kinds(src)
	var all adder
	for _, r := range areas {
		parts := make([]adder, stripesOf(r))
		err = stripes(ctx, r, nil, func(i int, s Rect) {
			a := &parts[i]
			for row := s.FirstRow; row <= s.LastRow; row++ {
				skip := skipRows.has(row)
				for col := s.FirstCol; col <= s.LastCol; col++ {
					if c := src.Cell(row, col); c.Role != pivot.Body || c.Value.IsNull() {
						continue
					} else if skip || skipCols.has(col) {
						a.left = true
					} else {
						a.add(&c, kindOf(row, col))
					}
				}
			}
		})
		if err != nil {
			return Summary{}, err
		}
		for i := range parts {
			all.merge(&parts[i])
		}
	}
	return all.summary(src), nil
}

// disjoint returns rectangles that cover the same cells without overlaps. It removes from each rectangle the columns
// that an earlier one of the same rows has.
func disjoint(areas []Rect) (all []Rect) {
	slices.SortFunc(areas, func(a, b Rect) int {
		return cmp.Or(cmp.Compare(a.FirstRow, b.FirstRow), cmp.Compare(a.FirstCol, b.FirstCol))
	})
	next := 0
	for i, r := range areas {
		if i > 0 && areas[i-1].FirstRow == r.FirstRow {
			r.FirstCol = max(r.FirstCol, next)
		} else {
			next = 0
		}
		if next = max(next, r.LastCol+1); r.Len() > 0 {
			all = append(all, r)
		}
	}
	return all
}

// kinds returns a function from a cell to the number of its measure, or of its column in a listing.
func kinds(src Source) func(row, col int) int {
	g, ok := src.(*pivot.Grid)
	if !ok {
		return func(_, col int) int { return col }
	}
	return func(row, col int) int {
		m, _ := g.Measure(row, col)
		return m
	}
}

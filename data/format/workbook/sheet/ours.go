package sheet

import (
	"slices"
	"strings"

	"cardinal/data/shape/totals"
)

// dropOurTotals removes the rows of totals from a pivot that Cardinal wrote, and the rows that say how many labels are
// not shown. The first n columns have labels. The label of a total is the last label of its row. dropOurTotals returns
// the number of removed rows.
func (g *Grid) dropOurTotals(n, rows int) (left int) {
	if n = min(n, len(g.columns)); n < 1 || slices.Contains(g.columns[:n], nil) {
		return 0
	}
	last := make([]int, rows) // for each row, the column of its last label; the first column is 1
	texts := make([]string, rows)
	for i, c := range g.columns[:n] {
		for row, v := range c.all() {
			if row < rows {
				last[row], texts[row] = i+1, ""
				if v.Kind == Text {
					texts[row] = g.Texts.Values[int(v.Number)]
				}
			}
		}
	}
	stays := func(row int) bool {
		if text := texts[row]; totals.IsLabel(text) {
			whole := totals.IsGrand(text)
			return whole && last[row] > 1 || !whole && last[row] == n
		}
		return !totals.IsCount(texts[row])
	}
	to := make([]int, rows) // for each row, its new row; -1: the row is removed
	for row := range to {
		if to[row] = row - left; !stays(row) {
			to[row], left = -1, left+1
		}
	}
	if left == 0 || left == rows {
		return 0
	}
	for _, c := range g.columns {
		if c != nil {
			c.move(to)
		}
	}
	return left
}

// unquoteLabels restores the labels in the first n columns of a pivot that Cardinal wrote. (blank) becomes an empty
// cell. A label that looks like a total or another text of Cardinal is in quotes, which are removed. If the pivot has
// the label Others for all other labels, a label with this text keeps its quotes.
func (g *Grid) unquoteLabels(n int) {
	for _, c := range g.columns[:min(n, len(g.columns))] {
		if c == nil || c.counts[Text] == 0 {
			continue
		}
		plain := map[float64]Cell{} // by the code of the label
		others := false             // the pivot has the label for all other labels
		for _, v := range c.all() {
			others = others || v.Kind == Text && totals.IsOthers(g.Texts.Values[int(v.Number)])
		}
		next := cells{rounded: c.rounded, early: c.early, undated: c.undated, coded: c.coded, code: c.code,
			format: c.format, latest: c.latest}
		for row, v := range c.all() {
			v.Format = c.latest
			if v.Kind == Text {
				known, is := plain[v.Number]
				if !is {
					known = v
					text := g.Texts.Values[int(v.Number)]
					switch label, stands := totals.Plain(text); {
					case !stands:
						known = Cell{}
					case label != text && !(others && totals.IsOthers(strings.Trim(label, `"`))):
						known.Number = float64(g.Texts.Code([]byte(label)))
					}
					plain[v.Number] = known
				}
				v = known
			}
			if v.Kind != Empty {
				next.put(row, v)
			}
		}
		*c = next
	}
}

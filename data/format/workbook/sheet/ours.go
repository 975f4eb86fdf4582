package sheet

import (
	"slices"
	"strings"

	"cardinal/data/shape/totals"
)

// leaveOurTotals leaves out the rows of totals of a pivot that Cardinal wrote, whose first n columns are
// labels, and those that count labels that are not shown. It reports how many there were. No label stands
// behind that of a total.
func (g *Grid) leaveOurTotals(n, rows int) (left int) {
	if n = min(n, len(g.columns)); n < 1 || slices.Contains(g.columns[:n], nil) {
		return 0
	}
	last := make([]int, rows) // the column of the last label of a row, counted from 1
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
	to := make([]int, rows) // the place of a row, -1 for one that is left out
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

// plainLabels gives the first n columns of a pivot that Cardinal wrote the labels of the table: none for
// (blank), and those that would read like a total, or like another text of Cardinal, without their quotes.
// Where the labels that are left out stand as one, labels that read like it keep theirs.
func (g *Grid) plainLabels(n int) {
	for _, c := range g.columns[:min(n, len(g.columns))] {
		if c == nil || c.counts[Text] == 0 {
			continue
		}
		plain := map[float64]Cell{} // by the code of a label
		others := false             // one of the labels is that of those that are left out
		for _, v := range c.all() {
			others = others || v.Kind == Text && totals.IsOthers(g.Texts.Values[int(v.Number)])
		}
		next := cells{rounded: c.rounded, early: c.early, undated: c.undated, coded: c.coded, code: c.code, format: c.format, latest: c.latest}
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

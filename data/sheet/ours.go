package sheet

import (
	"regexp"
	"slices"
	"strings"
)

// ourTotals are the labels of totals of a pivot that Cardinal wrote. A label of the table that reads like one stands in quotes there.
var ourTotals = regexp.MustCompile(`^(Total|(?s:.+) total)( of all [0-9,.’\x{a0}\x{202f} ]+)?$`)

// notShown ends a row of such a pivot that says how many labels are left out.
const notShown = " more not shown"

// leaveOurTotals leaves out the rows of totals of a pivot that Cardinal wrote, whose first n columns are labels, and those that count labels that are not shown. It
// reports how many there were. No label stands behind that of a total.
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
		if text := texts[row]; ourTotals.MatchString(text) {
			whole := text == "Total" || strings.HasPrefix(text, "Total of all ")
			return whole && last[row] > 1 || !whole && last[row] == n
		}
		return !strings.HasSuffix(texts[row], notShown)
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

// plainLabels gives the first n columns of a pivot that Cardinal wrote the labels of the table: none for (blank), and those that would read like a total, or like
// another text of Cardinal, without their quotes.
func (g *Grid) plainLabels(n int) {
	for _, c := range g.columns[:min(n, len(g.columns))] {
		if c == nil || c.counts[Text] == 0 {
			continue
		}
		plain := map[float64]Cell{} // by the code of a label
		next := cells{rounded: c.rounded, early: c.early, undated: c.undated, format: c.format, latest: c.latest}
		for row, v := range c.all() {
			v.Format = c.latest
			if v.Kind == Text {
				known, is := plain[v.Number]
				if !is {
					known = v
					switch text := g.Texts.Values[int(v.Number)]; {
					case text == "(blank)":
						known = Cell{}
					case isQuoted(text):
						known.Number = float64(g.Texts.Code([]byte(text[1 : len(text)-1])))
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

// isQuoted reports whether Cardinal put a label into quotes, since it is empty, or would read like another one.
func isQuoted(label string) bool {
	inner := label
	for len(inner) >= 2 && inner[0] == '"' && inner[len(inner)-1] == '"' {
		inner = inner[1 : len(inner)-1]
	}
	return inner != label && (inner == "" || inner == "(blank)" || inner == "Others" || inner == "All rows" || strings.HasSuffix(inner, notShown) || ourTotals.MatchString(inner))
}

package markup

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
)

// spread repeats the labels of a pivot that Cardinal printed, because the text shows each label once. It adds the
// labels in the lines above to the names of columns. It copies the labels in the rows above to the rows that they
// cover.
func (a *aligned) spread(g *grid) {
	labels := 0
	for labels < len(a.columns) && a.isLeftAligned(a.columns[labels]) {
		labels++
	}
	var above [][]cell
	for _, line := range a.above {
		cells := a.cells(line)
		if few := !slices.ContainsFunc(cells[min(labels+1, len(cells)):], func(c cell) bool {
			return c.text != ""
		}); few {
			g.notes = append(g.notes, fmt.Sprintf("the line %q above the names of the columns was left out",
				strings.Join(strings.Fields(line), " ")))
			continue
		}
		above = append(above, cells)
	}
	names := g.rows[0]
	parts := make([]string, len(above))
	for col := labels; col < len(names); col++ {
		for i, line := range above {
			if line[col].text != "" {
				parts[i] = line[col].text
				clear(parts[i+1:])
			}
		}
		all := slices.DeleteFunc(append(slices.Clone(parts), names[col].text), func(s string) bool { return s == "" })
		names[col].text = strings.Join(all, data.NameSeparator)
	}
	g.repeat(labels)
	g.labels = labels
}

// repeat copies labels to the rows below that they cover. labels is the number of columns of labels. The last of these
// columns has a label in each row.
func (g *grid) repeat(labels int) {
	again := false
	for i, row := range g.rows[1:] {
		for col := 0; i > 0 && col < min(labels-1, len(row), len(g.rows[i])) && row[col].text == ""; col++ {
			row[col].text, again = g.rows[i][col].text, true
		}
	}
	if again {
		g.notes = append(g.notes, "labels that the pivot shows once for several rows are read on each of them")
	}
}

// isLeftAligned reports whether all texts of a column begin at its first position. This holds for labels, and not for
// numbers.
func (a *aligned) isLeftAligned(c stretch) bool {
	for _, line := range append([]string{a.names}, a.rows...) {
		places := a.places(line)
		if text := part(places, c); text != "" && places[c.from] == " " {
			return false
		}
	}
	return true
}

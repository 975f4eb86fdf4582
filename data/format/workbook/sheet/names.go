package sheet

import (
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
)

// Titles are Excel's print titles: how many rows at the top and columns at the left are repeated on every printed page.
// They are the headers of the columns and of the rows.
type Titles struct{ Rows, Columns int }

var (
	titleRows    = lazyregexp.New(`!\$1:\$([0-9]+)(,|$)`)
	titleColumns = lazyregexp.New(`!\$A:\$([A-Z]{1,3})(,|$)`)
)

// ParseTitles parses a reference such as Sheet!$A:$B,Sheet!$1:$2. It ignores titles that do not begin with row 1 or
// column A. It also ignores more rows than a header can have, because they repeat something else.
func ParseTitles(text string) (t Titles) {
	if m := titleRows().FindStringSubmatch(text); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n <= maxHeads {
			t.Rows = n
		}
	}
	if m := titleColumns().FindStringSubmatch(text); m != nil {
		t.Columns, _, _ = ParseCorner(m[1])
	}
	return t
}

// names returns the names of the columns. A name joins the cells in all rows of the header, as in 2023 · Sum of
// revenue.
//
// In the rows above the last one, a merged cell counts for all its columns. If the header has no merged cells, an empty
// cell means the same as the cell to its left. A column of row titles has only the name in the last row. If the sheet
// has no row titles and a row above the last one has a single cell, that cell is the title of the sheet and no part of
// a name.
func (g *Grid) names(l layout) []string {
	width := len(g.columns)
	texts := g.headTexts(l, width)
	merged := g.mergeHeads(l, texts)
	names := make([]string, width)
	above := make([]string, l.heads)
	alone := make([]bool, l.heads) // the row is the title of the sheet
	for row := range max(0, l.heads-1) {
		alone[row] = g.Titles.Columns == 0 && !merged && countFilled(texts[row]) == 1
	}
	for i := range width {
		var parts []string
		for row := range l.heads {
			text, last := texts[row][i], row == l.heads-1
			switch {
			case !last && (l.why == whyTitles && i < g.Titles.Columns || alone[row]):
				continue
			case merged:
			case text != "" && !last:
				clear(above[row:])
				above[row] = text
			case text == "" && !last:
				text = above[row]
			}
			if text != "" {
				parts = append(parts, text)
			}
		}
		if names[i] = strings.Join(parts, data.NameSeparator); names[i] == "" {
			names[i] = "column_" + ColumnName(i+1)
		}
	}
	return names
}

// headTexts returns the texts of the header's cells by row and column.
func (g *Grid) headTexts(l layout, width int) [][]string {
	out := make([][]string, l.heads)
	for i := range out {
		out[i] = make([]string, width)
		for _, c := range g.first[l.above+i].cells {
			out[i][c.column-1] = strings.TrimSpace(text(c.Cell, g.Texts))
		}
	}
	return out
}

// mergeHeads copies the text of each merged cell of the header to all its columns, and reports whether it found any. It
// changes nothing if the header comes from print titles.
func (g *Grid) mergeHeads(l layout, texts [][]string) (merged bool) {
	if l.heads < 2 || l.why == whyTitles {
		return false
	}
	for i := range texts {
		for _, m := range g.begun[g.first[l.above+i].row] {
			if m.Left > len(texts[i]) {
				continue
			}
			merged = true
			for c := m.Left; c < min(m.Right, len(texts[i])); c++ {
				texts[i][c] = texts[i][m.Left-1]
			}
		}
	}
	return merged
}

func countFilled(texts []string) (n int) {
	return each.Count(texts, func(t string) bool { return t != "" })
}

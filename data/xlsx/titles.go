package xlsx

import (
	"regexp"
	"strconv"
	"strings"
)

// titles are Excel's print titles: the number of rows at the top and of columns at the left that stand on every printed page. They
// are the headers of the columns and of the rows.
type titles struct{ rows, columns int }

// printTitles is the defined name of a sheet's print titles.
const printTitles = "_xlnm.Print_Titles"

// maxTitleRows is the most rows of a header. A sheet with more print titles repeats something else.
const maxTitleRows = 8

// readName reads a defined name, if it is that of print titles.
func (w *workbook) readName(x *xmlReader) error {
	if string(x.raw("name")) != printTitles {
		return nil
	}
	sheet, err := strconv.Atoi(string(x.raw("localSheetId")))
	if err != nil {
		return nil
	}
	text, err := x.content()
	if err != nil {
		return err
	}
	for i := range w.sheets {
		if w.sheets[i].index == sheet {
			w.sheets[i].titles = parseTitles(text)
		}
	}
	return nil
}

var (
	titleRows    = regexp.MustCompile(`!\$1:\$([0-9]+)(,|$)`)
	titleColumns = regexp.MustCompile(`!\$A:\$([A-Z]{1,3})(,|$)`)
)

// parseTitles reads Sheet!$A:$B,Sheet!$1:$2. Titles that begin elsewhere are no headers of the table.
func parseTitles(text string) (t titles) {
	if m := titleRows.FindStringSubmatch(text); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n <= maxTitleRows {
			t.rows = n
		}
	}
	if m := titleColumns.FindStringSubmatch(text); m != nil {
		t.columns, _, _ = parseRef([]byte(m[1] + "1"))
	}
	return t
}

// headings names the columns of a header of one row or several. In the rows above the last, an empty cell continues the cell at its
// left, and a name joins the cells of all rows: 2023 · Sum of revenue. A column of row titles is named by the last row alone. Where
// there are no row titles, a row above the last with a single cell is the title of the sheet and no part of a name.
func (w *workbook) headings(g *grid, t titles) []string {
	names := make([]string, len(g.columns))
	above := make([]string, g.heads)
	texts := w.headTexts(g)
	alone := make([]bool, g.heads) // the row is the title of the sheet
	for row := range g.heads - 1 {
		alone[row] = t.columns == 0 && filled(texts[row]) == 1
	}
	for i, c := range g.columns {
		if c == nil {
			continue
		}
		var parts []string
		for row := range g.heads {
			text, last := texts[row][i], row == g.heads-1
			switch {
			case !last && (i < t.columns || alone[row]):
				continue
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
		if names[i] = strings.Join(parts, " · "); names[i] == "" {
			names[i] = "column_" + columnName(i+1)
		}
	}
	return names
}

// headTexts are the texts of the header's cells, by row and column.
func (w *workbook) headTexts(g *grid) [][]string {
	out := make([][]string, g.heads)
	for row := range out {
		out[row] = make([]string, len(g.columns))
		for i, c := range g.columns {
			if c != nil && row < len(c.heads) {
				out[row][i] = strings.TrimSpace(w.cellText(c.heads[row]))
			}
		}
	}
	return out
}

func filled(texts []string) (n int) {
	for _, t := range texts {
		if t != "" {
			n++
		}
	}
	return n
}

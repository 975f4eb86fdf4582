package grid

import (
	"fmt"
	"strings"

	"cardinal/engine/pivot"
)

// copyLimit is the largest number of cells of a copy.
const copyLimit = 5_000_000

// tsv writes the cells from first to last as lines of fields with tabs between them. Figures are written in full, without commas. Labels are
// written as they read, also those that the screen leaves blank since they repeat. headers adds the row labels and the header rows.
func tsv(src Source, first, last cellAt, headers bool) string {
	_, _, headRows, labels := src.Size()
	var cols []int
	if headers {
		for c := range min(labels, first.col) {
			cols = append(cols, c)
		}
	}
	for c := first.col; c <= last.col; c++ {
		cols = append(cols, c)
	}
	var b strings.Builder
	line := func(row int) {
		for i, col := range cols {
			if i > 0 {
				b.WriteByte('\t')
			}
			c := src.Cell(row, col)
			b.WriteString(field(plainText(&c)))
		}
		b.WriteByte('\n')
	}
	if headers {
		for row := range min(headRows, first.row) {
			line(row)
		}
	}
	for row := first.row; row <= last.row; row++ {
		line(row)
	}
	return b.String()
}

// plainText is the text of a cell in a copy.
func plainText(c *pivot.Cell) string {
	if c.Role == pivot.Body {
		return c.Value.String()
	}
	s, _ := text(c)
	return s
}

// field quotes what would break a line of fields, the way spreadsheets read it.
func field(s string) string {
	if strings.ContainsAny(s, "\t\r\n") || strings.HasPrefix(s, `"`) {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// checkCopy refuses selections that would take too much memory.
func checkCopy(cells int) error {
	if cells > copyLimit {
		return fmt.Errorf("copy %d cells: the limit is %d", cells, copyLimit)
	}
	return nil
}

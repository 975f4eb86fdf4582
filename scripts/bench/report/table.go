package report

import (
	"strings"
	"unicode/utf8"
)

// Table is a Markdown table. The first Left columns are aligned left, the others right.
type Table struct {
	Header []string
	Left   int
	Rows   [][]string
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// String pads the columns, so that the table can also be read as plain text.
func (t *Table) String() string {
	width := make([]int, len(t.Header))
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell), 3)
		}
	}
	var b strings.Builder
	line := func(row []string) {
		b.WriteByte('|')
		for i, w := range width {
			cell := ""
			if i < len(row) {
				cell = row[i]
			}
			gap := strings.Repeat(" ", w-utf8.RuneCountInString(cell))
			if i < t.Left {
				b.WriteString(" " + cell + gap + " |")
			} else {
				b.WriteString(" " + gap + cell + " |")
			}
		}
		b.WriteByte('\n')
	}
	line(t.Header)
	b.WriteByte('|')
	for i, w := range width {
		if i < t.Left {
			b.WriteString(strings.Repeat("-", w+2) + "|")
		} else {
			b.WriteString(strings.Repeat("-", w+1) + ":|")
		}
	}
	b.WriteByte('\n')
	for _, row := range t.Rows {
		line(row)
	}
	return b.String()
}

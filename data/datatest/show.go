package datatest

import (
	"fmt"
	"strings"

	"cardinal/data"
)

// Columns writes a table by its columns, one line each: name, type with its scale, and values. A null is a dot, and
// texts are quoted. The notes follow, one line each.
func Columns(t *data.Table) string {
	var b strings.Builder
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "%s %v", c.Name, c.Type)
		if c.Scale > 0 {
			fmt.Fprintf(&b, "(%d)", c.Scale)
		}
		for i := range t.Rows {
			s := c.Value(i).String()
			if c.Value(i).IsNull() {
				s = "."
			} else if c.Type == data.Text {
				s = fmt.Sprintf("%q", s)
			}
			b.WriteString(" " + s)
		}
		b.WriteString("\n")
	}
	for _, n := range t.Notes {
		b.WriteString("note: " + n + "\n")
	}
	return b.String()
}

// Rows writes the names of a table's columns, and then its rows, as texts with bars between the values. A null
// is empty.
func Rows(t *data.Table) (lines []string) {
	for row := -1; row < t.Rows; row++ {
		var line []string
		for _, c := range t.Columns {
			if row < 0 {
				line = append(line, c.Name)
			} else {
				line = append(line, c.Value(row).String())
			}
		}
		lines = append(lines, strings.Join(line, "|"))
	}
	return lines
}

package xlsx

import (
	"slices"
	"strings"
)

// own is the name of this program in the workbooks that it writes.
const own = "Cardinal"

// writer is the name of the program that wrote the workbook, "" where the workbook names none. Damage in that part of a workbook is
// no reason to refuse it.
func (a *archive) writer() string {
	root, err := a.relations("")
	if err != nil {
		return ""
	}
	name := ""
	for _, r := range root {
		if r.kind != "extended-properties" || !a.has(r.target) {
			continue
		}
		_ = a.walk(r.target, func(x *xmlReader) error {
			if string(x.name) != "Application" || !x.inside("Properties") {
				return nil
			}
			text, err := x.content()
			name = text
			return err
		})
	}
	return strings.TrimSpace(name)
}

// content is the text of the element just opened, cut after about a thousand bytes.
func (x *xmlReader) content() (string, error) {
	var text strings.Builder
	for depth := len(x.open); len(x.open) >= depth; {
		t, err := x.next()
		if err != nil {
			return "", err
		}
		if t == tokenText && text.Len() < 1000 {
			text.Write(x.text)
		}
	}
	return text.String(), nil
}

// repeatLabels fills the blank cells before the first label of each row. A pivot that Cardinal wrote leaves them blank because the
// label above continues. It reports whether there were any.
func repeatLabels(labels []*cells, rows int) (repeated bool) {
	if len(labels) < 2 || slices.Contains(labels, nil) {
		return false
	}
	grid := make([][]cell, len(labels))
	for i, c := range labels {
		grid[i] = make([]cell, rows)
		for row, v := range c.all() {
			grid[i][row] = v
		}
	}
	for row := 1; row < rows; row++ {
		first := slices.IndexFunc(grid, func(c []cell) bool { return c[row].kind != kindEmpty })
		for i := range first {
			grid[i][row], repeated = grid[i][row-1], true
		}
	}
	if !repeated {
		return false
	}
	for i, c := range labels {
		*c = cells{heads: c.heads, rounded: c.rounded}
		for row, v := range grid[i] {
			if v.kind != kindEmpty {
				c.put(row, v)
			}
		}
	}
	return true
}

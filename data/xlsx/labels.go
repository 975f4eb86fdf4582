package xlsx

import (
	"slices"
	"strings"
)

// own is what a workbook of this program says that it was written by.
const own = "Cardinal"

// writer is the program that says of itself that it wrote the workbook, "" where none does. It is no reason to refuse a
// workbook that this part of it is damaged.
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

// content is the text of the element that was opened last, up to a thousand bytes of it.
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

// repeatLabels fills the cells of row labels that a pivot of Cardinal's own leaves blank because the label above goes on: those
// with a label at their right. It reports whether there were some.
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
		label := false // at the right
		for i := len(labels) - 1; i >= 0; i-- {
			if label && grid[i][row].kind == kindEmpty {
				grid[i][row], repeated = grid[i][row-1], true
			}
			label = label || grid[i][row].kind != kindEmpty
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

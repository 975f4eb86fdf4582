package session

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/view"
)

// Labels are labels of one field that a person selected in an answer.
type Labels struct {
	Field  query.Field
	Values []data.Value
	text   string // the first label as the grid shows it
}

// Text names the labels, e.g. "EU" or "these 5 of region".
func (l Labels) Text() string {
	if len(l.Values) == 1 {
		return l.text
	}
	return lang.N("this {{.N}} of {{.Field}}", "these {{.N}} of {{.Field}}", len(l.Values),
		lang.With{"Field": view.FieldTitle(l.Field)})
}

// mostLines is the greatest number of rows or columns whose labels are chosen at the same time.
const mostLines = 10_000

// Labels returns the labels of a cell by axis: the label of a label cell, or the row label and the column label of a
// figure. If the cell is one of the chosen cells, the labels of the other chosen rows and columns are added.
//
// If whole columns are chosen, the labels of the columns come first, and no labels of other rows are added. Grand
// totals and Others have no labels.
func (a *Answer) Labels(row, col int, chosen ...cells.Rect) (all []Labels) {
	g := a.Grid
	if g.Cell(row, col).Role == pivot.Note {
		return nil
	}
	rowNode, colNode := g.Nodes(row, col)
	var rows, cols []lines
	if slices.ContainsFunc(chosen, func(r cells.Rect) bool {
		return col >= r.FirstCol && col <= r.LastCol && (row < g.HeaderRows || row >= r.FirstRow && row <= r.LastRow)
	}) {
		if g.Rows-g.HeaderRows > 1 && !slices.ContainsFunc(chosen, func(r cells.Rect) bool {
			return r.FirstCol < g.LabelCols || r.FirstRow > g.HeaderRows || r.LastRow < g.Rows-1
		}) {
			for _, r := range chosen {
				cols = append(cols, lines{r.FirstCol, r.LastCol})
			}
			if all = labelsOf(all, &a.Tab.Cols, colNode, cols, g.ColNode); len(all) > 0 {
				all = labelsOf(all, &a.Tab.Rows, rowNode, nil, g.RowNode)
			}
			return all
		}
		for _, r := range chosen {
			rows = append(rows, lines{max(r.FirstRow, g.HeaderRows), r.LastRow})
			cols = append(cols, lines{max(r.FirstCol, g.LabelCols), r.LastCol})
		}
	}
	all = labelsOf(all, &a.Tab.Rows, rowNode, rows, g.RowNode)
	return labelsOf(all, &a.Tab.Cols, colNode, cols, g.ColNode)
}

// LastRead returns the last row that Labels reads for the same arguments.
func (a *Answer) LastRead(row int, chosen ...cells.Rect) int {
	for _, r := range chosen {
		if r.LastRow-r.FirstRow < mostLines {
			row = max(row, r.LastRow)
		}
	}
	return row
}

// lines is a range of rows or columns of a grid.
type lines struct{ first, last int }

// labelsOf appends the label of a node, and the labels of the same field in the chosen lines. It appends nothing if the
// node is Others or the grand total.
func labelsOf(all []Labels, axis *pivot.Axis, node int, chosen []lines, nodeOf func(line int) int) []Labels {
	depth := axis.Depth(node)
	if depth == 0 || axis.Others(node) {
		return all
	}
	own, seen := axis.Label(node), map[data.Value]bool{}
	l := Labels{Field: axis.Fields[depth-1], text: view.LabelText(own, axis.Format(node).NumberFormat)}
	for _, c := range chosen {
		if c.last-c.first >= mostLines {
			continue
		}
		for line := c.first; line <= c.last; line++ {
			n := nodeOf(line)
			for axis.Depth(n) > depth {
				n = axis.Parent(n)
			}
			if axis.Depth(n) == depth && !axis.Others(n) && !seen[axis.Label(n)] {
				seen[axis.Label(n)] = true
				l.Values = append(l.Values, axis.Label(n))
			}
		}
	}
	if !seen[own] {
		l.Values = append(l.Values, own)
	}
	return append(all, l)
}

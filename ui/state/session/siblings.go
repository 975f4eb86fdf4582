package session

import (
	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// Siblings are a label of an answer and the other labels under the same parent, in display order.
type Siblings struct {
	Of     query.Field
	Labels []data.Value
	At     int       // the position of the label in Labels
	Path   []view.At // the labels from the outermost one to the label
}

// Siblings lists the siblings of the label of a cell. For a figure, this is the label of its row if down is true, or
// else of its column. ok is false if the cell has no such label, or if some siblings are not in order yet.
func (a *Answer) Siblings(row, col int, down bool) (b Siblings, ok bool) {
	axis, node := a.labelAt(row, col, down)
	if node == 0 || axis.Others(node) {
		return b, false
	}
	b.Of, b.Path = axis.Fields[axis.Depth(node)-1], pathOf(axis, node)
	all, ok := siblings(axis, node)
	for _, n := range all {
		if n == node {
			b.At = len(b.Labels)
		}
		b.Labels = append(b.Labels, axis.Label(n))
	}
	return b, ok
}

// SiblingLines returns the lines of the grid in which the siblings of a cell's label begin, and the line after the last
// sibling. Lines are rows, or columns for a column label. `own` is the position of the label among its siblings.
func (a *Answer) SiblingLines(row, col int) (lines []int, own int) {
	down := row >= a.Grid.HeaderRows
	axis, node := a.labelAt(row, col, down)
	if node == 0 || axis.Others(node) {
		return nil, 0
	}
	first, end, of := a.Grid.HeaderRows, a.Grid.Rows, a.Grid.RowNode
	if !down {
		first, end, of = a.Grid.LabelCols, a.Grid.Cols, a.Grid.ColNode
	}
	parent, depth, last, after := axis.Parent(node), axis.Depth(node), 0, 0
	for line := first; line < end; line++ {
		n := of(line)
		for axis.Depth(n) > depth {
			n = axis.Parent(n)
		}
		if axis.Depth(n) < depth || axis.Parent(n) != parent || axis.Others(n) {
			continue
		}
		if n != last {
			if n == node {
				own = len(lines)
			}
			lines, last = append(lines, line), n
		}
		after = line + 1
	}
	return append(lines, after), own
}

// LineOf returns the row of the grid in which the last label of a path begins, or the column if down is false. ok is
// false if the grid has no such label.
func (a *Answer) LineOf(path []view.At, down bool) (line int, ok bool) {
	axis, first, end, of := &a.Tab.Rows, a.Grid.HeaderRows, a.Grid.Rows, a.Grid.RowNode
	if !down {
		axis, first, end, of = &a.Tab.Cols, a.Grid.LabelCols, a.Grid.Cols, a.Grid.ColNode
	}
	node := view.Node(path, axis)
	if axis.Depth(node) != len(path) {
		return 0, false
	}
	for line := first; line < end; line++ {
		n := of(line)
		for axis.Depth(n) > len(path) {
			n = axis.Parent(n)
		}
		if n == node {
			return line, true
		}
	}
	return 0, false
}

// labelAt returns the axis and the node of the label of a cell. For a figure, this is the label of its row if down is
// true, or else of its column. The node is 0 if the cell has no label.
func (a *Answer) labelAt(row, col int, down bool) (*pivot.Axis, int) {
	c := a.Grid.Cell(row, col)
	switch {
	case c.Role == pivot.RowLabel && down:
		return &a.Tab.Rows, c.Node
	case c.Role == pivot.ColLabel && !down:
		return &a.Tab.Cols, c.Node
	case c.Role == pivot.Body || c.Role == pivot.RowLabel || c.Role == pivot.ColLabel:
		rowNode, colNode := a.Grid.Nodes(row, col)
		if down {
			return &a.Tab.Rows, rowNode
		}
		return &a.Tab.Cols, colNode
	}
	return &a.Tab.Rows, 0
}

// siblings lists all nodes with the same parent as a node, in display order and without Others. ok is false if some of
// them are not in order yet.
func siblings(axis *pivot.Axis, node int) (nodes []int, ok bool) {
	parent := axis.Parent(node)
	for n := parent + 1; n < axis.Len(); n++ {
		switch {
		case !axis.Ready(n):
			return nil, false
		case axis.Depth(n) <= axis.Depth(parent):
			return nodes, true
		case axis.Parent(n) == parent && !axis.Others(n):
			nodes = append(nodes, n)
		}
	}
	return nodes, true
}

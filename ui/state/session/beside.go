package session

import (
	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// Beside are the labels beside a label of an answer, itself included, in display order.
type Beside struct {
	Of     query.Field
	Labels []data.Value
	At     int       // the number of the label among them
	Path   []view.At // the label and the labels that it stands under
}

// Beside lists the labels beside the label of a cell. down says for a cell of a figure whether the label of its
// row is meant or that of its column. ok is false for a cell without a label of the table.
func (a *Answer) Beside(row, col int, down bool) (b Beside, ok bool) {
	axis, node := a.labelAt(row, col, down)
	if node == 0 || axis.Others(node) {
		return b, false
	}
	b.Of, b.Path = axis.Fields[axis.Nodes[node].Depth-1], pathOf(axis, node)
	for _, n := range besides(axis, node) {
		if n == node {
			b.At = len(b.Labels)
		}
		b.Labels = append(b.Labels, axis.Label(n))
	}
	return b, true
}

// LinesBeside are the rows of the grid, or the columns, in which the labels beside the label of a cell begin,
// and the one after the last of them; and the number of the label among them.
func (a *Answer) LinesBeside(row, col int) (lines []int, own int) {
	down := row >= a.Grid.HeaderRows
	axis, node := a.labelAt(row, col, down)
	if node == 0 || axis.Others(node) {
		return nil, 0
	}
	first, end, of := a.Grid.HeaderRows, a.Grid.Rows, a.Grid.RowNode
	if !down {
		first, end, of = a.Grid.LabelCols, a.Grid.Cols, a.Grid.ColNode
	}
	parent, depth, last, after := axis.Nodes[node].Parent, axis.Nodes[node].Depth, 0, 0
	for line := first; line < end; line++ {
		n := of(line)
		for axis.Nodes[n].Depth > depth {
			n = axis.Nodes[n].Parent
		}
		if axis.Nodes[n].Depth < depth || axis.Nodes[n].Parent != parent || axis.Others(n) {
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

// LineOf is the row of the grid, or the column, in which the label at the end of a path begins, false where
// there is none.
func (a *Answer) LineOf(path []view.At, down bool) (line int, ok bool) {
	axis, first, end, of := &a.Tab.Rows, a.Grid.HeaderRows, a.Grid.Rows, a.Grid.RowNode
	if !down {
		axis, first, end, of = &a.Tab.Cols, a.Grid.LabelCols, a.Grid.Cols, a.Grid.ColNode
	}
	node := view.Node(path, axis)
	if axis.Nodes[node].Depth != len(path) {
		return 0, false
	}
	for line := first; line < end; line++ {
		n := of(line)
		for axis.Nodes[n].Depth > len(path) {
			n = axis.Nodes[n].Parent
		}
		if n == node {
			return line, true
		}
	}
	return 0, false
}

// labelAt is the node of the label of a cell: its own, or that of its row or its column. It is 0 where there is
// no label.
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

// besides lists the nodes beside a node in display order, without Others.
func besides(axis *pivot.Axis, node int) (nodes []int) {
	parent := axis.Nodes[node].Parent
	for n := parent + 1; n < len(axis.Nodes) && axis.Nodes[n].Depth > axis.Nodes[parent].Depth; n++ {
		if axis.Nodes[n].Parent == parent && !axis.Others(n) {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

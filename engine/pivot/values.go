package pivot

import "cardinal/data"

// NoTotal and NeedsCells stand in the place of the column of a total's label (see Values).
const (
	NoTotal = -1
	// Cell says more of the row: it is a grand total, folded, a note, below Others, or its labels stand in one column
	NeedsCells = -2
)

// Values writes the values of rows below the headers, row by row, each with a value for each column. totals[i] is the
// column of the label of row from+i if the row is a subtotal. The value there is the label as programs read it. If
// totals[i] is NeedsCells, the row has no values.
//
// Each column is read for all rows, so that a core waits for the memory of several rows at the same time.
func (g *Grid) Values(from, to int, values []data.Value, totals []int) {
	a, fields, nodes := &g.tab.Rows, len(g.tab.Rows.Fields), make([]int, 2*(to-from))
	nodes, path := nodes[:to-from], nodes[to-from:] // path has the nodes above, the deepest first
	lines := make([]line, len(nodes))
	clear(values[:g.Cols*len(nodes)])
	for i := range nodes {
		l := g.rows.at(from + i - g.HeaderRows)
		depth := a.Depth(l.node)
		lines[i], nodes[i], path[i], totals[i] = l, l.node, l.node, NoTotal
		switch {
		case g.compact, l.left, l.closed, depth == 0 && fields > 0, g.LabelCols > fields && !g.down:
			totals[i] = NeedsCells
			continue
		case depth < fields:
			totals[i] = depth - 1
		}
		if g.down {
			values[i*g.Cols+fields] = data.TextValue(g.tab.Measures[l.measure].Title())
		}
	}
	for at := fields - 1; at >= 0; at-- {
		for i, n := range path {
			node := a.node(n)
			if totals[i] == NeedsCells || node.Depth != at+1 {
				continue
			}
			v := &values[i*g.Cols+at]
			switch {
			case node.code == othersCode:
				totals[i] = NeedsCells
			case totals[i] == at:
				*v = data.TextValue(a.textIn(n, a.Format(n).forPrograms()) + ofTotal + ofAll(a, n))
			default:
				*v = a.keys[at].Label(node.code)
			}
			path[i] = node.Parent
		}
	}
	for col := g.LabelCols; col < g.Cols; col++ {
		under := g.cols.at(col - g.LabelCols)
		for i, n := range nodes {
			if totals[i] != NeedsCells && !under.left {
				values[i*g.Cols+col] = g.tab.Cell(n, under.node, int(max(under.measure, lines[i].measure)))
			}
		}
	}
}

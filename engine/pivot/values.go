package pivot

import (
	"sync"

	"cardinal/data"
)

// Values writes NoTotal or NeedsCells for a row in place of the column of a total's label.
const (
	NoTotal = -1
	// the row must be read by Cell: it is a grand total, folded, a note, below Others, or all its labels are in one
	// column
	NeedsCells = -2
)

// rowsOfValues has what Values looks up about rows before it reads their values.
type rowsOfValues struct {
	nodes, path []int // path has the ancestors, the deepest first
	lines       []line
}

var spareRows sync.Pool // of rowsOfValues

// Values writes the values of rows below the headers, row by row, each with a value for each column. totals[i] is the
// column of the label of row from+i if the row is a subtotal. The value in this column is the label as programs read
// it. If totals[i] is NeedsCells, the row has no values.
//
// Values reads column by column. Before it reads a column, it touches the memory of all rows, so that a core waits for
// several rows at the same time.
func (g *Grid) Values(from, to int, values []data.Value, totals []int) {
	a, fields, n := &g.tab.Rows, len(g.tab.Rows.Fields), to-from
	spare, _ := spareRows.Get().(*rowsOfValues)
	if spare == nil || len(spare.nodes) < n {
		spare = &rowsOfValues{make([]int, n), make([]int, n), make([]line, n)}
	}
	defer spareRows.Put(spare)
	nodes, path, lines := spare.nodes[:n], spare.path[:n], spare.lines[:n]
	clear(values[:g.Cols*len(nodes)])
	last := 0
	for i := range nodes {
		l := g.rows.at(from + i - g.HeaderRows)
		last = max(last, l.node)
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
	of := a.nodes
	if last >= len(of) {
		of = a.ordered().nodes
	}
	for at := fields - 1; at >= 0; at-- {
		a.keys[at].Touch(func(yield func(code uint32) bool) {
			for i, n := range path {
				if totals[i] != NeedsCells && of[n].Depth() == at+1 && of[n].code != othersCode && !yield(of[n].code) {
					return
				}
			}
		})
		for i, n := range path {
			node := &of[n]
			if totals[i] == NeedsCells || node.Depth() != at+1 {
				continue
			}
			v := &values[i*g.Cols+at]
			switch {
			case node.code == othersCode:
				totals[i] = NeedsCells
			case totals[i] == at:
				*v = data.TextValue(a.totalIn(n, a.textIn(n, a.Format(n).forPrograms()), true))
			default:
				*v = a.keys[at].Label(node.code)
			}
			path[i] = node.Parent()
		}
	}
	for col := g.LabelCols; col < g.Cols; col++ {
		under := g.cols.at(col - g.LabelCols)
		if !g.down && !under.left {
			g.tab.cells.touch(of, nodes, g.tab.Cols.node(under.node), int(under.measure))
		}
		for i, n := range nodes {
			if totals[i] != NeedsCells && !under.left {
				values[i*g.Cols+col] = g.tab.Cell(n, under.node, int(max(under.measure, lines[i].measure)))
			}
		}
	}
}

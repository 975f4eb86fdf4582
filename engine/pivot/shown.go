package pivot

// Shown lists the nodes of one axis whose lines are not totals, in display order. These are the leaves and the
// folded labels.
func (g *Grid) Shown(rows bool) []int {
	a, lines := &g.tab.Cols, g.cols.all()
	if rows {
		a, lines = &g.tab.Rows, g.rows.all()
	}
	var nodes []int
	for i, l := range lines {
		again := i > 0 && lines[i-1].node == l.node
		if !l.left && !again && (l.closed || !isTotal(a, l.node)) {
			nodes = append(nodes, l.node)
		}
	}
	return nodes
}

// At returns the row and column of the figure of a measure for a row node and a column node. ok is false if one of
// the nodes has no line.
func (g *Grid) At(rowNode, colNode, measure int) (row, col int, ok bool) {
	col, ok = g.Column(colNode, measure)
	i := g.rows.index(func(l line) bool {
		return l.node == rowNode && !l.left && l.measure == measureOn(g.down, measure)
	})
	return g.HeaderRows + i, col, ok && i >= 0
}

// Ancestor returns the node of the given depth on the path to node n. It returns n if n is no deeper.
func (a *Axis) Ancestor(n, depth int) int { return a.ancestor(n, depth) }

// Rank returns the position of the label of node n in the order of all labels of its field: by time, by number, or by
// text. Others comes last.
func (a *Axis) Rank(n int) int {
	switch {
	case a.Depth(n) == 0:
		return 0
	case a.Others(n):
		return a.keys[a.Depth(n)-1].Card
	}
	return int(a.keys[a.Depth(n)-1].Rank()[a.node(n).code])
}

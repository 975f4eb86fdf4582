package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// Order is a sort of the query and the column of the answer that it leads to.
type Order struct {
	query.Sort
	Col   int  // the node of the column axis whose figures decide; 0 where the totals of the rows or the labels decide
	Found bool // Col is the node of Sort.At; false where a label of At does not occur, and Col is the node of the labels before it
}

// orders sets Orders.
func (c *Crosstab) orders() {
	for _, s := range c.Query.Sorts {
		o := Order{Sort: s}
		o.Col, o.Found = c.Cols.Find(s.At)
		c.Orders = append(c.Orders, o)
	}
}

// Find is the node at the end of a path of labels, the outermost first. Where a label does not occur, it is the node of the labels
// before it, and false.
func (a *Axis) Find(path []query.Literal) (node int, found bool) {
	for _, l := range path {
		next := slices.IndexFunc(a.Nodes[node+1:], func(n Node) bool {
			return n.Parent == node && matches(a.keys[n.Depth-1].Label(n.code), l)
		})
		if next < 0 {
			return node, false
		}
		node += 1 + next
	}
	return node, true
}

// matches reports whether a label is the one that a literal names, as it is written in a query or printed.
func matches(v data.Value, l query.Literal) bool {
	if l.Null || v.IsNull() {
		return l.Null && v.IsNull()
	}
	return v.String() == l.Text || v.Type == data.Timestamp && Label(v) == l.Text
}

// follow computes what depends on the display order of an axis: running totals, and which labels are compared with the one before
// them. where selects the depths of a measure; nil selects all.
func (c *Crosstab) follow(ctx context.Context, along query.Along, where func(m, depth int) bool, threads int) error {
	for m := range c.Measures {
		show := c.Measures[m].Show
		if show.Along != along || show.Kind != query.DiffPrev && show.Kind != query.PctDiffPrev {
			continue
		}
		for depth := 1; depth <= len(c.axis(along).Fields); depth++ {
			if where == nil || where(m, depth) {
				c.previous(m, depth)
			}
		}
		c.compare(m) // where there is no depth, too
	}
	if err := c.place(ctx, query.Show{Kind: query.Running, Along: along}, runningTotals, where, threads); err != nil {
		return err
	}
	return c.place(ctx, query.Show{Kind: query.PctRunning, Along: along}, runningShares, where, threads)
}

// sortRows sorts the row labels. Running totals add up, and differences are from the label before, in the order of the rows. Where rows
// are sorted by such a measure itself, it goes by the order of the labels.
func (c *Crosstab) sortRows(ctx context.Context, threads int) error {
	if err := c.follow(ctx, query.AlongCols, nil, threads); err != nil {
		return err
	}
	if len(c.Orders) == 0 {
		return c.follow(ctx, query.AlongRows, nil, threads)
	}
	byItself := func(m, depth int) bool {
		return slices.ContainsFunc(c.Orders, func(o Order) bool { return o.Value == m && o.Field == depth-1 })
	}
	if err := c.follow(ctx, query.AlongRows, byItself, threads); err != nil {
		return err
	}
	ranked := make([][]int, len(c.Rows.Fields)+1)
	for _, o := range c.Orders {
		depth := o.Field + 1
		if o.Value == query.ByLabel {
			ranked[depth] = c.Rows.byLabel(depth, o.Desc)
			continue
		}
		var err error
		figure := func(n int) data.Value { return c.Cell(n, o.Col, o.Value) }
		if ranked[depth], err = c.Rows.byFigure(ctx, depth, figure, o.Desc, threads); err != nil {
			return err
		}
	}
	c.Rows.reorder(ranked)
	return c.follow(ctx, query.AlongRows, func(m, depth int) bool { return !byItself(m, depth) }, threads)
}

// keepTops removes the labels that the tops of the query leave out.
func (c *Crosstab) keepTops(ctx context.Context, threads int) error {
	ranked := make([][]int, len(c.Rows.Fields)+1)
	for _, t := range c.Query.Tops {
		if t.N <= 0 {
			continue
		}
		depth, m := t.Field+1, c.Query.Figure(t.By)
		order, err := c.Rows.byFigure(ctx, depth, func(n int) data.Value { return c.figure(n, 0, m) }, !t.Bottom, threads)
		if err != nil {
			return err
		}
		kept := make([]int, len(c.Rows.Nodes)) // children of each node
		ranked[depth] = order[:0]
		for _, n := range order {
			if parent := c.Rows.Nodes[n].Parent; kept[parent] < t.N {
				kept[parent]++
				ranked[depth] = append(ranked[depth], n)
			} else {
				c.Rows.Nodes[parent].left++
			}
		}
		slices.Sort(ranked[depth]) // in the order of the labels
		if c.Rows.tops == nil {
			c.Rows.tops = make([]int, len(c.Rows.Fields)+1)
		}
		c.Rows.tops[t.Field] = t.N
	}
	if c.Rows.tops != nil {
		c.Rows.reorder(ranked)
	}
	return nil
}

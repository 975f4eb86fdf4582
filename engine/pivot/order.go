package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// Order is how the labels of a row field are sorted in an answer.
type Order struct {
	query.Sort
	Col   int  // node of the column axis whose figures decide; 0 where the row's totals or the labels do
	Found bool // Col is where Sort.At leads. Where a label of At does not occur, Col is the total over it
}

// orders finds the columns that sorts go by.
func (c *Crosstab) orders() {
	for _, s := range c.Query.Sorts {
		o := Order{Sort: s}
		o.Col, o.Found = c.Cols.Find(s.At)
		c.Orders = append(c.Orders, o)
	}
}

// Find is the node under the labels of a path, the outermost first. Where one does not occur it is the node before, and false.
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

// matches compares a label with one as it was written or printed.
func matches(v data.Value, l query.Literal) bool {
	if l.Null || v.IsNull() {
		return l.Null && v.IsNull()
	}
	return v.String() == l.Text || v.Type == data.Timestamp && Label(v) == l.Text
}

// sortRows puts the row labels into the order that is asked for, and works out the running totals. They add up in the order of
// the rows; where the rows are sorted by the running total itself, in the order of the labels.
func (c *Crosstab) sortRows(ctx context.Context, threads int) error {
	if len(c.Orders) == 0 {
		return c.place(ctx, query.Running, runningTotals, nil, threads)
	}
	byItself := func(m, depth int) bool {
		return slices.ContainsFunc(c.Orders, func(o Order) bool { return o.Value == m && o.Field == depth-1 })
	}
	if err := c.place(ctx, query.Running, runningTotals, byItself, threads); err != nil {
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
	return c.place(ctx, query.Running, runningTotals, func(m, depth int) bool { return !byItself(m, depth) }, threads)
}

// keepTops leaves out the labels beyond each top.
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
		slices.Sort(ranked[depth]) // into the order of the labels again
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

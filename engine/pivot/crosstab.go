package pivot

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/wording"
)

// Crosstab is the answer to a query: two axes, and a figure of every measure for every pair of their nodes. It is
// immutable and safe for use by several goroutines.
type Crosstab struct {
	Query    query.Query
	Rows     Axis
	Cols     Axis
	Measures []Measure
	Orders   []Order // for each sort of the query
	// sentences without a full stop that explain the figures: what is blank and why, and which of several equal figures
	// were kept
	Remarks []string

	words *wording.Words // of titles and headings; nil: English

	cells cells
	lanes [][]*lane      // by measure and depth of its axis: ranks, running totals or neighbours
	along [][]*fieldLane // the same for measures along a chosen field further out; nil if no field is chosen
	// by measure and id: the node that a node is compared with along a field further out; nil for other measures
	compared [][]*Node
	against  []*against  // by measure, its base label; nil if the measure has none or the label does not occur
	baseless []int       // measures whose base label does not occur
	extents  [][]extents // by measure and conditional format
	// some totals do not show the figures of their measures
	otherTotals bool
	// by query.Along: the crosstab that keeps all labels of that axis, if a measure needs them (see amongAll), else nil
	wholes [2]*Crosstab
}

// Order orders the labels of the rows that are not in order yet (see Grid.Order). A grid with folded labels needs all
// labels. If Order was not called before, Lay makes their order, which cannot be cancelled.
func (c *Crosstab) Order(ctx context.Context) error { return c.Rows.watched(ctx, c.Rows.order) }

// Measure is a measure of the query and the format of its figures.
type Measure struct {
	query.Measure
	Format Format

	title string
}

// Title returns the measure in words, in the language of this process.
func (m Measure) Title() string { return m.title }

// Empty reports whether no row of the table belongs to a pair of nodes. The grand total is never empty.
func (c *Crosstab) Empty(row, col int) bool {
	if row == 0 && col == 0 {
		return false
	}
	_, ok := c.cells.find(c.Rows.node(row), c.Cols.node(col))
	return !ok
}

// Exact returns a sum or a count of a pair of nodes as a fraction that the caller may change. ok is false if
// measure.Values.Exact says so, or if no row of the table belongs to the pair.
func (c *Crosstab) Exact(row, col, measure int) (r *big.Rat, ok bool) {
	cell, ok := c.cells.find(c.Rows.node(row), c.Cols.node(col))
	if !ok {
		return nil, false
	}
	return c.cells.values.Exact(measure, cell)
}

// Cells iterates over the pairs of nodes that some row of the table belongs to, in no particular order.
func (c *Crosstab) Cells() iter.Seq2[int, int] {
	return func(yield func(row, col int) bool) {
		if !c.cells.sparse {
			for row := range c.Rows.Len() {
				for col := range c.Cols.Len() {
					if !c.Empty(row, col) && !yield(row, col) {
						return
					}
				}
			}
			return
		}
		rowOf, colOf := c.Rows.byID(), c.Cols.byID()
		for rowDepth := range c.cells.rows.ids {
			for colDepth := range c.cells.columns.ids {
				for _, ids := range c.cells.each(rowDepth, colDepth) {
					row, shown := rowOf[ids[0]]
					if col, ok := colOf[ids[1]]; shown && ok && !yield(row, col) {
						return
					}
				}
			}
		}
	}
}

// Same reports whether two answers to the same query over the same table have the same labels and figures, bit for bit.
// It returns an error if ctx ends.
func (c *Crosstab) Same(ctx context.Context, o *Crosstab) (bool, error) {
	if err := errors.Join(c.Rows.order(ctx), o.Rows.order(ctx)); err != nil {
		return false, err
	}
	of, other := c.Rows.ordered().nodes, o.Rows.ordered().nodes
	if !slices.EqualFunc(of, other, sameNode) || !slices.EqualFunc(c.Cols.nodes, o.Cols.nodes, sameNode) ||
		c.cells.sparse != o.cells.sparse || len(c.cells.counts) != len(o.cells.counts) {
		return false, nil
	}
	computed := len(c.Query.Measures())
	same := func(is, its int) bool {
		if c.cells.has(is) != o.cells.has(its) {
			return false
		}
		for m := range computed {
			if c.cells.has(is) && !equal(c.cells.values.At(m, is), o.cells.values.At(m, its)) {
				return false
			}
		}
		return true
	}
	if c.cells.sparse {
		return c.sameSparse(ctx, o, of, other, same)
	}
	for i := range c.cells.counts {
		if i%4096 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		row, col := i/c.cells.cols, i%c.cells.cols
		is, its := c.Cols.nodes[col].id(), o.Cols.nodes[col].id()
		if !same(of[row].id()*c.cells.cols+is, other[row].id()*c.cells.cols+its) {
			return false, nil
		}
	}
	return true, nil
}

// sameSparse compares sparse cells for Same. Their numbers depend on the ids of nodes, which may differ between the
// crosstabs. rows and otherRows are the same nodes of both.
func (c *Crosstab) sameSparse(ctx context.Context, o *Crosstab, rows, otherRows []Node,
	same func(is, its int) bool) (bool, error) {
	rowOf, colOf := make([]int, len(rows)), make([]int, len(c.Cols.nodes)) // by id, the node
	for i := range rows {
		rowOf[rows[i].id()] = i
	}
	for i := range c.Cols.nodes {
		colOf[c.Cols.nodes[i].id()] = i
	}
	for rowDepth := range c.cells.rows.ids {
		for colDepth := range c.cells.columns.ids {
			for cell, ids := range c.cells.each(rowDepth, colDepth) {
				if cell%4096 == 0 && ctx.Err() != nil {
					return false, ctx.Err()
				}
				its, ok := o.cells.find(&otherRows[rowOf[ids[0]]], &o.Cols.nodes[colOf[ids[1]]])
				if !ok || !same(cell, its) {
					return false, nil
				}
			}
		}
	}
	return true, nil
}

// sameNode reports whether two nodes have the same depth, parent and code.
func sameNode(a, b Node) bool {
	return a.Depth() == b.Depth() && a.Parent() == b.Parent() && a.code == b.code
}

// equal reports whether two values are the same. All NaNs are equal.
func equal(a, b data.Value) bool {
	if math.IsNaN(a.Float) && math.IsNaN(b.Float) {
		a.Float, b.Float = 0, 0
	}
	return a == b
}

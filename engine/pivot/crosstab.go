package pivot

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/engine/figure/mark"
	"cardinal/engine/query"
)

// Crosstab is the answer to a query: two axes, and a figure of every measure for every pair of their nodes. It
// is immutable and safe for use by several goroutines.
type Crosstab struct {
	Query    query.Query
	Rows     Axis
	Cols     Axis
	Measures []Measure
	Orders   []Order // one for each sort of the query
	// Remarks are sentences, without a stop, that a reader of the figures needs beside the query: what is blank
	// and why, and how equal figures were told apart.
	Remarks []string

	cells cells
	lanes [][]*lane      // for each measure and each depth of its axis, its ranks or running totals
	along [][]*fieldLane // the same along a chosen field further out; nil where there is none
	// for each measure nil or, for each id of a node of its axis, the node compared with along a field further
	// out
	compared [][]*Node
	against  []*against       // for each measure its base label; nil where it has none that occurs
	baseless []int            // the measures whose base label does not occur
	extents  [][]*mark.Extent // for each measure with a conditional format and each pair of depths
	// for each query.Along, of all labels of that axis, where some are left out and ranks or bases go by them;
	// else nil
	wholes [2]*Crosstab
}

// Measure is a measure of the query and the format of its figures.
type Measure struct {
	query.Measure
	Format Format

	title string
}

// Title is the measure in words, in the language of this process.
func (m Measure) Title() string { return m.title }

// Empty reports whether no row of the table belongs to the pair of nodes. The grand total is never empty.
func (c *Crosstab) Empty(row, col int) bool {
	if row == 0 && col == 0 {
		return false
	}
	_, ok := c.cells.find(c.Rows.node(row), c.Cols.node(col))
	return !ok
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

// Same reports whether two answers to one query over one table have the same labels and the same figures, bit
// for bit. It stops with an error when ctx ends.
func (c *Crosstab) Same(ctx context.Context, o *Crosstab) (bool, error) {
	if err := errors.Join(c.Rows.order(ctx), o.Rows.order(ctx)); err != nil {
		return false, err
	}
	of, other := c.Rows.ordered().nodes, o.Rows.ordered().nodes
	if !slices.EqualFunc(of, other, sameNode) || !slices.EqualFunc(c.Cols.nodes, o.Cols.nodes, sameNode) ||
		!slices.EqualFunc(c.cells.levels, o.cells.levels, (*pairSet).same) ||
		len(c.cells.counts) != len(o.cells.counts) {
		return false, nil
	}
	for i := range c.cells.counts {
		if i%4096 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		is, its := i, i
		if row, col := i/c.cells.cols, i%c.cells.cols; !c.cells.sparse {
			is, its = of[row].id*c.cells.cols+c.Cols.nodes[col].id, other[row].id*c.cells.cols+o.Cols.nodes[col].id
		}
		if c.cells.has(is) != o.cells.has(its) {
			return false, nil
		}
		for m := range c.Measures {
			if c.cells.has(is) && !equal(c.cells.values.At(m, is), o.cells.values.At(m, its)) {
				return false, nil
			}
		}
	}
	return true, nil
}

// sameNode reports whether two nodes at one place of two axes have the same label and the same parent.
func sameNode(a, b Node) bool { return a.Depth == b.Depth && a.Parent == b.Parent && a.code == b.code }

// equal is ==, except that every NaN equals every NaN.
func equal(a, b data.Value) bool {
	if math.IsNaN(a.Float) && math.IsNaN(b.Float) {
		a.Float, b.Float = 0, 0
	}
	return a == b
}

package pivot

import (
	"context"
	"math"
	"math/big"
	"slices"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// place computes the measures that have the given Show, a rank or a running total, which depends on the order of the rows. For every
// column and the labels under one parent, beside replaces the figures by what is shown. where selects the depths of a measure; nil
// selects all.
func (c *Crosstab) place(ctx context.Context, show query.Show, beside func(figures []data.Value), where func(m, depth int) bool, threads int) error {
	for m := range c.Measures {
		if c.Measures[m].Show != show {
			continue
		}
		if c.placed == nil {
			c.placed = make([][]data.Value, len(c.Measures))
		}
		if c.placed[m] == nil {
			c.placed[m] = make([]data.Value, len(c.cells.counts))
		}
		for depth := 1; depth <= len(c.Rows.Fields); depth++ {
			if where != nil && !where(m, depth) {
				continue
			}
			if err := c.placeDepth(ctx, m, depth, beside, threads); err != nil {
				return err
			}
		}
	}
	return nil
}

// placeDepth is place for one measure and the row labels of one depth.
func (c *Crosstab) placeDepth(ctx context.Context, m, depth int, beside func([]data.Value), threads int) error {
	places, at := c.inColumns(depth)
	places, order, err := key.RadixSort(ctx, places, threads)
	if err != nil {
		return err
	}
	rows := uint64(len(c.Rows.Nodes))
	together := func(a, b uint64) bool {
		return a/rows == b/rows && c.Rows.Nodes[a%rows].Parent == c.Rows.Nodes[b%rows].Parent
	}
	var figures []data.Value
	for lo, hi := 0, 0; lo < len(places); lo = hi {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		figures = figures[:0]
		for ; hi < len(places) && together(places[lo], places[hi]); hi++ {
			figures = append(figures, c.cells.values.At(m, at[order[hi]]))
		}
		beside(figures)
		for i, v := range figures {
			c.placed[m][at[order[lo+i]]] = v
		}
	}
	return nil
}

// inColumns lists the cells of the row labels of a depth that are shown: the place of each, by column and then by row, and its number.
func (c *Crosstab) inColumns(depth int) (places []uint64, at []int) {
	rows := uint64(len(c.Rows.Nodes))
	if !c.cells.sparse {
		for i := range c.Rows.Nodes {
			if c.Rows.Nodes[i].Depth != depth {
				continue
			}
			for col := range c.Cols.Nodes {
				if cell, ok := c.cells.find(&c.Rows.Nodes[i], &c.Cols.Nodes[col]); ok {
					places, at = append(places, uint64(col)*rows+uint64(i)), append(at, cell)
				}
			}
		}
		return places, at
	}
	of := c.Rows.byID()
	first, end := c.cells.starts[depth*c.cells.depths], c.cells.starts[(depth+1)*c.cells.depths]
	for cell, pair := range c.cells.pairs[first:end] {
		if i, ok := of[int(pair)/c.cells.cols]; ok {
			places, at = append(places, pair%uint64(c.cells.cols)*rows+uint64(i)), append(at, first+cell)
		}
	}
	return places, at
}

// ranks replaces figures by their ranks, 1 for the greatest. Equal figures have the same rank. Null and NaN become null.
func ranks(figures []data.Value) {
	order := make([]int, 0, len(figures))
	for i, v := range figures {
		if !v.IsNull() && !math.IsNaN(v.Float) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return data.Compare(figures[b], figures[a]) })
	out := make([]data.Value, len(figures))
	for place, i := range order {
		if place > 0 && data.Compare(figures[i], figures[order[place-1]]) == 0 {
			out[i] = out[order[place-1]]
			continue
		}
		out[i] = data.IntValue(int64(place) + 1)
	}
	copy(figures, out)
}

// sumBits is a precision at which the sum of any floats is not rounded.
const sumBits = 1074 + 1024 + 64

// runningTotals replaces each figure by the sum of the figures up to it. A null adds nothing, and stays null before the first figure.
func runningTotals(figures []data.Value) {
	var whole int128.Int
	sum, wild := new(big.Float).SetPrec(sumBits), 0.0 // of the finite floats, and of the others
	var last data.Value
	for i, v := range figures {
		switch {
		case v.IsNull():
		case v.Type != data.Float:
			whole = whole.Add(v.Int)
			last = v
			last.Int = whole
		case math.IsNaN(v.Float) || math.IsInf(v.Float, 0):
			wild += v.Float
			last = data.FloatValue(wild)
		case wild == 0:
			f, accuracy := sum.Add(sum, big.NewFloat(v.Float)).Float64()
			last = data.Value{Type: data.Float, Float: f, Rounded: last.Rounded || v.Rounded || accuracy != big.Exact}
		}
		figures[i] = last
	}
}

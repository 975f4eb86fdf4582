package pivot

import (
	"context"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// besides replaces the figures of labels beside each other by what is shown. total is the figure of the labels together.
type besides func(figures []data.Value, total data.Value)

// place computes the measures of a kind that depend on the labels beside each other along an axis. For the cells of every line across
// the axis and the labels under one parent, beside replaces the figures by what is shown. where selects the depths of a measure; nil
// selects all.
func (c *Crosstab) place(ctx context.Context, show query.Show, beside besides, where func(m, depth int) bool, threads int) error {
	for m := range c.Measures {
		if now := c.Measures[m].Show; now.Kind != show.Kind || now.Along != show.Along {
			continue
		}
		c.makePlaces(m)
		for depth := 1; depth <= len(c.axis(show.Along).Fields); depth++ {
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

// makePlaces makes room for what place computes of a measure.
func (c *Crosstab) makePlaces(m int) {
	if c.placed == nil {
		c.placed, c.lanes = make([][]data.Value, len(c.Measures)), make([][]*lane, len(c.Measures))
	}
	if c.placed[m] == nil {
		c.placed[m], c.lanes[m] = make([]data.Value, len(c.cells.counts)), make([]*lane, len(c.axis(c.Measures[m].Show.Along).Fields)+1)
	}
}

// placeDepth is place for one measure and the labels of one depth.
func (c *Crosstab) placeDepth(ctx context.Context, m, depth int, beside besides, threads int) error {
	l, err := c.newLane(ctx, c.Measures[m].Show.Along, depth, threads)
	if err != nil {
		return err
	}
	var figures []data.Value
	for lo, hi := 0, 0; lo < len(l.cells); lo = hi {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		figures = figures[:0]
		for first := l.first(lo); hi < len(l.cells) && l.first(hi) == first; hi++ {
			figures = append(figures, c.cellFigure(m, int(l.cells[hi])))
		}
		beside(figures, c.totalBeside(m, l, lo))
		for i, v := range figures {
			c.placed[m][l.cells[lo+i]] = v
		}
	}
	if c.cells.sparse && c.Measures[m].Show.Way().Adds {
		l.parents, l.across = nil, nil
		c.lanes[m][depth] = l
	}
	return nil
}

// cellFigure is the figure of a cell, null where no row belongs to it.
func (c *Crosstab) cellFigure(m, cell int) data.Value {
	if !c.cells.sparse && !c.cells.has(cell) {
		return data.Value{}
	}
	return c.cells.values.At(m, cell)
}

// totalBeside is the figure that the label of a cell of a lane and those beside it have together.
func (c *Crosstab) totalBeside(m int, l *lane, cell int) data.Value {
	if c.Measures[m].Show.Kind != query.PctRunning {
		return data.Value{}
	}
	line, parent := l.across[l.at[cell]/l.labels], l.parents[l.at[cell]%l.labels]
	if c.Measures[m].Show.Along == query.AlongCols {
		return c.figureOf(line, parent, m)
	}
	return c.figureOf(parent, line, m)
}

// placedAt is the rank or the running total of a pair of nodes. Where cells are sparse and the pair is none, its running total is
// that of the label before it.
func (c *Crosstab) placedAt(row, col, measure int) data.Value {
	along := c.Measures[measure].Show.Along
	n, other := &c.Rows.Nodes[row], &c.Cols.Nodes[col]
	cell, there := c.cells.find(n, other)
	if along == query.AlongCols {
		n, other = other, n
	}
	switch {
	case n.Depth == 0:
		return data.Value{}
	case there || !c.cells.sparse:
		return c.placed[measure][cell]
	}
	if l := c.lanes[measure][n.Depth]; l != nil {
		if cell, ok := l.before(other, n); ok {
			return c.placed[measure][cell]
		}
	}
	return data.Value{}
}

// ranks is the ranks by one of the ways to rank. Equal figures have the same rank. Null and NaN become null.
func ranks(by query.ShowKind) besides {
	sign := 1
	if by == query.Rank {
		sign = -1
	}
	return func(figures []data.Value, _ data.Value) {
		rank(figures, func(a, b data.Value) int { return sign * data.Compare(a, b) })
	}
}

// rank replaces figures by their ranks, 1 for the first by compare.
func rank(figures []data.Value, compare func(a, b data.Value) int) {
	order := make([]int, 0, len(figures))
	for i, v := range figures {
		if !v.IsNull() && !math.IsNaN(v.Float) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return compare(figures[a], figures[b]) })
	out := make([]data.Value, len(figures))
	for place, i := range order {
		if place > 0 && compare(figures[i], figures[order[place-1]]) == 0 {
			out[i] = out[order[place-1]]
			continue
		}
		out[i] = data.IntValue(int64(place) + 1)
	}
	copy(figures, out)
}

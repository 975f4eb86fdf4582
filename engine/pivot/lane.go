package pivot

import (
	"context"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/query"
)

// lane is the labels of one depth of an axis in the order in which a measure goes through them, and what the measure shows for labels
// beside each other. That is computed for a line across the axis when one of its cells is asked for, and kept.
type lane struct {
	depth  int
	ids    []int32  // the ids of the nodes, by place
	places []uint32 // by id
	firsts []uint32 // by place, the place of the first label under the same parent
	ends   []uint32 // by the place of a first label, the place after the last one under the same parent
	under  []int32  // by place, the id of the parent
	shown  sync.Map // of *siblings, by the id of the line's node and the place of the first label
}

// siblings is what a measure shows for the labels under one parent in one line.
type siblings struct {
	at     []uint32 // the labels that have a cell, counted from the first one
	values []data.Value
}

// axis is the axis that labels are beside each other along.
func (c *Crosstab) axis(along query.Along) *Axis {
	if along == query.AlongCols {
		return &c.Cols
	}
	return &c.Rows
}

// newLane lists the labels of one depth of an axis in display order.
func newLane(a *Axis, depth int) *lane {
	l := &lane{depth: depth, places: make([]uint32, a.ids())}
	parent := -1
	for n := range a.Nodes {
		node := &a.Nodes[n]
		if node.Depth != depth {
			continue
		}
		place := uint32(len(l.ids))
		first := place
		if node.Parent == parent {
			first = l.firsts[place-1]
		}
		parent = node.Parent
		l.places[node.id] = place
		l.ids, l.firsts, l.under = append(l.ids, int32(node.id)), append(l.firsts, first), append(l.under, int32(a.Nodes[parent].id))
		l.ends = append(l.ends, 0)
		l.ends[first] = place + 1
	}
	return l
}

// ids is the number of ids of an axis's nodes, those that a top left out included.
func (a *Axis) ids() int {
	most := 0
	for n := range a.Nodes {
		most = max(most, a.Nodes[n].id)
	}
	return most + 1
}

// siblingsOf is what measure m shows in a line for the labels from the place of a first one on.
func (c *Crosstab) siblingsOf(ctx context.Context, m int, l *lane, line *Node, first uint32) *siblings {
	key := uint64(line.id)<<32 | uint64(first)
	if g, ok := l.shown.Load(key); ok {
		return g.(*siblings)
	}
	g := &siblings{}
	for place := first; place < l.ends[first]; place++ {
		if cell, ok := c.cellBeside(m, &Node{id: int(l.ids[place]), Depth: l.depth}, line); ok {
			g.at, g.values = append(g.at, place-first), append(g.values, c.cells.values.At(m, cell))
		}
	}
	var total data.Value
	if cell, ok := c.cellBeside(m, &Node{id: int(l.under[first]), Depth: l.depth - 1}, line); ok {
		total = c.cells.values.At(m, cell)
	}
	besides[c.Measures[m].Show.Kind](ctx, g.values, total)
	if ctx.Err() == nil {
		l.shown.Store(key, g)
	}
	return g
}

// cellBeside is the cell of a node of the axis that measure m goes along, and a node of the other axis.
func (c *Crosstab) cellBeside(m int, n, line *Node) (int, bool) {
	if c.Measures[m].Show.Along == query.AlongCols {
		n, line = line, n
	}
	return c.cells.find(n, line)
}

// manySiblings is the number of labels beside each other from which on what they show is computed before a cell is asked for: the window
// should not wait for it.
const manySiblings = 1 << 15

// fill computes what a lane shows for many labels beside each other.
func (c *Crosstab) fill(ctx context.Context, m int, l *lane, threads int) error {
	other := &c.Cols
	if c.Measures[m].Show.Along == query.AlongCols {
		other = &c.Rows
	}
	for first := uint32(0); int(first) < len(l.ids); first = l.ends[first] {
		if l.ends[first]-first < manySiblings {
			continue
		}
		err := parallel.On(ctx, threads, len(other.Nodes), func(ctx context.Context, line int) error {
			c.siblingsOf(ctx, m, l, &other.Nodes[line], first)
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// shown is what is shown for a label, counted from the first one. Where the label has no cell and before is set, it is what the
// nearest label before it shows.
func (g *siblings) shown(at uint32, before bool) data.Value {
	i, there := slices.BinarySearch(g.at, at)
	switch {
	case there:
		return g.values[i]
	case before && i > 0:
		return g.values[i-1]
	}
	return data.Value{}
}

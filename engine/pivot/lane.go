package pivot

import (
	"context"
	"slices"

	"cardinal/engine/key"
	"cardinal/engine/query"
)

// lane lists the cells of one depth of an axis, line by line across the axis, and within a line in the display order of the labels. Line
// and place of a cell make one number: line*labels + place, where line is the id of a node of the other axis.
type lane struct {
	labels  uint64
	places  []uint32 // by id, the place of a label in display order
	firsts  []uint32 // by place, the place of the first label under the same parent
	parents []*Node  // by place
	across  []*Node  // by id, the nodes of the other axis that are shown
	at      []uint64 // the line and place of each cell, ascending
	cells   []uint32
}

// axis is the axis that labels are beside each other along.
func (c *Crosstab) axis(along query.Along) *Axis {
	if along == query.AlongCols {
		return &c.Cols
	}
	return &c.Rows
}

// newLane lists the cells of one depth of an axis that are shown. Where cells are not sparse, pairs without a row are among them.
func (c *Crosstab) newLane(ctx context.Context, along query.Along, depth, threads int) (*lane, error) {
	a, other := &c.Rows, &c.Cols
	if along == query.AlongCols {
		a, other = other, a
	}
	l := &lane{places: make([]uint32, a.ids()), across: other.nodesByID()}
	for n, parent, first := 1, -1, uint32(0); n < len(a.Nodes); n++ {
		if a.Nodes[n].Depth != depth {
			continue
		}
		place := uint32(len(l.firsts))
		if a.Nodes[n].Parent != parent {
			parent, first = a.Nodes[n].Parent, place
		}
		l.places[a.Nodes[n].id] = place
		l.firsts, l.parents = append(l.firsts, first), append(l.parents, &a.Nodes[parent])
	}
	l.labels = uint64(len(l.firsts))
	if !c.cells.sparse {
		for _, o := range other.Nodes {
			for n := range a.Nodes {
				if a.Nodes[n].Depth == depth {
					l.at = append(l.at, l.number(&o, &a.Nodes[n]))
					l.cells = append(l.cells, uint32(c.pair(along, a.Nodes[n].id, o.id)))
				}
			}
		}
		return l, ctx.Err()
	}
	return l, l.collect(ctx, c, a, along, depth, threads)
}

// collect is newLane where cells are sparse.
func (l *lane) collect(ctx context.Context, c *Crosstab, a *Axis, along query.Along, depth, threads int) error {
	shown, depths := a.nodesByID(), len(c.cells.columns.ids)
	if along == query.AlongCols {
		depths = len(c.cells.rows.ids)
	}
	var at []uint64
	var cells []uint32
	for d := range depths {
		rowDepth, colDepth := depth, d
		if along == query.AlongCols {
			rowDepth, colDepth = d, depth
		}
		for cell, ids := range c.cells.each(rowDepth, colDepth) {
			id, line := ids[0], ids[1]
			if along == query.AlongCols {
				id, line = line, id
			}
			if shown[id] != nil && l.across[line] != nil {
				at, cells = append(at, l.number(l.across[line], shown[id])), append(cells, uint32(cell))
			}
		}
	}
	sorted, order, err := key.RadixSort(ctx, at, threads)
	if err != nil {
		return err
	}
	l.at, l.cells = sorted, make([]uint32, len(order))
	for i, from := range order {
		l.cells[i] = cells[from]
	}
	return nil
}

// pair is the number of the pair of a node along an axis and one of the other axis.
func (c *Crosstab) pair(along query.Along, id, other int) int {
	if along == query.AlongCols {
		id, other = other, id
	}
	return id*c.cells.cols + other
}

// number is the line of a node of the other axis, and the place of a label.
func (l *lane) number(line, label *Node) uint64 {
	return uint64(line.id)*l.labels + uint64(l.places[label.id])
}

// first is the line and place of the first label under the parent of a cell's label.
func (l *lane) first(cell int) uint64 {
	place := l.at[cell] % l.labels
	return l.at[cell] - place + uint64(l.firsts[place])
}

// before is the nearest cell in the line before a label, under the same parent.
func (l *lane) before(line, label *Node) (cell int, ok bool) {
	at := l.number(line, label)
	i, _ := slices.BinarySearch(l.at, at)
	if i == 0 || l.at[i-1] < at-uint64(l.places[label.id])+uint64(l.firsts[l.places[label.id]]) {
		return 0, false
	}
	return int(l.cells[i-1]), true
}

// nodesByID lists the nodes by their ids, nil where a top left a node out.
func (a *Axis) nodesByID() []*Node {
	nodes := make([]*Node, a.ids())
	for n := range a.Nodes {
		nodes[a.Nodes[n].id] = &a.Nodes[n]
	}
	return nodes
}

// ids is the number of ids of an axis's nodes, those that a top left out included.
func (a *Axis) ids() int {
	most := 0
	for n := range a.Nodes {
		most = max(most, a.Nodes[n].id)
	}
	return most + 1
}

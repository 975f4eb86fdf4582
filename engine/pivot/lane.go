package pivot

import (
	"context"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/query"
)

// lane has the labels of one depth of an axis, in the order in which a measure goes through them. It also keeps what
// the measure shows for these labels in each line of the other axis. This is computed when a cell of the line is first
// read.
//
// Making a lane takes no time, because it does not look at the labels. A lane keeps its own list of nodes, since an
// axis that is sorted later gets another list.
type lane struct {
	depth  int
	nodes  []Node          // the nodes of the axis, in the order of the lane
	places func() []uint32 // by id, the index in nodes; nil if ids are indices
	// the indices of the nodes of the depth; nil for the deepest depth, whose nodes follow their parent
	list  func() []uint32
	shown sync.Map // *siblings by the id of the line's node and the position of the first label
}

// axis returns the axis along which labels are compared.
func (c *Crosstab) axis(along query.Along) *Axis {
	if along == query.AlongCols {
		return &c.Cols
	}
	return &c.Rows
}

// newLane makes the lane of one depth of an axis, in the present display order.
func newLane(a *Axis, depth int) *lane {
	l := &lane{depth: depth, nodes: a.nodes}
	if a.sorted {
		l.places = sync.OnceValue(func() []uint32 {
			places := make([]uint32, len(l.nodes))
			for n := range l.nodes {
				places[l.nodes[n].id()] = uint32(n)
			}
			return places
		})
	}
	if depth < len(a.Fields) {
		l.list = sync.OnceValue(func() (list []uint32) {
			for n := range l.nodes {
				if l.nodes[n].Depth() == depth {
					list = append(list, uint32(n))
				}
			}
			return list
		})
	}
	return l
}

// place returns the position of a node, and the position of the first label under the same parent. A position is an
// index in `list`, or in `nodes` if list is nil.
func (l *lane) place(id int) (place, first int) {
	n := id
	if l.places != nil {
		n = int(l.places()[id])
	}
	parent := l.nodes[n].Parent()
	if l.list == nil {
		return n, parent + 1
	}
	list := l.list()
	place, _ = slices.BinarySearch(list, uint32(n))
	first, _ = slices.BinarySearch(list, uint32(parent))
	return place, first
}

// node returns the node at a position, or nil after the last node.
func (l *lane) node(place int) *Node {
	if l.list != nil {
		list := l.list()
		if place >= len(list) {
			return nil
		}
		place = int(list[place])
	}
	if place >= len(l.nodes) {
		return nil
	}
	return &l.nodes[place]
}

// end returns the position after the last label that has the same parent as the label at position `first`.
func (l *lane) end(first int) int {
	parent := l.node(first).Parent()
	if l.list == nil {
		after := slices.IndexFunc(l.nodes[first:], func(n Node) bool {
			return n.Parent() != parent || n.Depth() != l.depth
		})
		if after < 0 {
			return len(l.nodes)
		}
		return first + after
	}
	for first++; ; first++ {
		if n := l.node(first); n == nil || n.Parent() != parent || n.Depth() != l.depth {
			return first
		}
	}
}

// siblings has what a measure shows in one line for the labels under one parent.
type siblings struct {
	at     []uint32     // the labels with a cell, counted from the first label; nil if all labels have one
	values []data.Value // what these labels show, or nil
	ints   []int64      // what these labels show as integers, which show turns into values
	show   func(n int64) data.Value
}

// value returns what the measure shows for the i-th label with a cell.
func (g *siblings) value(i int) data.Value {
	if g.values == nil {
		return g.show(g.ints[i])
	}
	return g.values[i]
}

// lineRoom is scratch memory of siblingsOf for one line: the labels with a cell, and their cells.
type lineRoom struct{ at, cells []uint32 }

var lineRooms = sync.Pool{New: func() any { return &lineRoom{} }}

// siblingsOf returns what measure m shows in a line for all labels under one parent, whose first label is at position
// `first`. It keeps the result for later calls.
func (c *Crosstab) siblingsOf(ctx context.Context, m int, l *lane, line *Node, first int) *siblings {
	key := uint64(line.id())<<32 | uint64(first)
	if g, ok := l.shown.Load(key); ok {
		return g.(*siblings)
	}
	room := lineRooms.Get().(*lineRoom)
	defer lineRooms.Put(room)
	n := l.end(first) - first
	at, cells := c.cellsBeside(m, l, line, first, n, room)
	g := &siblings{}
	if len(at) < n {
		g.at = append([]uint32{}, at...)
	}
	var total data.Value
	if cell, ok := c.cellBeside(m, &l.nodes[l.node(first).Parent()], line); ok {
		total = c.cells.values.At(m, cell)
	}
	if way := besides[c.Measures[m].Show.Kind]; !c.integersOf(ctx, m, g, cells, total, way) {
		g.values = make([]data.Value, len(cells))
		for i, cell := range cells {
			g.values[i] = c.cells.values.At(m, int(cell))
		}
		way.values(ctx, g.values, total)
	}
	if ctx.Err() == nil {
		l.shown.Store(key, g)
	}
	return g
}

// integersOf computes g.ints if all figures of the cells are integers within 64 bits. It reports whether they are.
func (c *Crosstab) integersOf(ctx context.Context, m int, g *siblings, cells []uint32, total data.Value,
	way beside) bool {
	figure := c.cells.values.Integers(m)
	if figure == nil || len(cells) == 0 {
		return false
	}
	g.ints = make([]int64, len(cells))
	for i, cell := range cells {
		n, null := figure(int(cell))
		if g.ints[i] = n; null {
			return false
		}
	}
	g.show = way.integers(ctx, g.ints, c.cells.values.At(m, int(cells[0])), total)
	return true
}

// cellsBeside returns which of the n labels from position `first` on have a cell in a line, and these cells. at has
// indices counted from the first label. Both lists are in the memory of `room`.
func (c *Crosstab) cellsBeside(m int, l *lane, line *Node, first, n int, room *lineRoom) (at, cells []uint32) {
	if n > cap(room.at) {
		room.at, room.cells = make([]uint32, n), make([]uint32, n)
	}
	at, cells = room.at[:n], room.cells[:n]
	has := 0
	if c.cells.sparse || l.list != nil {
		for i := range n {
			if cell, ok := c.cellBeside(m, l.node(first+i), line); ok {
				at[has], cells[has] = uint32(i), uint32(cell)
				has++
			}
		}
		return at[:has], cells[:has]
	}
	step, start := c.cells.cols, line.id()
	if c.Measures[m].Show.Along == query.AlongCols {
		step, start = 1, line.id()*c.cells.cols
	}
	nodes := l.nodes[first : first+n]
	for i := range nodes {
		cell := start + step*nodes[i].id()
		at[has], cells[has] = uint32(i), uint32(cell)
		if c.cells.has(cell) {
			has++
		}
	}
	return at[:has], cells[:has]
}

// cellBeside returns the cell of node n on the axis of measure m and node line on the other axis.
func (c *Crosstab) cellBeside(m int, n, line *Node) (int, bool) {
	if c.Measures[m].Show.Along == query.AlongCols {
		n, line = line, n
	}
	return c.cells.find(n, line)
}

// manySiblings is the least number of labels under one parent for which a lane is computed before a cell is read, so
// that the window does not wait for it.
const manySiblings = 1 << 15

// fill computes in advance what a lane shows under each parent with many labels.
func (c *Crosstab) fill(ctx context.Context, m int, l *lane, threads int) error {
	other := &c.Cols
	if c.Measures[m].Show.Along == query.AlongCols {
		other = &c.Rows
	}
	if len(l.nodes) < manySiblings {
		return nil
	}
	for first, end := 0, 0; l.node(first) != nil; first = end {
		if end = first + 1; l.node(first).Depth() != l.depth {
			continue
		}
		if end = l.end(first); end-first < manySiblings {
			continue
		}
		err := parallel.On(ctx, threads, len(other.nodes), func(ctx context.Context, line int) error {
			c.siblingsOf(ctx, m, l, &other.nodes[line], first)
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// shown returns what the measure shows for label `at`, counted from the first label. If the label has no cell and
// `before` is set, it returns what the measure shows for the nearest label before it.
func (g *siblings) shown(at uint32, before bool) data.Value {
	all := max(len(g.values), len(g.ints))
	i, there := min(int(at), all), int(at) < all
	if g.at != nil {
		i, there = slices.BinarySearch(g.at, at)
	}
	switch {
	case there:
		return g.value(i)
	case before && i > 0:
		return g.value(i - 1)
	}
	return data.Value{}
}

package pivot

import (
	"math"
	"slices"
	"sort"

	"cardinal/engine/query"
)

// comparedWith returns the node that node n of the measure's axis is compared with, nil if there is no such node.
func (c *Crosstab) comparedWith(m int, n *Node) *Node {
	show := c.Measures[m].Show
	if show.Way().Base {
		if c.against == nil || c.against[m] == nil {
			return nil
		}
		return c.against[m].baseOf(n)
	}
	if c.compared != nil && c.compared[m] != nil {
		if with := c.compared[m][n.id()]; with != nil {
			return with
		}
	}
	if c.lanes == nil || c.lanes[m] == nil || c.lanes[m][n.Depth()] == nil {
		return nil // the grand total, or nodes above the chosen field
	}
	return c.lanes[m][n.Depth()].beside(n, show.Way().Beside)
}

// beside returns the label that comes `by` labels after a label under the same parent, or before it if `by` is
// negative. It returns nil if there is no such label. Others is not compared.
func (l *lane) beside(n *Node, by int) *Node {
	place, first := l.place(n.id())
	if place+by < first {
		return nil
	}
	with, self := l.node(place+by), l.node(place)
	if with == nil || with.Depth() != l.depth || with.Parent() != self.Parent() || with.code == othersCode ||
		n.code == othersCode {
		return nil
	}
	return with
}

// neighbours stores, in the present display order, which labels of a depth are compared with each other: labels under
// the same parent, or labels that follow each other along the chosen field.
func (c *Crosstab) neighbours(m, depth int) {
	show := c.Measures[m].Show
	a := c.axis(show.Along)
	field := show.Depth(a.Fields)
	if field == 0 || field == depth {
		c.lanesOf(m)[depth] = newLane(a, depth)
		return
	}
	if depth < field {
		return
	}
	compared := listOf(&c.compared, len(c.Measures), m, len(a.nodes))
	for i := range a.nodes {
		if n := &a.nodes[i]; n.Depth() == depth {
			compared[n.id()] = nil
		}
	}
	a.pairsAlong(field, depth, func(n, before *Node) {
		if show.Way().Beside > 0 {
			n, before = before, n
		}
		compared[n.id()] = before
	})
}

// lanesOf returns the lanes of a measure, by depth. The first call makes the list.
func (c *Crosstab) lanesOf(m int) []*lane {
	return listOf(&c.lanes, len(c.Measures), m, len(c.axis(c.Measures[m].Show.Along).Fields)+1)
}

// listOf returns the list of measure m, which has n entries. It makes lists that do not exist yet.
func listOf[T any](lists *[][]T, measures, m, n int) []T {
	if *lists == nil {
		*lists = make([][]T, measures)
	}
	if (*lists)[m] == nil {
		(*lists)[m] = make([]T, n)
	}
	return (*lists)[m]
}

// against finds the nodes that a measure with a base label compares with. The base of a node has the same path, but
// with the base label at depth `depth`. A base is looked up when a cell is read.
type against struct {
	axis  Axis    // before it is sorted: the id of a node is its index, and labels ascend
	lanes []*lane // by depth, the lane of the base labels and of labels below them
	// by depth, the positions of its labels in the period of the base label; nil if the labels are not parts of such
	// periods
	in    []*within
	depth int
	base  uint32 // the code of the base label
}

// bases finds the base labels of all measures. It must be called before nodes are sorted. It also finds a base label
// that a top or a condition leaves out.
func (c *Crosstab) bases() {
	for m := range c.Measures {
		show := c.Measures[m].Show
		if !show.Way().Base {
			continue
		}
		a, all := c.axis(show.Along), c
		for whole := c.whole(m); whole != nil; whole = whole.whole(m) {
			all = whole
		}
		depth, code := all.axis(show.Along).base(show)
		if depth == 0 {
			c.baseless = append(c.baseless, m)
			continue
		}
		if c.against == nil {
			c.against = make([]*against, len(c.Measures))
		}
		b := &against{axis: *a, lanes: make([]*lane, len(a.Fields)+1), in: make([]*within, len(a.Fields)+1),
			depth: depth, base: code}
		for d := depth; d < len(b.lanes); d++ {
			b.lanes[d] = newLane(a, d)
			if d > depth {
				b.in[d] = b.axis.within(d, depth)
			}
		}
		c.against[m] = b
	}
}

// HasBase returns false if a measure is compared with a label that does not occur on its axis. All figures of such a
// measure are null.
func (c *Crosstab) HasBase(measure int) bool { return !slices.Contains(c.baseless, measure) }

// base returns the depth and the code of the base label. It searches the chosen field. If no field is chosen, it
// searches all fields, the outermost first. depth is 0 if the label does not occur.
func (a *Axis) base(show query.Show) (depth int, code uint32) {
	only := show.Depth(a.Fields)
	for depth = 1; depth <= len(a.Fields); depth++ {
		if only > 0 && depth != only {
			continue
		}
		k := a.keys[depth-1]
		seen := make([]bool, k.Card)
		for n := range a.nodes {
			code := a.nodes[n].code
			if a.nodes[n].Depth() != depth || a.Others(n) || seen[code] {
				continue
			}
			if seen[code] = true; matches(k, code, show.Base) {
				return depth, code
			}
		}
	}
	return 0, 0
}

// baseOf returns the node that node n is compared with. It returns nil if node n is above the depth of the base label,
// or if the axis has no such node.
func (b *against) baseOf(n *Node) *Node {
	n = &b.axis.nodes[n.id()]
	switch {
	case n.Depth() < b.depth:
		return nil
	case n.Depth() == b.depth:
		return b.child(n.Parent(), n.Depth(), b.base)
	case n.code == othersCode:
		return nil
	}
	under := b.baseOf(&b.axis.nodes[n.Parent()])
	if under == nil {
		return nil
	}
	if w := b.in[n.Depth()]; w != nil {
		over := n
		for over.Depth() > b.depth {
			over = &b.axis.nodes[over.Parent()]
		}
		if place, ok := w.place(over.code, n.code); ok {
			return b.childAt(under.id(), n.Depth(), place)
		}
	}
	return b.child(under.id(), n.Depth(), n.code)
}

// child returns the node with a code under a parent, or nil. It searches by bisection, because the labels under a
// parent ascend, with Others last.
func (b *against) child(parent, depth int, code uint32) *Node {
	ranks := b.axis.keys[depth-1].Rank()
	n := b.search(parent, depth, func(n *Node) bool { return ranks[n.code] >= ranks[code] })
	if n != nil && n.code == code {
		return n
	}
	return nil
}

// childAt returns the node under a parent that has the given position within the base period, or nil.
func (b *against) childAt(parent, depth int, place int64) *Node {
	at := func(n *Node) int64 {
		if p, ok := b.in[depth].place(b.base, n.code); ok {
			return p
		}
		return math.MaxInt64 // null is the last label
	}
	if n := b.search(parent, depth, func(n *Node) bool { return at(n) >= place }); n != nil && at(n) == place {
		return n
	}
	return nil
}

// search returns the first node under a parent for which `reached` is true, or nil. It searches by bisection and
// never returns Others.
func (b *against) search(parent, depth int, reached func(n *Node) bool) *Node {
	l := b.lanes[depth]
	first, count := parent+1, b.axis.keys[depth-1].Card+1
	if l.list != nil {
		list := l.list()
		first = sort.Search(len(list), func(i int) bool { return int(list[i]) > parent })
	}
	at := sort.Search(count, func(i int) bool {
		n := l.node(first + i)
		return n == nil || n.Depth() != depth || n.Parent() != parent || n.code == othersCode || reached(n)
	})
	if n := l.node(first + at); n != nil && n.Depth() == depth && n.Parent() == parent && n.code != othersCode {
		return n
	}
	return nil
}

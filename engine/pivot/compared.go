package pivot

import (
	"slices"

	"cardinal/engine/query"
)

// none says that a node is compared with no other.
const none = -1

// compare makes the list of the nodes that the nodes of an axis are compared with, all of them with none.
func (c *Crosstab) compare(m int) []int32 {
	if c.compared == nil {
		c.compared = make([][]int32, len(c.Measures))
	}
	if c.compared[m] == nil {
		c.compared[m] = make([]int32, len(c.axis(c.Measures[m].Show.Along).Nodes))
		for i := range c.compared[m] {
			c.compared[m][i] = none
		}
	}
	return c.compared[m]
}

// bases finds the nodes of base labels. It must be called before nodes are reordered. A base label that is left out is found in the
// crosstab of all labels.
func (c *Crosstab) bases() {
	for m := range c.Measures {
		show := c.Measures[m].Show
		if !show.Way().Base {
			continue
		}
		with := c.compare(m)
		a, all := c.axis(show.Along), c
		if c.whole != nil {
			all = c.whole
		}
		if depth, code := all.axis(show.Along).base(show); depth > 0 {
			a.compareWith(with, depth, code)
		} else {
			c.baseless = append(c.baseless, m)
		}
	}
}

// HasBase is false where a measure is compared with a label that its axis does not have. All its figures are null then.
func (c *Crosstab) HasBase(measure int) bool { return !slices.Contains(c.baseless, measure) }

// base is the depth of the base label and the label's code: of the chosen field, else of the outermost one that has the label. The depth is 0
// where the label does not occur.
func (a *Axis) base(show query.Show) (depth int, code uint32) {
	only := show.Depth(a.Fields)
	for depth = 1; depth <= len(a.Fields); depth++ {
		if only > 0 && depth != only {
			continue
		}
		k := a.keys[depth-1]
		seen := make([]bool, k.Card)
		for n := range a.Nodes {
			code := a.Nodes[n].code
			if a.Nodes[n].Depth != depth || a.Others(n) || seen[code] {
				continue
			}
			if seen[code] = true; matches(k.Label(code), show.Base) {
				return depth, code
			}
		}
	}
	return 0, 0
}

// compareWith sets the nodes that the nodes of an axis are compared with: the node at the end of the same path, in which the label at a
// depth is the base label. Nodes above that depth are compared with none. The nodes must stand in their first order, in which ids are
// their numbers.
func (a *Axis) compareWith(with []int32, depth int, base uint32) {
	starts, list := a.children()
	for d := depth; d <= len(a.Fields); d++ {
		found, listed := make([]int32, a.keys[d-1].Card), none // by code, 1 + the child of node listed; 0 where there is none
		for n := range a.Nodes {
			if a.Nodes[n].Depth != d {
				continue
			}
			under, code := a.Nodes[n].Parent, base
			if d > depth {
				under, code = int(with[under]), a.Nodes[n].code
			}
			if under == none || code == othersCode {
				continue
			}
			if under != listed {
				for _, child := range childrenOf(listed, starts, list) {
					if !a.Others(int(child)) {
						found[a.Nodes[child].code] = 0
					}
				}
				for _, child := range childrenOf(under, starts, list) {
					if !a.Others(int(child)) {
						found[a.Nodes[child].code] = 1 + child
					}
				}
				listed = under
			}
			with[n] = found[code] - 1
		}
	}
}

// children lists the nodes of an axis parent by parent, and where those of each parent start.
func (a *Axis) children() (starts, list []int32) {
	starts, list = make([]int32, len(a.Nodes)+1), make([]int32, len(a.Nodes))
	for _, n := range a.Nodes[1:] {
		starts[n.Parent+1]++
	}
	for n := range a.Nodes {
		starts[n+1] += starts[n]
	}
	next := slices.Clone(starts)
	for n := 1; n < len(a.Nodes); n++ {
		parent := a.Nodes[n].Parent
		list[next[parent]] = int32(n)
		next[parent]++
	}
	return starts, list
}

// childrenOf are the children of a node in the lists of children.
func childrenOf(n int, starts, list []int32) []int32 {
	if n == none {
		return nil
	}
	return list[starts[n]:starts[n+1]]
}

// neighbours sets the nodes of a depth that are compared with the labels before or after them, under the same parent or along the chosen
// field. Others is compared with none.
func (c *Crosstab) neighbours(m, depth int) {
	with, show := c.compare(m), c.Measures[m].Show
	a := c.axis(show.Along)
	set := func(n, beside int) {
		if by := show.Way().Beside; by > 0 {
			n, beside = beside, n
		}
		with[a.Nodes[n].id] = int32(a.Nodes[beside].id)
	}
	if field := show.Depth(a.Fields); field > 0 && field != depth {
		if depth > field {
			a.pairsAlong(field, depth, with, set)
		}
		return
	}
	last := none
	for n := range a.Nodes {
		if a.Nodes[n].Depth != depth {
			continue
		}
		with[a.Nodes[n].id] = none
		if last >= 0 && a.Nodes[last].Parent == a.Nodes[n].Parent && !a.Others(n) {
			set(n, last)
		}
		last = n
	}
}

package pivot

import (
	"context"
	"math/big"
	"sync"

	"cardinal/data"
	"cardinal/engine/query"
)

// fieldLane has the labels of a depth of an axis in groups. The paths of a group's labels differ only in one field
// further out. For example, along the years, March 2023 and March 2024 are in one group. Each group is in display
// order.
type fieldLane struct {
	groups [][]Node
	group  []int32  // by id: the index in groups
	place  []uint32 // by id: the index in the group
	turn   []int32  // by id: the index of the field's label under its parent; -1 for Others and the nodes below Others
	shown  sync.Map // *siblings by the id of the line's node and the group
}

func newFieldLane(a *Axis, depth, field int) *fieldLane {
	l := &fieldLane{group: make([]int32, len(a.nodes)), place: make([]uint32, len(a.nodes)),
		turn: make([]int32, len(a.nodes))}
	turns := a.turns(field)
	for _, alike := range a.alike(depth, field) {
		group := make([]Node, len(alike))
		for i, n := range alike {
			group[i] = a.nodes[n]
			l.group[group[i].id()], l.place[group[i].id()] = int32(len(l.groups)), uint32(i)
			l.turn[group[i].id()] = -1
			if outer, others := a.outer(n, field); !others {
				l.turn[group[i].id()] = turns[outer]
			}
		}
		l.groups = append(l.groups, group)
	}
	return l
}

// alike lists the groups of nodes of a depth that have the same labels above a field and below it, in display order.
// Periods below the field count as the same if they have the same position in the field's period, as each March has in
// its year.
func (a *Axis) alike(depth, field int) (all [][]int) {
	type step struct {
		under int
		label int64 // a code, or the position of a period
		place bool
	}
	periods := make([]*within, depth+1)
	for d := field + 1; d <= depth; d++ {
		periods[d] = a.within(d, field)
	}
	numbers := make([]map[step]int, len(a.Fields)+1) // by depth, the number of each path without the field
	of, over := make([]int, len(a.nodes)), uint32(0)
	for n := range a.nodes {
		node := &a.nodes[n]
		switch {
		case node.Depth() == field:
			of[n], over = node.Parent(), node.code
		case node.Depth() > field && node.Depth() <= depth:
			if numbers[node.Depth()] == nil {
				numbers[node.Depth()] = map[step]int{}
			}
			s := step{under: of[node.Parent()], label: int64(node.code)}
			if w := periods[node.Depth()]; w != nil {
				if place, ok := w.place(over, node.code); ok {
					s.label, s.place = place, true
				}
			}
			i, known := numbers[node.Depth()][s]
			if !known {
				i = len(numbers[node.Depth()])
				numbers[node.Depth()][s] = i
			}
			if of[n] = i; node.Depth() == depth {
				if i == len(all) {
					all = append(all, nil)
				}
				all[i] = append(all[i], n)
			}
		}
	}
	return all
}

// placeAlong makes the lane of a depth for a measure that goes along a field, in the present display order. Depths
// above the field get no lane.
func (c *Crosstab) placeAlong(m, depth, field int) {
	a := c.axis(c.Measures[m].Show.Along)
	lanes := listOf(&c.along, len(c.Measures), m, len(a.Fields)+1)
	if depth > field {
		lanes[depth] = newFieldLane(a, depth, field)
	}
}

// placedAlong returns the running total of a pair of nodes along a field further out. Node n is on the axis with the
// field, and `line` is on the other axis.
func (c *Crosstab) placedAlong(m int, n, line *Node) data.Value {
	if c.along == nil || c.along[m] == nil || c.along[m][n.Depth()] == nil {
		return data.Value{} // a node above the field has no label of the field to go along
	}
	l := c.along[m][n.Depth()]
	key := uint64(line.id())<<32 | uint64(l.group[n.id()])
	kept, ok := l.shown.Load(key)
	if !ok {
		g := &siblings{}
		for i := range l.groups[l.group[n.id()]] {
			if cell, ok := c.cellBeside(m, &l.groups[l.group[n.id()]][i], line); ok {
				g.at, g.values = append(g.at, uint32(i)), append(g.values, c.cells.values.At(m, cell))
			}
		}
		if c.Measures[m].Show.Kind == query.PctRunning {
			var total runningSum
			c.addAlong(&total, m, n, line)
			sharesOf(g.values, &total)
		} else {
			runningTotals(context.Background(), g.values, data.Value{})
		}
		kept, _ = l.shown.LoadOrStore(key, g)
	}
	return kept.(*siblings).shown(l.place[n.id()], true)
}

// addAlong adds the figures of all labels that differ from node n only in the label of the field. Labels that are
// left out count, too.
func (c *Crosstab) addAlong(sum *runningSum, m int, n, line *Node) {
	if whole := c.whole(m); whole != nil {
		cols := c.Measures[m].Show.Along == query.AlongCols
		if at := c.side(cols).originOf(n.id()); at >= 0 {
			whole.addAlong(sum, m, &whole.side(cols).nodes[at], &whole.side(!cols).nodes[line.id()])
			return
		}
	}
	l := c.along[m][n.Depth()]
	for i := range l.groups[l.group[n.id()]] {
		if cell, ok := c.cellBeside(m, &l.groups[l.group[n.id()]][i], line); ok {
			sum.add(c.cells.values.At(m, cell))
		}
	}
}

// sharesOf replaces each figure by the sum of the figures up to it, as a share of the total, rounded once.
func sharesOf(figures []data.Value, total *runningSum) {
	var sum runningSum
	for i, v := range figures {
		sum.add(v)
		switch now := sum.value(); {
		case now.Type != data.Float || sum.wild != 0 || total.wild != 0:
			figures[i] = share(now, total.value())
		case total.sum == nil || total.sum.Sign() == 0:
			figures[i] = data.Value{}
		default:
			q := new(big.Float).SetPrec(floatBits).Quo(sum.sum, total.sum)
			f, accuracy := q.Float64()
			figures[i] = data.Value{Type: data.Float, Float: f, Rounded: sum.rounded || total.rounded ||
				q.Acc() != big.Exact || accuracy != big.Exact}
		}
	}
}

// pairsAlong calls `do` for pairs of nodes of a depth, such as March 2024 and March 2023. The labels of a pair differ
// only in one field further out. In this field, the label of `before` precedes the label of n. Pairs with Others in
// this field or further in are skipped.
func (a *Axis) pairsAlong(field, depth int, do func(n, before *Node)) {
	turn := a.turns(field)
	for _, alike := range a.alike(depth, field) {
		for i, n := range alike[1:] {
			before := alike[i]
			under, others := a.outer(n, field)
			if last, _ := a.outer(before, field); !others && turn[last]+1 == turn[under] {
				do(&a.nodes[n], &a.nodes[before])
			}
		}
	}
}

// turns returns the index of each node of a depth among the labels under the same parent, in display order.
func (a *Axis) turns(depth int) []int32 {
	turn := make([]int32, len(a.nodes))
	for last, n := -1, 0; n < len(a.nodes); n++ {
		if a.nodes[n].Depth() != depth {
			continue
		}
		if last >= 0 && a.nodes[last].Parent() == a.nodes[n].Parent() {
			turn[n] = turn[last] + 1
		}
		last = n
	}
	return turn
}

// outer returns the ancestor of node n at a depth. others reports whether the ancestor, the node itself, or a node
// between the two is Others.
func (a *Axis) outer(n, depth int) (o int, others bool) {
	for o = n; a.nodes[o].Depth() > depth; o = a.nodes[o].Parent() {
		others = others || a.Others(o)
	}
	return o, others || a.Others(o)
}

package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// Axis is the labels of one side in display order, depth first.
type Axis struct {
	Fields []query.Field
	Nodes  []Node // Nodes[0] is the grand total
	Leaves []int  // the nodes of full depth, in display order; {0} where there are no fields

	keys []*key.Column
}

// Node is a label and what it stands under: region EU, or city Rome within region EU. Depth 0 is the grand total,
// len(Fields) a leaf, anything between a subtotal.
type Node struct {
	Depth  int
	Parent int // -1 for the grand total
	code   uint32
	id     int // the node's number in the cells, which sorting does not change
}

// Label is the value of field Depth-1 that node n stands for, null for the grand total.
func (a *Axis) Label(n int) data.Value {
	if a.Nodes[n].Depth == 0 {
		return data.Value{}
	}
	return a.keys[a.Nodes[n].Depth-1].Label(a.Nodes[n].code)
}

// Path is the labels from the outermost field down to node n.
func (a *Axis) Path(n int) []data.Value {
	path := make([]data.Value, a.Nodes[n].Depth)
	for ; a.Nodes[n].Depth > 0; n = a.Nodes[n].Parent {
		path[a.Nodes[n].Depth-1] = a.Label(n)
	}
	return path
}

// newAxis makes the tree of the labels that occur. codes[f] has field f's code of each group. nodeOf[d][g] is the
// node of depth d that group g falls under.
func newAxis(ctx context.Context, fields []query.Field, keys []*key.Column, codes []data.Codes, groups int) (a Axis, nodeOf [][]uint32) {
	a = Axis{Fields: fields, keys: keys}
	levels := []level{{parent: []uint32{0}, code: []uint32{0}}}
	place := make([]uint32, groups) // of each group among the nodes of the level
	nodeOf = append(nodeOf, slices.Clone(place))
	for f, k := range keys {
		rank := k.Rank()
		ids := key.NewTable(1024)
		for g := range place {
			if g%16384 == 0 && ctx.Err() != nil {
				return a, nodeOf
			}
			place[g] = ids.ID(uint64(place[g])<<32 | uint64(rank[codes[f].At(g)]))
		}
		// Sorted pairs of (parent, rank) are the nodes in display order, children of one parent together.
		pairs, order := key.Sorted(ids.Keys())
		l := level{parent: make([]uint32, len(pairs)), code: make([]uint32, len(pairs))}
		moved := make([]uint32, len(pairs))
		for to, from := range order {
			moved[from] = uint32(to)
			l.parent[to] = uint32(pairs[to] >> 32)
		}
		if ctx.Err() != nil {
			return a, nodeOf
		}
		for g := range place {
			place[g] = moved[place[g]]
			l.code[place[g]] = codes[f].At(g)
		}
		levels = append(levels, l)
		nodeOf = append(nodeOf, slices.Clone(place))
	}
	index := a.number(levels)
	for d := range levels {
		for g, p := range nodeOf[d] {
			nodeOf[d][g] = index[d][p]
		}
	}
	return a, nodeOf
}

// level is the nodes of one depth in display order: their parents' places in the level above, and their codes.
type level struct{ parent, code []uint32 }

// number lays the levels out depth first and returns each node's index by level and place.
func (a *Axis) number(levels []level) [][]uint32 {
	size := make([][]uint32, len(levels)) // nodes of the subtree
	for d := len(levels) - 1; d >= 0; d-- {
		size[d] = make([]uint32, len(levels[d].parent))
		for p := range size[d] {
			size[d][p]++
		}
		if d+1 < len(levels) {
			for p, parent := range levels[d+1].parent {
				size[d][parent] += size[d+1][p]
			}
		}
	}
	a.Nodes = make([]Node, size[0][0])
	index := make([][]uint32, len(levels))
	var next []uint32 // where the next child of each node of the level above goes
	for d, l := range levels {
		index[d] = make([]uint32, len(l.parent))
		free := make([]uint32, len(l.parent))
		for p := range l.parent {
			n, parent := uint32(0), -1
			if d > 0 {
				parent = int(index[d-1][l.parent[p]])
				n = next[l.parent[p]]
				next[l.parent[p]] += size[d][p]
			}
			index[d][p] = n
			free[p] = n + 1
			a.Nodes[n] = Node{Depth: d, Parent: parent, code: l.code[p], id: int(n)}
		}
		next = free
	}
	a.setLeaves()
	return index
}

func (a *Axis) setLeaves() {
	a.Leaves = a.Leaves[:0]
	for n := range a.Nodes {
		if a.Nodes[n].Depth == len(a.Fields) {
			a.Leaves = append(a.Leaves, n)
		}
	}
}

// reorder sorts the children of every node by compare, which gets node indices, and keeps the first top children of
// the grand total (0: all).
func (a *Axis) reorder(compare func(x, y int) int, top int) {
	children := make([][]int, len(a.Nodes))
	for n := 1; n < len(a.Nodes); n++ {
		p := a.Nodes[n].Parent
		children[p] = append(children[p], n)
	}
	sorted := make([]Node, 0, len(a.Nodes))
	var walk func(n, parent int)
	walk = func(n, parent int) {
		node := a.Nodes[n]
		node.Parent = parent
		at := len(sorted)
		sorted = append(sorted, node)
		if compare != nil {
			slices.SortStableFunc(children[n], compare)
		}
		if n == 0 && top > 0 && top < len(children[n]) {
			children[n] = children[n][:top]
		}
		for _, c := range children[n] {
			walk(c, at)
		}
	}
	walk(0, -1)
	a.Nodes = sorted
	a.setLeaves()
}

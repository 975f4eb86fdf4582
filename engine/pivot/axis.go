package pivot

import (
	"context"

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
	tops []int // how many labels a top keeps under a node of each depth; nil where there is none
}

// Node is a label and what it stands under: region EU, or city Rome within region EU. Depth 0 is the grand total,
// len(Fields) a leaf, anything between a subtotal.
type Node struct {
	Depth  int
	Parent int // -1 for the grand total
	code   uint32
	left   uint32 // labels under it that a top leaves out
	id     int    // the node's number in the cells, which sorting does not change
}

// Label is the value of field Depth-1 that node n stands for, null for the grand total.
func (a *Axis) Label(n int) data.Value {
	if a.Nodes[n].Depth == 0 {
		return data.Value{}
	}
	return a.keys[a.Nodes[n].Depth-1].Label(a.Nodes[n].code)
}

// format is how the label of node n is written.
func (a *Axis) format(n int) Format {
	if a.Nodes[n].Depth == 0 {
		return Format{}
	}
	return Format{Places: Shortest, NumberFormat: a.keys[a.Nodes[n].Depth-1].Format}
}

// Path is the labels from the outermost field down to node n.
func (a *Axis) Path(n int) []data.Value {
	path := make([]data.Value, a.Nodes[n].Depth)
	for ; a.Nodes[n].Depth > 0; n = a.Nodes[n].Parent {
		path[a.Nodes[n].Depth-1] = a.Label(n)
	}
	return path
}

// Codes is Path as key columns and their codes.
func (a *Axis) Codes(n int) (keys []*key.Column, codes []uint32) {
	codes = make([]uint32, a.Nodes[n].Depth)
	keys = a.keys[:len(codes)]
	for ; a.Nodes[n].Depth > 0; n = a.Nodes[n].Parent {
		codes[a.Nodes[n].Depth-1] = a.Nodes[n].code
	}
	return keys, codes
}

// parent is the node that n stands under; the grand total stands under itself.
func (a *Axis) parent(n int) int { return max(0, a.Nodes[n].Parent) }

// newAxis makes the tree of the labels that occur. codes[f] has field f's code of each group. nodeOf[d][g] is the
// node of depth d that group g falls under.
//
// The groups are sorted by their labels, the outermost first: where one differs from the group before it, nodes begin, and they
// come in display order.
func newAxis(ctx context.Context, fields []query.Field, keys []*key.Column, codes []data.Codes, groups, threads int) (a Axis, nodeOf [][]uint32, err error) {
	a = Axis{Fields: fields, keys: keys, Nodes: []Node{{Parent: -1}}}
	nodeOf = make([][]uint32, len(fields)+1)
	for d := range nodeOf {
		nodeOf[d] = make([]uint32, groups)
	}
	if groups == 0 || len(fields) == 0 {
		a.setLeaves()
		return a, nodeOf, nil
	}
	p := pack(keys, codes, groups)
	order, err := p.sorted(ctx, threads)
	if err != nil {
		return a, nil, err
	}
	nodes, leaves := 1, 0
	first := make([]uint8, groups) // field by which a group differs from the one before it
	for i, g := range order {
		if i > 0 {
			first[i] = uint8(p.differ(order[i-1], g))
		}
		if nodes += len(fields) - int(first[i]); int(first[i]) < len(fields) {
			leaves++
		}
	}
	a.Nodes, a.Leaves = append(make([]Node, 0, nodes), a.Nodes...), make([]int, 0, leaves)
	path := make([]uint32, len(fields)+1)
	for i, g := range order {
		if i%16384 == 0 && ctx.Err() != nil {
			return a, nil, ctx.Err()
		}
		for f := int(first[i]); f < len(fields); f++ {
			path[f+1] = uint32(len(a.Nodes))
			a.Nodes = append(a.Nodes, Node{Depth: f + 1, Parent: int(path[f]), code: codes[f].At(int(g)), id: len(a.Nodes)})
		}
		for d, n := range path {
			nodeOf[d][g] = n
		}
	}
	a.setLeaves()
	return a, nodeOf, nil
}

func (a *Axis) setLeaves() {
	a.Leaves = a.Leaves[:0]
	for n := range a.Nodes {
		if a.Nodes[n].Depth == len(a.Fields) {
			a.Leaves = append(a.Leaves, n)
		}
	}
}

// reorder lays the nodes out anew. ranked[d] lists nodes of depth d in the order that they take under their parents; a node that it
// leaves out goes, with all that stand under it. Where it is nil, the nodes of that depth stay as they are.
func (a *Axis) reorder(ranked [][]int) {
	for d := range ranked {
		if d > 0 && ranked[d] == nil {
			ranked[d] = a.ofDepth(d)
		}
	}
	start := make([]int, len(a.Nodes)+2) // of each node's children among those of all
	for _, nodes := range ranked {
		for _, n := range nodes {
			start[a.Nodes[n].Parent+2]++
		}
	}
	for n := range a.Nodes {
		start[n+1] += start[n]
	}
	list := make([]int, len(a.Nodes)-1)
	for _, nodes := range ranked {
		for _, n := range nodes {
			parent := a.Nodes[n].Parent
			list[start[parent+1]] = n
			start[parent+1]++
		}
	}
	laid := make([]Node, 0, len(a.Nodes))
	var walk func(n, parent int)
	walk = func(n, parent int) {
		node := a.Nodes[n]
		node.Parent = parent
		at := len(laid)
		laid = append(laid, node)
		for _, child := range list[start[n]:start[n+1]] {
			walk(child, at)
		}
	}
	walk(0, -1)
	a.Nodes = laid
	a.setLeaves()
}

// Omitted is how many labels under node n a top leaves out, and how many labels there are under the node.
func (a *Axis) Omitted(n int) (left, of int) {
	if left = int(a.Nodes[n].left); left > 0 {
		of = left + a.tops[a.Nodes[n].Depth]
	}
	return left, of
}

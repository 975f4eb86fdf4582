package pivot

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"cardinal/data"
)

// maxFilled is the greatest number of nodes of an axis with empty labels.
const maxFilled = 100_000_000

var errFilled = errors.New("there are more than 100,000,000 combinations of labels: take fields off, or leave out the empty combinations")

// fill adds the nodes that no group belongs to: every label of a field stands under every label of the field before it, and labels with a
// natural step, such as months and bins, are without gaps from the first to the last. nodeOf is as newAxis returns it, and gets the new
// numbers of the nodes. The nodes must be in the order of their labels.
func (a *Axis) fill(ctx context.Context, nodeOf [][]uint32) error {
	if len(a.Nodes) == 1 {
		return nil
	}
	codes := make([][]uint32, len(a.Fields))
	nodes, level := uint64(1), uint64(1)
	for f := range codes {
		codes[f] = a.codes(f)
		a.keys = slices.Clone(a.keys)
		a.keys[f], codes[f] = a.keys[f].Between(codes[f], maxFilled)
		over, low := bits.Mul64(level, uint64(len(codes[f])))
		if level = low; over > 0 || level > maxFilled || nodes+level > maxFilled {
			return errFilled
		}
		nodes += level
	}
	filled, to, next := make([]Node, 0, nodes), make([]uint32, len(a.Nodes)), 1
	var walk func(old, parent, depth int)
	walk = func(old, parent, depth int) {
		if ctx.Err() != nil {
			return
		}
		for _, code := range codes[depth-1] {
			at, same := len(filled), -1
			if old >= 0 && next < len(a.Nodes) && a.Nodes[next].Parent == old && a.Nodes[next].code == code {
				same, to[next] = next, uint32(at)
				next++
			}
			filled = append(filled, Node{Depth: depth, Parent: parent, code: code, id: at})
			if depth < len(codes) {
				walk(same, at, depth+1)
			}
		}
	}
	filled = append(filled, a.Nodes[0])
	walk(0, 0, 1)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	a.Nodes = filled
	a.setLeaves()
	for _, nodes := range nodeOf {
		for g, n := range nodes {
			nodes[g] = to[n]
		}
	}
	return nil
}

// codes lists the codes of a field that some node has, in the order of their labels.
func (a *Axis) codes(f int) []uint32 {
	has := data.NewBitmap(a.keys[f].Card)
	var codes []uint32
	for i := range a.Nodes {
		if n := &a.Nodes[i]; n.Depth == f+1 && !has.Get(int(n.code)) {
			has.Set(int(n.code))
			codes = append(codes, n.code)
		}
	}
	rank := a.keys[f].Rank()
	slices.SortFunc(codes, func(x, y uint32) int { return int(rank[x]) - int(rank[y]) })
	return codes
}

package pivot

import (
	"context"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// newAxis makes the tree of the labels that occur. codes[f] has the code of each group in field f. nodeOf[d][g] is the node of depth d
// that group g belongs to.
//
// The nodes of a depth are the pairs of a parent and a label that occur. They are numbered in ascending order, the parent first, and then
// laid out depth first.
func newAxis(ctx context.Context, fields []query.Field, keys []*key.Column, codes []data.Codes, groups, threads int) (a Axis, nodeOf [][]uint32, err error) {
	a = Axis{Fields: fields, keys: keys, Nodes: []Node{{Parent: -1}}}
	nodeOf = make([][]uint32, len(fields)+1)
	nodeOf[0] = make([]uint32, groups)
	levels := []level{{parent: []uint32{0}, code: []uint32{0}}}
	for f := range fields {
		d := f + 1
		nodeOf[d] = make([]uint32, groups)
		if groups == 0 {
			continue
		}
		next, err := newLevel(ctx, len(levels[f].code), keys[f], codes[f], nodeOf[f], nodeOf[d], threads)
		if err != nil {
			return a, nil, err
		}
		levels = append(levels, next)
	}
	if groups == 0 || len(fields) == 0 {
		a.setLeaves()
		return a, nodeOf, nil
	}
	a.lay(levels)
	for d := range levels {
		at := levels[d].at
		err := inRanges(ctx, groups, threads, func(lo, hi int) {
			for g, n := range nodeOf[d][lo:hi] {
				nodeOf[d][lo+g] = at[n]
			}
		})
		if err != nil {
			return a, nil, err
		}
	}
	return a, nodeOf, ctx.Err()
}

// level is the nodes of one depth, in ascending order.
type level struct {
	parent, code []uint32 // of each node, its parent's number in the level above, and its code
	at           []uint32 // the place of each node on the axis
}

// newLevel makes the level below the given number of parents. It writes each group's node, as the node's number in the level, to to.
func newLevel(ctx context.Context, parents int, k *key.Column, codes data.Codes, parentOf, to []uint32, threads int) (level, error) {
	ranks, rank := make([]uint32, len(to)), k.Rank()
	err := inRanges(ctx, len(to), threads, func(lo, hi int) {
		switch {
		case codes.U8 != nil:
			look(ranks[lo:hi], codes.U8[lo:hi], rank)
		case codes.U16 != nil:
			look(ranks[lo:hi], codes.U16[lo:hi], rank)
		default:
			look(ranks[lo:hi], codes.U32[lo:hi], rank)
		}
	})
	if err != nil {
		return level{}, err
	}
	s, err := newPairSet(ctx, parents, k.Card, parentOf, ranks, threads)
	if err != nil {
		return level{}, err
	}
	l := level{parent: make([]uint32, 0, s.size), code: make([]uint32, 0, s.size)}
	ascending := k.Ascending()
	for parent, rank := range s.all() {
		l.parent, l.code = append(l.parent, parent), append(l.code, ascending[rank])
	}
	return l, inRanges(ctx, len(to), threads, func(lo, hi int) { s.numbers(to[lo:hi], 0, parentOf[lo:hi], ranks[lo:hi], lo) })
}

func look[C uint8 | uint16 | uint32](to []uint32, codes []C, rank []uint32) {
	to = to[:len(codes)]
	for i, c := range codes {
		to[i] = rank[c]
	}
}

// lay makes the nodes of the levels, depth first.
func (a *Axis) lay(levels []level) {
	nodes := 0
	under := make([][]uint32, len(levels)) // of each node, itself and the nodes below it
	for d := len(levels) - 1; d >= 0; d-- {
		l := &levels[d]
		nodes += len(l.code)
		under[d] = make([]uint32, len(l.code))
		for n := range under[d] {
			under[d][n] = 1
		}
		if d+1 < len(levels) {
			for n, parent := range levels[d+1].parent {
				under[d][parent] += under[d+1][n]
			}
		}
	}
	a.Nodes, a.Leaves = make([]Node, nodes), make([]int, len(levels[len(levels)-1].code))
	a.Nodes[0] = Node{Parent: -1}
	levels[0].at = []uint32{0}
	for d := 1; d < len(levels); d++ {
		l, above := &levels[d], levels[d-1].at
		l.at = make([]uint32, len(l.code))
		for n, parent := range l.parent {
			if l.at[n] = above[parent] + 1; n > 0 && l.parent[n-1] == parent {
				l.at[n] = l.at[n-1] + under[d][n-1]
			}
			a.Nodes[l.at[n]] = Node{Depth: d, Parent: int(above[parent]), code: l.code[n], id: int(l.at[n])}
		}
	}
	for n, at := range levels[len(levels)-1].at {
		a.Leaves[n] = int(at)
	}
}

package pivot

import (
	"context"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// newAxis makes the tree of the labels that occur. codes[f] has the code of each group in field f. nodeOf[d][g] is
// the node of depth d that group g belongs to.
//
// The nodes of a depth are the pairs of a parent and a label that occur. Nodes are numbered in ascending order,
// first by parent and then by label. Then they are laid out depth first.
func newAxis(ctx context.Context, fields []query.Field, keys []*key.Column, codes []data.Codes, groups,
	threads int) (a Axis, nodeOf [][]uint32, err error) {
	a = Axis{Fields: fields, keys: keys, nodes: []Node{{}}, leaves: &leaves{}}
	nodeOf = each.Times(len(fields)+1, func(int) []uint32 { return memory.Make[uint32](groups) })
	if groups == 0 || len(fields) == 0 {
		return a, nodeOf, nil
	}
	levels := []level{{parent: []uint32{0}, code: []uint32{0}}}
	for f, k := range keys {
		var next level
		switch {
		case f == 0 && k.Card <= fewMissing*groups:
			next, err = newFirstLevel(ctx, k, codes[0], nodeOf[1], threads)
		default:
			next, err = newLevel(ctx, len(levels[f].code), k, codes[f], nodeOf[f], nodeOf[f+1], threads)
		}
		if err != nil {
			return a, nil, err
		}
		levels = append(levels, next)
	}
	if err := a.lay(ctx, levels, threads); err != nil {
		return a, nil, err
	}
	for d := 1; d < len(levels); d++ {
		nodes, at := nodeOf[d], levels[d].at
		err = inRanges(ctx, groups, threads, func(lo, hi int) {
			if len(levels) > 2 {
				look(nodes[lo:hi], nodes[lo:hi], at)
				return
			}
			for g := lo; g < hi; g++ { // the only level, whose nodes follow the grand total
				nodes[g]++
			}
		})
		if err != nil {
			return a, nil, err
		}
	}
	return a, nodeOf, ctx.Err()
}

// level has the nodes of one depth, in ascending order of parent and label.
type level struct {
	parent, code []uint32 // by number, the number of the parent in the level above, and the code
	at           []uint32 // by number, the index of the node on the axis
}

// fewMissing is the greatest number of codes of a column per group for which the nodes of the first field are found in
// a list of all codes.
const fewMissing = 4

// newFirstLevel makes the level of the first field. It writes the number of each group's node within the level to
// `to`.
func newFirstLevel(ctx context.Context, k *key.Column, codes data.Codes, to []uint32,
	threads int) (l level, err error) {
	occurs, err := occurring(ctx, k.Card, codes, threads)
	if err != nil {
		return level{}, err
	}
	ascending, number := k.Ascending(), k.Rank()             // number is the number of each code's node
	missing := make([]int, (k.Card+rangeSize-1)/rangeSize+1) // by range of labels, the labels that do not occur
	err = inRanges(ctx, k.Card, threads, func(lo, hi int) {
		for _, code := range ascending[lo:hi] {
			if !occurs[code] {
				missing[lo/rangeSize+1]++
			}
		}
	})
	if err != nil {
		return level{}, err
	}
	for i := range missing[1:] {
		missing[i+1] += missing[i]
	}
	l = level{code: ascending}
	if before := missing[len(missing)-1]; before > 0 {
		l.code, number = memory.Uninitialized[uint32](k.Card-before), memory.Make[uint32](k.Card)
		err = inRanges(ctx, k.Card, threads, func(lo, hi int) {
			n := lo - missing[lo/rangeSize]
			for _, code := range ascending[lo:hi] {
				if occurs[code] {
					l.code[n], number[code] = code, uint32(n)
					n++
				}
			}
		})
		if err != nil {
			return level{}, err
		}
	}
	l.parent = memory.Make[uint32](len(l.code))
	return l, lookUp(ctx, to, codes, number, threads)
}

// occurring returns for each code whether it is among `codes`. Every thread fills a list of its own, and the lists are
// then united.
func occurring(ctx context.Context, card int, codes data.Codes, threads int) ([]bool, error) {
	lists := make([][]bool, markers(codes.Len(), card/4+1, threads))
	err := parallel.On(ctx, threads, len(lists), func(_ context.Context, i int) error {
		lists[i] = memory.Make[bool](card)
		lo, hi := codes.Len()*i/len(lists), codes.Len()*(i+1)/len(lists)
		switch {
		case codes.U8 != nil:
			tick(lists[i], codes.U8[lo:hi])
		case codes.U16 != nil:
			tick(lists[i], codes.U16[lo:hi])
		default:
			tick(lists[i], codes.U32[lo:hi])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return lists[0], inRanges(ctx, card, threads, func(lo, hi int) {
		for _, other := range lists[1:] {
			for code, is := range other[lo:hi] {
				lists[0][lo+code] = lists[0][lo+code] || is
			}
		}
	})
}

func tick[C uint8 | uint16 | uint32](occurs []bool, codes []C) {
	for _, c := range codes {
		occurs[c] = true
	}
}

// newLevel makes the level below `parents` parents. It writes the number of each group's node within the level to
// `to`.
func newLevel(ctx context.Context, parents int, k *key.Column, codes data.Codes, parentOf, to []uint32,
	threads int) (level, error) {
	ranks := memory.Make[uint32](len(to))
	if err := lookUp(ctx, ranks, codes, k.Rank(), threads); err != nil {
		return level{}, err
	}
	s, err := newPairSet(ctx, parents, k.Card, parentOf, ranks, threads)
	if err != nil {
		return level{}, err
	}
	l := level{parent: memory.Make[uint32](s.size)[:0], code: memory.Make[uint32](s.size)[:0]}
	ascending := k.Ascending()
	for parent, rank := range s.all() {
		l.parent, l.code = append(l.parent, parent), append(l.code, ascending[rank])
	}
	return l, inRanges(ctx, len(to), threads, func(lo, hi int) {
		s.numbers(to[lo:hi], 0, parentOf[lo:hi], ranks[lo:hi], lo)
	})
}

// lookUp writes list[code] of each code to `to`.
func lookUp(ctx context.Context, to []uint32, codes data.Codes, list []uint32, threads int) error {
	return inRanges(ctx, len(to), threads, func(lo, hi int) {
		switch {
		case codes.U8 != nil:
			look(to[lo:hi], codes.U8[lo:hi], list)
		case codes.U16 != nil:
			look(to[lo:hi], codes.U16[lo:hi], list)
		default:
			look(to[lo:hi], codes.U32[lo:hi], list)
		}
	})
}

func look[C uint8 | uint16 | uint32](to []uint32, codes []C, list []uint32) {
	to = to[:len(codes)]
	for i, c := range codes {
		to[i] = list[c]
	}
}

// lay lays out the nodes of the levels, depth first, and sets the index of each node in its level.
func (a *Axis) lay(ctx context.Context, levels []level, threads int) error {
	nodes, last := 0, len(levels)-1
	under := make([][]uint32, len(levels)) // by level, except the last: the size of the subtree of each node
	for d := last; d >= 0; d-- {
		l := &levels[d]
		nodes += len(l.code)
		if d == last {
			continue
		}
		under[d] = memory.Make[uint32](len(l.code))
		for n := range under[d] {
			under[d][n] = 1
		}
		for n, parent := range levels[d+1].parent {
			if d+1 == last {
				under[d][parent]++
			} else {
				under[d][parent] += under[d+1][n]
			}
		}
	}
	a.laid = levels
	a.nodes, a.leaves = memory.Uninitialized[Node](nodes), &leaves{}
	a.nodes[0] = Node{}
	levels[0].at = []uint32{0}
	for d := 1; d < last; d++ {
		l, above := &levels[d], levels[d-1].at
		l.at = memory.Uninitialized[uint32](len(l.code))
		for n, parent := range l.parent {
			if l.at[n] = above[parent] + 1; n > 0 && l.parent[n-1] == parent {
				l.at[n] = l.at[n-1] + under[d][n-1]
			}
		}
		err := inRanges(ctx, len(l.code), threads, func(lo, hi int) {
			for n := lo; n < hi; n++ {
				a.nodes[l.at[n]] = newNode(d, int(above[l.parent[n]]), l.code[n], int(l.at[n]))
			}
		})
		if err != nil {
			return err
		}
	}
	if last == 0 {
		return nil
	}
	l, above := &levels[last], levels[last-1].at
	first := memory.Uninitialized[uint32](len(above)) // the first leaf of each parent
	for n, leaves := 0, uint32(0); n < len(above); n++ {
		first[n] = leaves
		leaves += under[last-1][n] - 1
	}
	l.at = memory.Uninitialized[uint32](len(l.code))
	return inRanges(ctx, len(l.code), threads, func(lo, hi int) {
		for n := lo; n < hi; n++ {
			parent := l.parent[n]
			at := above[parent] + 1 + uint32(n) - first[parent]
			l.at[n] = at
			a.nodes[at] = newNode(last, int(above[parent]), l.code[n], int(at))
		}
	})
}

// levels returns the nodes of the axis by depth. The id of each node must be its index.
func (a *Axis) levels() []level {
	if a.laid != nil {
		return a.laid
	}
	sizes := a.sizes()
	// numbers has the number of each node within its depth
	levels, numbers := make([]level, len(sizes)), memory.Make[uint32](len(a.nodes))
	for d, size := range sizes {
		levels[d] = level{parent: memory.Make[uint32](size)[:0], code: memory.Make[uint32](size)[:0],
			at: memory.Make[uint32](size)[:0]}
	}
	for n := range a.nodes {
		node := &a.nodes[n]
		l := &levels[node.Depth()]
		numbers[n] = uint32(len(l.code))
		parent := uint32(0)
		if n > 0 {
			parent = numbers[node.Parent()]
		}
		l.parent, l.code, l.at = append(l.parent, parent), append(l.code, node.code), append(l.at, uint32(n))
	}
	return levels
}

// keep removes the nodes of a depth that are not kept, with all nodes below them. With `others`, the removed nodes
// under one parent are merged into one node, which is the last under that parent. Nodes below the merged nodes are
// merged if their labels are equal. to[n] is the new index of node n, or aggregate.Skip if the node is removed.
//
// The nodes below are numbered as pairs of a parent and a label, as newAxis numbers groups.
func (a *Axis) keep(ctx context.Context, depth int, kept []bool, others bool, threads int) (to []uint32, err error) {
	old, nodes := a.levels(), len(a.nodes)
	levels := append([]level(nil), old[:depth]...)
	omitted := make([]leftOut, len(old[depth-1].code)) // by node of the depth above
	next, becomes := old[depth].split(kept, others, omitted)
	levels = append(levels, next)
	become := make([][]uint32, len(old)) // by depth and number: the number of the node in the new level
	become[depth] = becomes
	for d := depth + 1; d < len(old); d++ {
		if next, become[d], err = old[d].reparent(ctx, len(levels[d-1].code), a.keys[d-1], become[d-1],
			threads); err != nil {
			return nil, err
		}
		levels = append(levels, next)
	}
	origin, left := a.from, a.left
	if err := a.lay(ctx, levels, threads); err != nil {
		return nil, err
	}
	to, a.from, a.left = memory.Make[uint32](nodes), memory.Make[uint32](len(a.nodes)),
		memory.Make[leftOut](len(a.nodes))
	merged := make([]bool, len(a.nodes)) // whether a node is Others of the depth, or below Others
	for n := range a.nodes {
		node := &a.nodes[n]
		merged[n] = node.Depth() == depth && node.code == othersCode || node.Depth() > depth && merged[node.Parent()]
	}
	for d := range old {
		err := inRanges(ctx, len(old[d].at), threads, func(lo, hi int) {
			for i, n := range old[d].at[lo:hi] {
				number := uint32(lo + i)
				if become[d] != nil {
					number = become[d][number]
				}
				if to[n] = number; number == aggregate.Skip {
					continue
				}
				at := levels[d].at[number]
				to[n] = at
				switch {
				case merged[at]:
					continue
				case origin != nil:
					a.from[at] = origin[n]
				default:
					a.from[at] = n
				}
				if d < depth && left != nil {
					a.left[at] = left[n]
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	for n, at := range levels[depth-1].at {
		if omitted[n].labels > 0 {
			a.left[at] = omitted[n]
		}
	}
	for n := range merged {
		if merged[n] {
			a.from[n] = aggregate.Skip
		}
	}
	return to, nil
}

// split returns the level without the nodes that are not kept. If others is set, one node replaces the removed nodes
// under each parent, and comes last there. becomes[n] is the new number of node n, or aggregate.Skip. omitted counts
// the removed labels under each parent.
func (l *level) split(kept []bool, others bool, omitted []leftOut) (next level, becomes []uint32) {
	becomes = memory.Make[uint32](len(l.code))
	for lo, hi := 0, 0; lo < len(l.code); lo = hi {
		parent := l.parent[lo]
		for ; hi < len(l.code) && l.parent[hi] == parent; hi++ {
			if becomes[hi] = aggregate.Skip; kept[l.at[hi]] {
				becomes[hi] = uint32(len(next.code))
				next.parent, next.code = append(next.parent, parent), append(next.code, l.code[hi])
			} else {
				omitted[parent].labels++
			}
		}
		omitted[parent].of = uint32(hi - lo)
		if !others || omitted[parent].labels == 0 {
			continue
		}
		omitted[parent].others = true
		for n := lo; n < hi; n++ {
			if becomes[n] == aggregate.Skip {
				becomes[n] = uint32(len(next.code))
			}
		}
		next.parent, next.code = append(next.parent, parent), append(next.code, othersCode)
	}
	return next, becomes
}

// reparent returns the level with new parents, after some parents were merged, and some were removed. above[p] is the
// new number of old parent p. becomes[n] is the new number of node n.
func (l *level) reparent(ctx context.Context, parents int, k *key.Column, above []uint32,
	threads int) (next level, becomes []uint32, err error) {
	parentOf, codes := memory.Make[uint32](len(l.code)), data.Codes{U32: l.code}
	for n, parent := range l.parent {
		parentOf[n] = above[parent]
	}
	becomes = memory.Make[uint32](len(l.code))
	next, err = newLevel(ctx, parents, k, codes, parentOf, becomes, threads)
	return next, becomes, err
}

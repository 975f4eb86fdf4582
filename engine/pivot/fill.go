package pivot

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/internal/memory"
)

// maxFilled is the greatest number of nodes of an axis with empty labels.
const maxFilled = 100_000_000

var errFilled = errors.New("there are more than 100,000,000 combinations of labels: take fields off, or leave out " +
	"the empty combinations")

// fill adds the nodes that no group belongs to. Then every label of a field is under every label of the field before
// it. Labels with a natural step, such as months and bins, have no gaps between the first and the last.
//
// If two fields belong to one column, a label is put under another label only if one value can have both: 2024-03 is
// put only under 2024. nodeOf is as newAxis returns it, and gets the new numbers of the nodes. The nodes must be in the
// order of their labels.
func (a *Axis) fill(ctx context.Context, nodeOf [][]uint32) error {
	if len(a.nodes) == 1 {
		return nil
	}
	f := a.filler()
	if !f.fits() {
		return errFilled
	}
	f.filled = append(f.filled, a.nodes[0])
	if err := f.walk(ctx, 0, 0, 1); err != nil {
		return err
	}
	a.nodes, a.keys, a.laid = f.filled, f.keys, nil
	a.leaves = &leaves{}
	for _, nodes := range nodeOf {
		for g, n := range nodes {
			nodes[g] = f.to[n]
		}
	}
	return nil
}

// filler makes the nodes of an axis with empty labels.
type filler struct {
	*Axis
	keys  []*key.Column // the key columns with the labels that no row has
	codes [][]uint32    // by field, the codes in the order of the labels
	of    []int         // by field, the index in under; -1 if the field's column has no other field on the axis
	under []*moments    // by column with several fields: the labels that may be under the present path

	filled []Node
	to     []uint32 // for each node of the axis, its index in filled
	next   int      // the first node of the axis that was not added yet
}

func (a *Axis) filler() *filler {
	f := &filler{Axis: a, keys: slices.Clone(a.keys), to: memory.Make[uint32](len(a.nodes)), next: 1}
	fields := map[string][]int{}
	for i := range a.Fields {
		var codes []uint32
		f.keys[i], codes = a.keys[i].Between(a.codes(i), maxFilled)
		f.codes, f.of = append(f.codes, codes), append(f.of, -1)
		fields[a.Fields[i].Column] = append(fields[a.Fields[i].Column], i)
	}
	for _, of := range fields {
		if len(of) < 2 {
			continue
		}
		for _, i := range of {
			f.of[i] = len(f.under)
		}
		f.under = append(f.under, f.moments(of))
	}
	return f
}

// fits reports whether the labels of different columns have at most maxFilled combinations.
func (f *filler) fits() bool {
	n := uint64(1)
	for i, codes := range f.codes {
		if f.of[i] >= 0 {
			continue
		}
		over, low := bits.Mul64(n, uint64(len(codes)))
		if n = low; over > 0 || n > maxFilled {
			return false
		}
	}
	return true
}

// walk adds the nodes of a depth under a node, and all nodes below them. `old` is the index of the parent on the axis
// without empty labels, or -1 if the parent is new.
func (f *filler) walk(ctx context.Context, old, parent, depth int) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case len(f.filled) > maxFilled:
		return errFilled
	}
	add := func(code uint32) error {
		at, same := len(f.filled), -1
		if n := f.next; old >= 0 && n < len(f.nodes) && f.nodes[n].Parent() == old && f.nodes[n].code == code {
			same, f.to[n] = n, uint32(at)
			f.next++
		}
		f.filled = append(f.filled, newNode(depth, parent, code, at))
		if depth == len(f.codes) {
			return nil
		}
		return f.walk(ctx, same, at, depth+1)
	}
	codes, of := f.codes[depth-1], f.of[depth-1]
	if of < 0 {
		for _, code := range codes {
			if err := add(code); err != nil {
				return err
			}
		}
		return nil
	}
	under := f.under[of]
	defer func() { f.under[of] = under }()
	for _, place := range under.places {
		f.under[of] = under.below[place]
		if err := add(codes[place]); err != nil {
			return err
		}
	}
	return nil
}

// codes lists the codes of a field that some node has, in the order of their labels.
func (a *Axis) codes(f int) []uint32 {
	has := data.NewBitmap(a.keys[f].Card)
	var codes []uint32
	for i := range a.nodes {
		if n := &a.nodes[i]; n.Depth() == f+1 && !has.Get(int(n.code)) {
			has.Set(int(n.code))
			codes = append(codes, n.code)
		}
	}
	rank := a.keys[f].Rank()
	slices.SortFunc(codes, func(x, y uint32) int { return int(rank[x]) - int(rank[y]) })
	return codes
}

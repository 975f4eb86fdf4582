package pivot

import (
	"context"
	"slices"

	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

// manyLabels is a number of labels. From this number of labels on, a top is chosen before the labels are ordered. Tests
// change it.
var manyLabels = 1 << 14

// fewKept says when a top keeps few labels: it keeps at most 1/fewKept of them. Otherwise the labels are ordered first.
const fewKept = 8

// topFirst makes the row axis of a pivot with one field of many labels, if a top keeps few of them. newAxis and
// leaveOut would make the same axis. For any other query, and for figures that do not fit an integer, done is false and
// nothing was done.
//
// Only the labels that stay are ordered. The top 100 of 1.6 million users takes 0.29 s of processor time with its
// key column, and the pivot of all users 0.53 s.
func (c *Crosstab) topFirst(ctx context.Context, keys []*key.Column, g *Groups,
	figures *groupFigures) (rowOf [][]uint32, done bool, err error) {
	q := &c.Query
	if len(q.Rows) != 1 || len(q.Cols) > 0 || q.Layout.ShowEmpty || g.N < manyLabels {
		return nil, false, nil
	}
	l := limitsOf(q, false, 0)
	if len(l.tops) != 1 || len(l.havings) > 0 || l.tops[0].Until != "" || l.tops[0].N > g.N/fewKept {
		return nil, false, nil
	}
	if slices.ContainsFunc(q.Values, func(m query.Measure) bool { return amongAll(m.Show) }) {
		return nil, false, nil
	}
	top, k := l.tops[0], keys[0]
	groups := memory.Uninitialized[uint32](g.N)
	err = inRanges(ctx, g.N, figures.threads, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			groups[i] = uint32(i)
		}
	})
	if err != nil {
		return nil, false, err
	}
	m := query.FigureIn(figures.measures, top.By)
	of, err := figures.valuesOf(ctx, m, groups, g.N, true)
	if err != nil {
		return nil, false, err
	}
	codes, fits, err := orderedCodes(ctx, groups, of, m, !top.Bottom, figures.threads)
	if err != nil || !fits {
		return nil, false, err
	}
	last, err := nth(ctx, codes, top.N, figures.threads)
	if err != nil {
		return nil, false, err
	}
	ranges := (g.N + rangeSize - 1) / rangeSize
	keptOf, tiedOf := make([][]uint32, ranges), make([][]uint32, ranges) // by range, its groups
	err = inRanges(ctx, g.N, figures.threads, func(lo, hi int) {
		var kept, tied []uint32
		for i, code := range codes[lo:hi] {
			switch {
			case code < last:
				kept = append(kept, uint32(lo+i))
			case code == last:
				tied = append(tied, uint32(lo+i))
			}
		}
		keptOf[lo/rangeSize], tiedOf[lo/rangeSize] = kept, tied
	})
	if err != nil {
		return nil, false, err
	}
	kept, tied := slices.Concat(keptOf...), slices.Concat(tiedOf...)
	places := top.N - len(kept) // how many labels with the last figure are kept
	code := func(group uint32) uint32 { return g.Codes[0].At(int(group)) }
	if len(tied) > places {
		if last != blankCode {
			c.Rows.tie(top, len(tied)-places)
		}
		if tied, err = firstLabels(ctx, k, tied, places, code, figures.threads); err != nil {
			return nil, false, err
		}
	}
	kept = append(kept, tied...)
	slices.SortFunc(kept, func(a, b uint32) int { return k.Compare(code(a), code(b)) })

	next := level{parent: make([]uint32, len(kept)), code: make([]uint32, len(kept))}
	others := aggregate.Skip
	if top.Others {
		others = uint32(len(kept) + 1)
		next.parent, next.code = append(next.parent, 0), append(next.code, othersCode)
	}
	rowOf = [][]uint32{memory.Make[uint32](g.N), groups}
	err = inRanges(ctx, g.N, figures.threads, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			groups[i] = others
		}
	})
	if err != nil {
		return nil, false, err
	}
	for n, group := range kept {
		next.code[n], groups[group] = code(group), uint32(n+1)
	}
	a := Axis{Fields: q.Rows, keys: keys[:1], ties: c.Rows.ties}
	if err := a.lay(ctx, []level{{parent: []uint32{0}, code: []uint32{0}}, next}, 1); err != nil {
		return nil, false, err
	}
	a.laid, a.left = nil, make([]leftOut, len(a.nodes))
	a.left[0] = leftOut{labels: uint32(g.N - len(kept)), of: uint32(g.N), others: top.Others}
	c.Rows = a
	return rowOf, true, nil
}

// nth returns the nth smallest code, counted from 1. It finds the n smallest codes of each range of the codes, and then
// the nth smallest of all these.
func nth(ctx context.Context, codes []uint64, n, threads int) (uint64, error) {
	ranges := max(1, min(threads, len(codes)/(2*n)))
	least := make([][]uint64, ranges)
	err := parallel.On(ctx, threads, ranges, func(_ context.Context, i int) error {
		share := codes[len(codes)*i/ranges : len(codes)*(i+1)/ranges]
		var spare []uint64
		last, _ := aggregate.Neighbours(slices.Clone(share), n-1, &spare)
		for _, code := range share {
			if code < last {
				least[i] = append(least[i], code)
			}
		}
		for len(least[i]) < n {
			least[i] = append(least[i], last)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	var spare []uint64
	last, _ := aggregate.Neighbours(slices.Concat(least...), n-1, &spare)
	return last, nil
}

// firstLabels lists the n groups whose labels come first, null last. n must be below the number of groups.
func firstLabels(ctx context.Context, k *key.Column, groups []uint32, n int, code func(group uint32) uint32,
	threads int) ([]uint32, error) {
	if n == 0 {
		return nil, nil
	}
	order := k.Orders()
	places := memory.Uninitialized[uint64](len(groups))
	err := inRanges(ctx, len(groups), threads, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			places[i] = order(code(groups[i]))
		}
	})
	if err != nil {
		return nil, err
	}
	if null, ok := k.NullCode(); ok { // null is not among the first n, because n is below the number of groups
		if i := slices.IndexFunc(groups, func(g uint32) bool { return code(g) == null }); i >= 0 {
			groups, places = slices.Delete(groups, i, i+1), slices.Delete(places, i, i+1)
		}
	}
	last, err := nth(ctx, places, n, threads)
	if err != nil {
		return nil, err
	}
	var out []uint32
	for i, place := range places {
		if place <= last {
			out = append(out, groups[i])
		}
	}
	return out, nil
}

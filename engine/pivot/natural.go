package pivot

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/data/number/radix"
	"cardinal/data/text/natural"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// byPlace lists the nodes of a depth in natural order or in an order by hand, null last.
func (a *Axis) byPlace(ctx context.Context, depth int, s query.Sort, threads int) ([]int, error) {
	nodes := a.ofDepth(depth)
	place := a.places(nodes, depth, s)
	keys := make([]uint64, len(nodes))
	for i, n := range nodes {
		if keys[i] = uint64(len(place)); !a.Others(n) {
			keys[i] = uint64(place[a.nodes[n].code])
		}
	}
	_, order, err := radix.Sort(ctx, keys, threads)
	return each.Of(order, func(at uint32) int { return nodes[at] }), err
}

// places maps the codes of nodes of one depth to their positions in natural order or in an order by hand.
func (a *Axis) places(nodes []int, depth int, s query.Sort) map[uint32]int {
	column := a.keys[depth-1]
	place := map[uint32]int{}
	var codes []uint32
	for _, n := range nodes {
		code := a.nodes[n].code
		if _, known := place[code]; !known && code != othersCode {
			place[code] = 0
			codes = append(codes, code)
		}
	}
	type label struct {
		code uint32
		hand int
		data.Value
	}
	labels := make([]label, len(codes))
	for i, code := range codes {
		v := column.Label(code)
		hand := slices.IndexFunc(s.Hand, func(l query.Literal) bool { return matches(column, code, l) })
		if hand < 0 {
			hand = len(s.Hand)
		}
		labels[i] = label{code, hand, v}
	}
	slices.SortFunc(labels, func(x, y label) int {
		switch {
		case x.hand != y.hand:
			return x.hand - y.hand
		case x.IsNull() || y.IsNull():
			return column.Compare(x.code, y.code)
		case s.Desc:
			x, y = y, x
		}
		// month names, bins and the like have an order of their own
		if x.Type != data.Text || column.Field.Part != query.Whole || s.Value == query.ByHand && column.IsOrdinal() {
			return column.Compare(x.code, y.code)
		}
		return natural.Compare(x.Text, y.Text)
	})
	for i, l := range labels {
		place[l.code] = i
	}
	return place
}

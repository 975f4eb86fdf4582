package pivot

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// byPlace lists the nodes of a depth in natural order or in an order by hand, null last.
func (a *Axis) byPlace(ctx context.Context, depth int, s query.Sort, threads int) ([]int, error) {
	nodes := a.ofDepth(depth)
	place := a.places(nodes, depth, s)
	keys := make([]uint64, len(nodes))
	for i, n := range nodes {
		if keys[i] = uint64(len(place)); !a.Others(n) {
			keys[i] = uint64(place[a.Nodes[n].code])
		}
	}
	_, order, err := key.RadixSort(ctx, keys, threads)
	ranked := make([]int, len(order))
	for i, at := range order {
		ranked[i] = nodes[at]
	}
	return ranked, err
}

// places maps the codes of nodes of one depth to their places in an order by labels.
func (a *Axis) places(nodes []int, depth int, s query.Sort) map[uint32]int {
	column := a.keys[depth-1]
	place := map[uint32]int{}
	var codes []uint32
	for _, n := range nodes {
		code := a.Nodes[n].code
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
		hand := slices.IndexFunc(s.Hand, func(l query.Literal) bool { return matches(v, l) })
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
		if x.Type != data.Text || column.Field.Part != query.Whole { // names of months, bins and the like have an order of their own
			return column.Compare(x.code, y.code)
		}
		return natural(x.Text, y.Text)
	})
	for i, l := range labels {
		place[l.code] = i
	}
	return place
}

// natural compares texts so that digits count as one number and case decides last: S2, s10, S10a.
func natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		p, q := digits(x), digits(y)
		if p > 0 && q > 0 {
			m, n := strings.TrimLeft(x[:p], "0"), strings.TrimLeft(y[:q], "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
				return c
			}
			x, y = x[p:], y[q:]
			continue
		}
		r, m := utf8.DecodeRuneInString(x)
		s, n := utf8.DecodeRuneInString(y)
		if c := cmp.Compare(unicode.ToLower(r), unicode.ToLower(s)); c != 0 {
			return c
		}
		x, y = x[m:], y[n:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

// digits is the number of digits at the start of s.
func digits(s string) int {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return i
		}
	}
	return len(s)
}

package pivot

import (
	"context"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/key"
)

// ofDepth lists the nodes of a depth in display order.
func (a *Axis) ofDepth(depth int) []int {
	var nodes []int
	for n := range a.Nodes {
		if a.Nodes[n].Depth == depth {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// byLabel lists the nodes of a depth in the order of their labels, null last. Before it, the labels under each parent must ascend.
func (a *Axis) byLabel(depth int, desc bool) []int {
	nodes := a.ofDepth(depth)
	if !desc {
		return nodes
	}
	slices.Reverse(nodes)
	var null []int
	nodes = slices.DeleteFunc(nodes, func(n int) bool {
		if a.Label(n).IsNull() {
			null = append(null, n)
			return true
		}
		return false
	})
	return append(nodes, null...)
}

// byFigure lists the nodes of a depth in the order of their figures, null and NaN last. Nodes with equal figures stay in display order.
func (a *Axis) byFigure(ctx context.Context, depth int, figure func(n int) data.Value, desc bool, threads int) ([]int, error) {
	nodes := a.ofDepth(depth)
	figures := make([]data.Value, len(nodes))
	const chunk = 1 << 12
	err := parallel.On(ctx, threads, (len(nodes)+chunk-1)/chunk, func(_ context.Context, s int) error {
		for i := s * chunk; i < min((s+1)*chunk, len(nodes)); i++ {
			figures[i] = figure(nodes[i])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	order, blank := make([]uint32, 0, len(nodes)), []uint32(nil)
	for i, v := range figures {
		if v.IsNull() || math.IsNaN(v.Float) {
			blank = append(blank, uint32(i))
		} else {
			order = append(order, uint32(i))
		}
	}
	if err := sortFigures(ctx, order, figures, desc, threads); err != nil {
		return nil, err
	}
	ranked := make([]int, 0, len(nodes))
	for _, i := range append(order, blank...) {
		ranked = append(ranked, nodes[i])
	}
	return ranked, nil
}

// sortFigures sorts indices of figures, stably. Figures of one type that fit 64 bits are sorted by radix: a million integers take 0.2 s,
// and 4.8 s by comparisons.
func sortFigures(ctx context.Context, order []uint32, figures []data.Value, desc bool, threads int) error {
	codes := make([]uint64, len(order))
	for i, at := range order {
		v, first := &figures[at], &figures[order[0]]
		code, fits := orderedCode(v)
		if !fits || v.Type != first.Type || v.Scale != first.Scale {
			return compareFigures(ctx, order, figures, desc)
		}
		if codes[i] = code; desc {
			codes[i] = ^code
		}
	}
	_, moved, err := key.RadixSort(ctx, codes, threads)
	if err != nil {
		return err
	}
	for i, from := range moved {
		moved[i] = order[from]
	}
	copy(order, moved)
	return nil
}

// compareFigures is sortFigures by comparisons.
func compareFigures(ctx context.Context, order []uint32, figures []data.Value, desc bool) error {
	slices.SortStableFunc(order, func(x, y uint32) int {
		if desc {
			x, y = y, x
		}
		return data.Compare(figures[x], figures[y])
	})
	return ctx.Err()
}

// orderedCode is a figure as an unsigned integer in the order of figures. It is false for texts and for integers beyond 64 bits.
func orderedCode(v *data.Value) (uint64, bool) {
	switch v.Type {
	case data.Text:
		return 0, false
	case data.Float:
		return orderedFloat(v.Float + 0), true // -0 and 0 are equal
	}
	n, fits := v.Int.Int64()
	return orderedInt(n), fits
}

const signBit = 1 << 63

func orderedInt(n int64) uint64 { return uint64(n) ^ signBit }

// orderedFloat maps floats to integers in the order of data.CompareFloat: -0 is below 0, and NaN is above every number.
func orderedFloat(v float64) uint64 {
	bits := math.Float64bits(v)
	switch {
	case v != v:
		return math.MaxUint64
	case bits&signBit != 0:
		return ^bits
	}
	return bits | signBit
}

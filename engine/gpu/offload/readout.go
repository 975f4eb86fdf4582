package offload

import (
	"context"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
)

// readOut makes groups of the device's figures.
func (j *job) readOut(ctx context.Context, result *gpu.Result) (*pivot.Groups, error) {
	form := j.request.Form
	if form == gpu.Dense {
		accs, err := j.states(ctx, result, int(j.Key.Slots))
		if err != nil {
			return nil, err
		}
		groups, err := cpu.Compact(ctx, cpu.Task{Key: j.Key, Plan: j.Measures, Threads: j.Cores, Selected: j.Selected}, accs)
		return &groups, err
	}
	n := len(result.Groups)
	accs, err := j.states(ctx, result, n)
	if err != nil {
		return nil, err
	}
	groups := &pivot.Groups{N: n, Accs: accs, Codes: make([]data.Codes, len(j.Keys))}
	for col, k := range j.Keys {
		codes := make([]uint32, n)
		err := j.pieces(ctx, n, func(lo, hi int) {
			if form == gpu.Sparse {
				j.Key.SlotCodes(codes[lo:hi], result.Groups[lo:hi], col)
			} else {
				codesAt(codes[lo:hi], k, result.Groups[lo:hi])
			}
		})
		if err != nil {
			return nil, err
		}
		groups.Codes[col] = data.PackCodes(codes, k.Card)
	}
	return groups, nil
}

// codesAt reads the codes of some rows.
func codesAt(to []uint32, k *key.Column, rows []uint32) {
	for g, row := range rows {
		to[g] = k.Codes.At(int(row))
	}
}

// groupsAPiece is how many groups a thread reads out at a time.
const groupsAPiece = 1 << 14

// pieces does something for stretches of n groups, on all threads.
func (j *job) pieces(ctx context.Context, n int, do func(lo, hi int)) error {
	return parallel.On(ctx, min(j.Cores, 1+n/cpu.FewGroups), (n+groupsAPiece-1)/groupsAPiece, func(_ context.Context, i int) error {
		do(i*groupsAPiece, min((i+1)*groupsAPiece, n))
		return nil
	})
}

// states turns the device's figures into the accumulators that the CPU tiers would have made, of n groups or slots.
func (j *job) states(ctx context.Context, result *gpu.Result, n int) ([]aggregate.Accumulator, error) {
	accs := j.Measures.New()
	next := 0
	take := func() (low, high []uint64) {
		next++
		return result.Values[next-1], result.High[next-1]
	}
	var fills []func(lo, hi int)
	for i, k := range j.Measures.Kinds {
		accs[i].Grow(n)
		fills = append(fills, j.fill(accs, i, k, take))
	}
	err := j.pieces(ctx, n, func(lo, hi int) {
		for _, fill := range fills {
			fill(lo, hi)
		}
	})
	return accs, err
}

// fill returns what fills the i-th accumulator for some groups, for which those before it are filled already.
func (j *job) fill(accs []aggregate.Accumulator, i int, k measure.Kind, take func() (low, high []uint64)) func(lo, hi int) {
	low, high := take()
	switch a := accs[i].(type) {
	case *aggregate.Counts:
		return func(lo, hi int) {
			n := a.N[lo:hi]
			for g, rows := range low[lo:hi] {
				n[g] = uint32(rows)
			}
		}
	case *aggregate.MinMaxCodes:
		return func(lo, hi int) { copyCodes(a, a.M[lo:hi], low[lo:hi]) }
	case *aggregate.MinMax64:
		return func(lo, hi int) {
			m := a.M[lo:hi]
			for g, v := range low[lo:hi] {
				m[g] = k.Column.Min + int64(v)
			}
		}
	case aggregate.CodeSums:
		return func(lo, hi int) { a.Put(lo, low[lo:hi]) }
	case *aggregate.ProductSums:
		return func(lo, hi int) { a.Put(lo, low[lo:hi], high[min(lo, len(high)):min(hi, len(high))]) }
	case *aggregate.FirstLast:
		return func(lo, hi int) {
			for g := lo; g < hi; g++ {
				a.Set(g, uint32(low[g]))
			}
		}
	}
	var upper []uint64 // sums of the high words
	if span(k.Column) > 1<<32-1 {
		upper, _ = take()
	}
	// The counts stand before the sums.
	counts := accs[j.Measures.CountOf(k.Column)].(*aggregate.Counts).N
	return func(lo, hi int) { wideSums(accs[i], k.Column, counts, low, upper, lo, hi) }
}

// copyCodes takes the least or greatest of codes or ranks as the accumulator keeps them.
func copyCodes(a *aggregate.MinMaxCodes, to []uint32, values []uint64) {
	shift := uint32(-a.Bias)
	if a.Max && a.Order != nil {
		shift = 1
	}
	for g, v := range values {
		to[g] = uint32(v) + shift
	}
}

// wideSums puts the sums of the low and, where there are, the high words of v-min together, of groups lo to hi.
func wideSums(a aggregate.Accumulator, c *data.Column, counts []uint32, low, high []uint64, lo, hi int) {
	for g := lo; g < hi; g++ {
		sum := int128.FromUint(low[g])
		if high != nil {
			sum = sum.Add(int128.FromUint(high[g]).Shl(32))
		}
		sum = sum.Add(int128.Mul(c.Min, int64(counts[g])))
		switch a := a.(type) {
		case *aggregate.Sum64:
			a.S[g] = int64(sum.Lo)
		case *aggregate.Sum128:
			a.S[g] = sum
		}
	}
}

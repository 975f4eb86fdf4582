package offload

import (
	"context"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/memory"
)

// readOut makes groups from the device's figures.
func (j *job) readOut(ctx context.Context, result *gpu.Result) (*pivot.Groups, error) {
	form := j.request.Form
	if form == gpu.Dense {
		accs, err := j.states(ctx, result, int(j.Key.Slots))
		if err != nil {
			return nil, err
		}
		return cpu.Compact(ctx, cpu.Task{Key: j.Key, Plan: j.Measures, Threads: j.Cores, Selected: j.Selected}, accs)
	}
	n := len(result.Groups)
	accs, err := j.states(ctx, result, n)
	if err != nil {
		return nil, err
	}
	groups := &pivot.Groups{N: n, Accs: accs, Codes: make([]data.Codes, len(j.Keys))}
	for col, k := range j.Keys {
		codes := memory.Uninitialized[uint32](n)
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

// groupsAPiece is the number of groups that a thread reads out at a time.
const groupsAPiece = 1 << 14

// pieces calls do for ranges of n groups, on all threads.
func (j *job) pieces(ctx context.Context, n int, do func(lo, hi int)) error {
	return parallel.Ranges(ctx, min(j.Cores, 1+n/cpu.FewGroups), n, groupsAPiece, do)
}

// states turns the device's figures into the accumulators that the CPU tiers would have made, for n groups or slots.
func (j *job) states(ctx context.Context, result *gpu.Result, n int) ([]aggregate.Accumulator, error) {
	accs := j.Measures.New()
	next := 0
	var fills []func(lo, hi int)
	for i, k := range j.Measures.Kinds {
		if j.pairsOf(i) != nil {
			accs[i] = nil // loadPairs makes it
			continue
		}
		if err := j.room(ctx, accs[i], n); err != nil {
			return nil, err
		}
		ops, _ := j.Measures.Device(k)
		results := make([]measure.DeviceResult, len(ops))
		for op := range results {
			results[op] = measure.DeviceResult{Low: result.Values[next], High: result.High[next]}
			next++
		}
		fills = append(fills, j.Measures.Load(i, accs, results))
	}
	err := j.pieces(ctx, n, func(lo, hi int) {
		for _, fill := range fills {
			fill(lo, hi)
		}
	})
	return accs, err
}

// room makes room for n groups in an accumulator without groups.
func (j *job) room(ctx context.Context, a aggregate.Accumulator, n int) (err error) {
	columns, ok := a.(aggregate.Columnar)
	if !ok {
		a.Grow(n)
		return nil
	}
	columns.Make(n, func(n int, do func(lo, hi int)) {
		if err == nil {
			err = j.pieces(ctx, n, do)
		}
	})
	return err
}

package cpu

import (
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
)

// merge joins the private states of the workers into dense groups with the codes of their keys.
func merge(t *Task, workers []*worker) pivot.Groups {
	switch {
	case workers[0].rows != nil:
		return mergeWide(t, workers)
	case workers[0].packed != nil:
		return mergePacked(t, workers)
	}
	return mergeDense(t, workers)
}

func mergeDense(t *Task, workers []*worker) pivot.Groups {
	slots := int(t.Key.Slots)
	first := workers[0]
	if len(workers) > 1 {
		to := make([]uint32, slots)
		for i := range to {
			to[i] = uint32(i)
		}
		for _, w := range workers[1:] {
			mergeInto(first.accs, w.accs, to)
		}
	}
	return Compact(t.Key, t.Plan, first.accs)
}

// Compact drops the slots that no row fell into and decodes the keys of the rest. accs are indexed by slot.
func Compact(k *key.Composite, plan *aggregate.Plan, accs []aggregate.Accumulator) pivot.Groups {
	counts := accs[0].(*aggregate.Counts).N
	used := make([]uint64, 0, min(len(counts), 1<<16))
	to := make([]uint32, len(counts))
	for slot, n := range counts {
		to[slot] = aggregate.Skip
		if n > 0 {
			to[slot] = uint32(len(used))
			used = append(used, uint64(slot))
		}
	}
	if len(used) < len(counts) {
		dense := plan.New()
		for _, a := range dense {
			a.Grow(len(used))
		}
		mergeInto(dense, accs, to)
		accs = dense
	}
	return pivot.Groups{N: len(used), Codes: decode(k, used), Accs: accs}
}

func mergeInto(accs, from []aggregate.Accumulator, to []uint32) {
	for i, a := range accs {
		a.Merge(from[i], to)
	}
}

func decode(k *key.Composite, slots []uint64) [][]uint32 {
	codes := make([][]uint32, len(k.Cols))
	for c := range codes {
		codes[c] = make([]uint32, len(slots))
		for g, slot := range slots {
			codes[c][g] = k.Code(slot, c)
		}
	}
	return codes
}

func mergePacked(t *Task, workers []*worker) pivot.Groups {
	first := workers[0]
	for _, w := range workers[1:] {
		to := make([]uint32, w.packed.Len())
		for g, k := range w.packed.Keys() {
			to[g] = first.packed.ID(k)
		}
		first.room(first.packed.Len())
		mergeInto(first.accs, w.accs, to)
	}
	slots := first.packed.Keys()
	first.room(len(slots))
	return pivot.Groups{N: len(slots), Codes: decode(t.Key, slots), Accs: first.accs}
}

func mergeWide(t *Task, workers []*worker) pivot.Groups {
	first := workers[0]
	for _, w := range workers[1:] {
		to := make([]uint32, len(w.rows.Rows()))
		for g, row := range w.rows.Rows() {
			to[g] = first.rows.ID(row)
		}
		first.room(len(first.rows.Rows()))
		mergeInto(first.accs, w.accs, to)
	}
	rows := first.rows.Rows()
	codes := make([][]uint32, len(t.Key.Cols))
	for c, col := range t.Key.Cols {
		codes[c] = make([]uint32, len(rows))
		for g, row := range rows {
			codes[c][g] = col.Codes.At(int(row))
		}
	}
	return pivot.Groups{N: len(rows), Codes: codes, Accs: first.accs}
}

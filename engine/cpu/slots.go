package cpu

import (
	"context"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// maxSlots returns the largest number of slots that may index accumulators: a few times the rows up to 2^26, and from
// there on the number of rows, since an identifier may have a value for each row.
func maxSlots(rows int) uint64 { return max(uint64(rows), min(1<<26, max(1<<16, 4*uint64(rows)))) }

// Indexable reports whether accumulators can be indexed by slot, given the numbers of slots and rows.
func Indexable(slots uint64, rows int) bool { return slots <= maxSlots(rows) }

func (t *Task) canIndex() bool { return Indexable(t.Key.Slots, t.Selected) }

// compact drops the slots without rows, and decodes the keys of the others.
func (j *job) compact(accs []aggregate.Accumulator) (*pivot.Groups, error) {
	used, accs, err := j.usedSlots(accs)
	if err != nil {
		return nil, err
	}
	out := &pivot.Groups{N: len(used), Accs: accs, Codes: make([]data.Codes, len(j.Key.Cols))}
	if len(j.Key.Cols) == 1 { // its codes are the slots
		out.Codes[0] = data.PackCodes(used, j.Key.Cols[0].Card)
		return out, nil
	}
	codes := each.Times(len(j.Key.Cols), func(int) []uint32 { return memory.Uninitialized[uint32](len(used)) })
	ranges := (len(used) + rangeGroups - 1) / rangeGroups
	err = j.overGroups(len(used), len(codes)*ranges, func(i, _ int) error {
		c, lo := i/ranges, i%ranges*rangeGroups
		hi := min(lo+rangeGroups, len(used))
		j.Key.SlotCodes(codes[c][lo:hi], used[lo:hi], c)
		return j.ctx.Err()
	})
	if err != nil {
		return out, err
	}
	err = j.overGroups(len(used), len(codes), func(c, _ int) error {
		out.Codes[c] = data.PackCodes(codes[c], j.Key.Cols[c].Card)
		return nil
	})
	return out, err
}

// usedGroups is the number of groups that are searched at a time. Their list is small enough for any stack.
const usedGroups = 256

// usedSlots lists the slots with rows, and returns the accumulators of only these slots.
func (j *job) usedSlots(accs []aggregate.Accumulator) ([]uint32, []aggregate.Accumulator, error) {
	counts := accs[0].(*aggregate.Counts).S
	ranges := (len(counts) + rangeGroups - 1) / rangeGroups
	start := make([]int, ranges+1) // the start of each range in the list
	each := func(do func(r, lo, hi int)) error {
		return j.overGroups(len(counts), ranges, func(r, _ int) error {
			do(r, r*rangeGroups, min((r+1)*rangeGroups, len(counts)))
			return j.ctx.Err()
		})
	}
	err := each(func(r, lo, hi int) {
		n := uint32(0)
		for _, rows := range counts[lo:hi] {
			n += min(rows, 1)
		}
		start[r+1] = int(n)
	})
	if err != nil {
		return nil, nil, err
	}
	for r := range ranges {
		start[r+1] += start[r]
	}
	n := start[ranges]
	used := memory.Uninitialized[uint32](n)
	err = each(func(r, lo, hi int) {
		if start[r+1]-start[r] == hi-lo {
			all := used[start[r]:start[r+1]]
			for i := range all {
				all[i] = uint32(lo + i)
			}
			return
		}
		to := used[start[r]:start[r+1]]
		for ; lo < hi; lo += usedGroups {
			var list [usedGroups]uint32 // without a branch, which would be mispredicted if some slots are used
			n := uint32(0)
			for i, rows := range counts[lo:min(lo+usedGroups, hi)] {
				list[n%usedGroups] = uint32(lo + i)
				n += min(rows, 1)
			}
			to = to[copy(to, list[:n]):]
		}
	})
	if err != nil {
		return nil, nil, err
	}
	if n == len(counts) {
		return used, accs, nil
	}
	for _, a := range accs {
		if columns, ok := a.(aggregate.Columnar); ok {
			if err := j.onRanges(func(each aggregate.Ranges) { columns.Keep(used, each) }); err != nil {
				return nil, nil, err
			}
		}
	}
	err = j.overGroups(len(counts), len(accs), func(kind, _ int) error {
		if _, columnar := accs[kind].(aggregate.Columnar); columnar || accs[kind] == nil {
			return nil
		}
		to := memory.Uninitialized[uint32](len(counts))
		for i := range to {
			to[i] = aggregate.Skip
		}
		for g, slot := range used {
			to[slot] = uint32(g)
		}
		small := j.Plan.NewOf(kind)
		small.Grow(n)
		small.Merge(accs[kind], nil, to)
		accs[kind] = small
		return nil
	})
	return used, accs, err
}

// Compact returns the groups of a task from accumulators that are indexed by slot: the slots with rows, in ascending
// order. A missing accumulator stays nil. It returns an error if ctx ends.
func Compact(ctx context.Context, t Task, accs []aggregate.Accumulator) (*pivot.Groups, error) {
	j, err := newJob(ctx, t)
	if err != nil {
		return nil, err
	}
	return j.compact(accs)
}

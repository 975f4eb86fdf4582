package cpu

import (
	"context"

	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/pivot"
	"cardinal/internal/memory"
)

// The numbers of ranges in which a quantile's values are counted if lists of all values do not fit the memory. A second
// pass keeps only the values of the ranges with a quantile. With fewer ranges, it would keep too many values.
const mostRanges, leastRanges = 256, 16

// rangeShare limits the counts of all workers: they may take 1/rangeShare of the memory for the run.
const rangeShare = 4

// countRanges makes the states of quantiles count values in at most `most` ranges, if the counts take at most `bytes`
// bytes. It returns the number of such states.
func (t *Task) countRanges(most int, bytes int64) (states int) {
	for ranges := most; ranges >= leastRanges && t.canIndex(); ranges /= 2 {
		t.Plan.UseRanges(ranges)
		if states, group := t.Plan.Ranged(); states > 0 && t.slotBytes(group+4) <= bytes {
			return states
		}
	}
	t.Plan.UseRanges(0)
	return 0
}

// Counts take less time than lists of all values within these limits: at least rangedRows rows, rowsPerCount rows per
// count and fewRanges ranges per group, and at most rangedBytes for the counts of a worker, which fit its second-level
// cache.
const rangedRows, rowsPerCount, fewRanges, rangedBytes = 1 << 16, 4, 1 << 6, 2 << 20

// countFast makes the states of quantiles count values by ranges if reading the rows twice takes less time than keeping
// all values in lists. It returns the number of such states.
func (t *Task) countFast() (states int) {
	for ranges := mostRanges; ranges >= fewRanges && t.canIndex() && t.Selected >= rangedRows; ranges /= 2 {
		counts := int64(t.Key.Slots) * int64(ranges)
		if 4*counts > rangedBytes || rowsPerCount*counts > int64(t.Selected) {
			continue
		}
		t.Plan.UseRanges(ranges)
		states, _ = t.Plan.Ranged()
		return states
	}
	return 0
}

// readAgain returns the function that reads the rows a second time, with the groups of the answer. Slots of the key
// must be able to index accumulators.
func (j *job) readAgain(g *pivot.Groups) measure.Again {
	task, strategy := j.Task, j.strategy
	task.Progress = func(done float64) {
		if d := task.Plan.Disk(); d != nil && d.Progress != nil {
			d.Progress(done)
		}
	}
	return func(ctx context.Context, worker func() func(*aggregate.Batch)) error {
		j, err := newJob(ctx, task)
		if err != nil {
			return err
		}
		defer j.release()
		j.strategy = strategy
		groups := j.groupsBySlot(g)
		_, err = gather(j, func() (struct{}, error) {
			take, s := worker(), j.scan()
			return struct{}{}, s.allBatches(func() {
				ids := s.slots()
				for i, slot := range ids {
					ids[i] = groups[slot]
				}
				take(s.values(ids))
			})
		})
		return err
	}
}

// groupsBySlot returns the group of each used slot.
func (j *job) groupsBySlot(g *pivot.Groups) []uint32 {
	groups := memory.Make[uint32](int(j.Key.Slots))
	for i := range g.N {
		slot := uint64(0)
		for col, codes := range g.Codes {
			slot += uint64(codes.At(i)) * j.Key.Strides[col]
		}
		groups[slot] = uint32(i)
	}
	return groups
}

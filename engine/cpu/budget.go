package cpu

import (
	"fmt"
	"runtime"

	"cardinal/internal/memory"
	"cardinal/profiler"
)

// checkMemory returns an error if a run would take more memory than allowed, before it allocates any. Partitioning
// replaces a strategy that would take too much, if partitioning fits: it keeps each group only once, and not once for
// each worker. Lists of values that would take too much are written to the disk.
func (j *job) checkMemory() error {
	if j.ListRows == 0 && len(j.files) == 0 {
		j.fast = j.countFast() > 0
	}
	lists := int64(j.Selected) * j.Plan.RowBytes()
	need := lists + j.strategy.bytes(j)
	if j.ListRows > 0 {
		j.countRanges(leastRanges, littleBytes)
		j.useDisk(j.ListRows, 0)
		return nil
	}
	if j.Budget == nil || need < littleBytes {
		return nil
	}
	budget := j.Budget(j.Groups)
	if need > budget { // the garbage of reading the table may be the memory that is missing
		runtime.GC()
		budget = j.Budget(j.Groups)
	}
	if need > budget && j.strategy != &partition && lists+partition.bytes(j) <= budget {
		j.events = append(j.events,
			fmt.Sprintf("the %s strategy would need %s and %s are free: partition took its place", j.strategy.Name,
				memory.Format(need), memory.Format(budget)))
		j.strategy = &partition
		return nil
	}
	if need > budget {
		j.fast = false
		j.countRanges(mostRanges, budget/rangeShare)
		if j.putListsOnDisk(budget - j.strategy.bytes(j)) {
			return nil
		}
	}
	if need > budget {
		return fmt.Errorf("about %s groups would need %s of memory, and %s are free: filter rows out, take a key "+
			"away, bin it, or %s", profiler.Count(j.Groups), memory.Format(need), memory.Format(budget),
			memory.Advice())
	}
	return nil
}

// littleBytes is the memory that a run may take without asking what is free.
const littleBytes = 4 << 20

// groupBytes returns the approximate memory of a group: its state and the codes of its key.
func (j *job) groupBytes() int64 {
	n := j.Plan.GroupBytes()
	for _, c := range j.Key.Cols {
		n += int64(c.Codes.Bytes() / max(1, c.Codes.Len()))
	}
	return n
}

// slotBytes returns the approximate memory of accumulators by slot: one set per worker, and one for the answer.
func (t *Task) slotBytes(ofSlot int64) int64 { return int64(t.Key.Slots) * ofSlot * int64(t.Threads+1) }

// tableBytes returns the approximate memory of tables of keys and their accumulators: one table per worker, and one for
// the answer.
func (j *job) tableBytes() int64 {
	return int64(max(j.Groups, 1)) * (j.groupBytes() + 40) * int64(j.Threads+1)
}

// listedBytes returns the approximate memory of the keys and the numbers of all rows, and of the groups.
func (j *job) listedBytes() int64 {
	return int64(j.Selected)*16 + int64(max(j.Groups, 1))*(j.groupBytes()+24)
}

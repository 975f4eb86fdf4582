package cpu

import (
	"fmt"

	"cardinal/profiler"
)

// afford refuses a run that would take more memory than allowed, before any of it is allocated. Where the chosen
// strategy is too large but partitioning, whose state is not multiplied by the workers, is not, that runs instead.
func (j *job) afford() error {
	need := j.needs(j.Strategy)
	if j.Budget == nil || need < littleBytes {
		return nil
	}
	budget := j.Budget()
	if need > budget && j.Strategy != "partition" && j.needs("partition") <= budget {
		j.events = append(j.events, fmt.Sprintf("the %s strategy would need %s and %s are free: partition took its place", j.Strategy, size(need), size(budget)))
		j.Strategy = "partition"
		return nil
	}
	if need > budget {
		return fmt.Errorf("about %s groups would need %s of memory, and %s are free: filter rows out, take a key away, or bin it", profiler.Count(j.Groups), size(need), size(budget))
	}
	return nil
}

// littleBytes are taken without asking what is free.
const littleBytes = 4 << 20

// needs is about the bytes that a strategy takes at its largest.
func (j *job) needs(strategy string) int64 {
	rows, groups, state := int64(j.Selected), int64(max(j.Groups, 1)), j.Plan.GroupBytes()
	width := int64(8)
	for i := range j.inputs {
		width += int64(max(j.inputs[i].Width(), 4))
	}
	bytes := rows * j.Plan.RowBytes()
	for _, c := range j.Key.Cols {
		state += int64(c.Codes.Bytes() / max(1, c.Codes.Len()))
	}
	switch strategy {
	case "dense", "runs":
		if j.canIndex() {
			if strategy == "dense" {
				sums, _, _ := j.Plan.Sums()
				state += 8 * int64(sums) // the words of a tally
			}
			return bytes + int64(j.Key.Slots)*state*int64(j.Threads+1)
		}
		return bytes + groups*(state+40)*int64(j.Threads+1)
	case "partition":
		if j.canIndex() {
			return bytes + rows*(width-4) + int64(j.Key.Slots)*state + groups*state
		}
		return bytes + rows*(width+4) + groups*(state+8)
	case "sort", "plat":
		return bytes + rows*16 + groups*(state+24)
	}
	return bytes + groups*(state+40)*int64(j.Threads+1)
}

func size(n int64) string {
	if n >= 1e9 {
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

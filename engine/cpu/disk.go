package cpu

import (
	"fmt"
	"slices"

	"cardinal/data/store/spill"
	"cardinal/engine/aggregate"
	"cardinal/engine/choice/tier"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// The number of rows that a worker's list keeps in memory before it writes them to the disk. Long sorted runs are
// merged in less time, but a cancelled pivot waits until one of them is sorted.
const leastListRows, mostListRows = 1 << 14, 1 << 22

// residentShare limits the pages of written values: they may take 1/residentShare of the memory for lists before they
// are given back to the system.
const residentShare = 4

// putListsOnDisk makes lists write the values that do not fit `bytes` bytes to the disk. It returns false if even the
// smallest lists do not fit, or if the system cannot do it.
func (j *job) putListsOnDisk(bytes int64) bool {
	ranged, _ := j.Plan.Ranged()
	lists := j.Plan.Lists() + ranged
	if lists == 0 || !spill.Possible {
		return false
	}
	rows := bytes / int64(lists*(j.Threads+1)) / aggregate.RowBytes
	if rows < leastListRows {
		return false
	}
	j.useDisk(int(min(rows, mostListRows)), bytes/residentShare)
	return true
}

// useDisk makes each list keep `rows` rows in memory. resident is the memory that pages of written values may take;
// 0: the system decides.
func (j *job) useDisk(rows int, resident int64) {
	j.Plan.UseDisk(&aggregate.Disk{Arena: spill.Arena{Space: spill.Space{Most: resident,
		Of: "the list of values of the pivot"}}, Rows: rows, Fail: j.fail})
}

// spilledColumns returns the columns of the run that are in temporary files.
func (j *job) spilledColumns() (out []aggregate.Vector) {
	all := slices.Clone(j.inputs)
	for _, c := range j.Key.Cols {
		all = append(all, aggregate.Vector{U8: c.Codes.U8, U16: c.Codes.U16, U32: c.Codes.U32})
	}
	out = append(out, each.Where(all, func(v aggregate.Vector) bool { return v.Spilled() })...)
	return out
}

// Moved returns about how many words of 32 bits are moved for each row because lists of values do not fit the memory.
// They are sorted onto the disk, or collected in a second pass. Moved returns 0 if they fit.
func Moved(g *tier.GroupBy, groups int) float64 {
	if lists := int64(g.Selected) * g.Measures.RowBytes(); g.ListRows == 0 && (lists < littleBytes ||
		lists <= g.Budget(groups)) {
		return 0
	}
	t := Task{Key: g.Key, Selected: g.Selected, Plan: g.Measures, Threads: g.Cores}
	again := 0
	if g.ListRows == 0 {
		again = t.countRanges(mostRanges, g.Budget(groups)/rangeShare)
		defer g.Measures.UseRanges(0)
	}
	return g.Measures.Moved() + float64(again)
}

// noteLists reports how much is on the disk, and whether the rows are read twice.
func (j *job) noteLists() {
	if states, _ := j.Plan.Ranged(); states > 0 && !j.fast {
		j.events = append(j.events, "values counted by ranges, and the rows read twice, because lists of the values "+
			"need more memory than is free")
	}
	if d := j.Plan.Disk(); d != nil && d.Arena.Bytes() > 0 {
		j.events = append(j.events, fmt.Sprintf("values laid out on disk: %s, because their lists need more memory "+
			"than is free", memory.Format(d.Arena.Bytes())))
	}
}

// diskFailed is the error that ended a run because the disk did not take its values.
type diskFailed struct{ error }

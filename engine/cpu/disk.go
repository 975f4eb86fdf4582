package cpu

import (
	"fmt"
	"slices"

	"cardinal/data/store/spill"
	"cardinal/engine/aggregate"
	"cardinal/engine/choice/tier"
	"cardinal/internal/memory"
)

// Rows that a list of a worker keeps in memory before it writes them to the disk: few sorted runs are merged
// sooner, and a cancelled run waits for the sorting of one.
const leastListRows, mostListRows = 1 << 14, 1 << 22

// residentShare is the share of the memory for lists that pages of written values may take before they are
// given back to the system.
const residentShare = 4

// listsOnDisk has lists write values that do not fit so many bytes to the disk. It returns false where not even
// the least lists fit, or where the system cannot.
func (j *job) listsOnDisk(bytes int64) bool {
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

// useDisk has each list keep so many rows in memory. resident is the bytes of memory that pages of written
// values may take; 0: the system decides.
func (j *job) useDisk(rows int, resident int64) {
	j.Plan.UseDisk(&aggregate.Disk{Arena: spill.Arena{Space: spill.Space{Most: resident, Of: "the list of values of the pivot"}}, Rows: rows, Fail: j.fail})
}

// spilled are the columns that the run reads and that lie in temporary files.
func (j *job) spilled() (out []aggregate.Vector) {
	all := slices.Clone(j.inputs)
	for _, c := range j.Key.Cols {
		all = append(all, aggregate.Vector{U8: c.Codes.U8, U16: c.Codes.U16, U32: c.Codes.U32})
	}
	for _, v := range all {
		if v.Spilled() {
			out = append(out, v)
		}
	}
	return out
}

// Moved is about how many columns a row is moved through because lists of values do not fit the memory, and are
// sorted onto the disk or collected in a second pass; 0: they fit.
func Moved(g *tier.GroupBy, groups int) float64 {
	if lists := int64(g.Selected) * g.Measures.RowBytes(); g.ListRows == 0 && (lists < littleBytes || lists <= g.Budget(groups)) {
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

// noteLists tells how much lies on the disk, and whether the rows are read twice.
func (j *job) noteLists() {
	if states, _ := j.Plan.Ranged(); states > 0 {
		j.events = append(j.events, "values counted by ranges, and the rows read twice, because lists of the values need more memory than is free")
	}
	if d := j.Plan.Disk(); d != nil && d.Arena.Bytes() > 0 {
		j.events = append(j.events, fmt.Sprintf("values laid out on disk: %s, because their lists need more memory than is free", memory.Format(d.Arena.Bytes())))
	}
}

// diskFailed is why a run ended whose values the disk did not take.
type diskFailed struct{ error }

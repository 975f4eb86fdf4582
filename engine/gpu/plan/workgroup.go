package plan

import (
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Workgroup aggregates in workgroup memory. If the accumulators of all slots do not fit, the slots are split into
// spans, and the columns are read once per span.
var Workgroup = &Kernel{
	Name:     shaders.Workgroup,
	Words:    "Added up in the fast memory of the GPU's cores",
	MaxSlots: MaxSlots,
	Applies:  func(p Pass, j *Job, a gpu.Adapter) bool { return Spans(p.Words, j.Slots, a) <= MaxGroups },
	Price: func(p Pass, j *Job, a gpu.Adapter) float64 {
		r, walk := classRates[a.Class], p.bytesARow(j)
		more := float64(Spans(p.Words, j.Slots, a) - 1)
		return r.dispatch + float64(j.Rows)*(walk+more*max(r.reread, walk/2)+r.atomic*float64(p.Words))
	},
	TuneSlots: []int{64, 2048, 6144},
	Programs: func(p Pass, j *Job, a gpu.Adapter) []Program {
		return []Program{rowProgram(shaders.Workgroup, p, j, CellsConstants(shaders.Workgroup, p, j, a))}
	},
	WarmSlots: map[string][]int{gpu.Discrete: {200, 1000, 4000}, gpu.Integrated: {200, 1000, 4000}},
}

// Cells is the layout of accumulators in workgroup memory.
type Cells struct {
	Words  int // u32 words of workgroup memory
	Span   int // number of slots whose accumulators fit
	Copies int // copies of each accumulator, a power of two
}

// LayCells lays out accumulators of `words` words for `slots` slots. It takes the smallest size of workgroup memory
// that holds all accumulators, so that as many workgroups as possible share a core. It fills this size with as many
// copies of the accumulators as fit.
func LayCells(words, slots int, a gpu.Adapter) Cells {
	storage := SmallestStorage
	for storage < largestStorage(a) && 4*words*slots > storage {
		storage += SmallestStorage
	}
	c := Cells{Words: storage / 4}
	c.Span = min(slots, c.Words/words)
	c.Copies = min(32, 1<<(bits.Len(uint(c.Words/words/c.Span))-1))
	return c
}

// CellsConstants returns the constants of a kernel that aggregates rows in workgroup memory.
func CellsConstants(kernel string, p Pass, j *Job, a gpu.Adapter) shaders.Constants {
	c := p.RowConstants()
	c["CELLS"], c["INVOCATIONS"] = uint32(LayCells(p.Words, j.Slots, a).Words),
		Width(CellsWidth(a), a, j.TuningOf(kernel))
	return c
}

// Tuned limits the copies to the number that the tuning asks for.
func (c Cells) Tuned(t gpu.Tuning) Cells {
	if t.Copies != 0 {
		c.Copies = min(int(t.Copies), c.Copies)
	}
	return c
}

// Spans returns how often the workgroup kernel reads the columns.
func Spans(words, slots int, a gpu.Adapter) int { return Ceil(slots, LayCells(words, slots, a).Span) }

// SmallestStorage is the workgroup memory in bytes that every WebGPU device has.
const SmallestStorage = 16 << 10

// largestStorage returns the bytes of workgroup memory that a kernel may take on a device: up to three steps of
// SmallestStorage.
func largestStorage(a gpu.Adapter) int {
	return max(SmallestStorage, min(3*SmallestStorage, int(a.WorkgroupBytes)/SmallestStorage*SmallestStorage))
}

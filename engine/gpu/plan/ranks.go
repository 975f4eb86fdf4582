package plan

import (
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Ranks collects the slots of neighbouring rows in a set in workgroup memory. The rank of a slot is its place in the
// set, where the rows of the slot are aggregated (libcudf).
var Ranks = &Kernel{
	Name:     shaders.Ranks,
	Words:    "Rows of a group that lie near each other are added up in the fast memory of the GPU's cores first",
	MaxSlots: 1 << 31, // the kernel needs the top bit to distinguish slots from ranks
	Price: func(p Pass, j *Job, a gpu.Adapter) float64 {
		// Each run of equal slots ends with one addition to the totals.
		r, words := classRates[a.Class], float64(p.Words)
		return r.dispatch + float64(j.Rows)*(p.bytesARow(j)+r.rank+r.atomic*words+globalPrice(r, words,
			j.Slots)/max(1, j.Run))
	},
	Programs: func(p Pass, j *Job, a gpu.Adapter) []Program {
		return []Program{rowProgram(shaders.Ranks, p, j, RanksConstants(p, j, a))}
	},
}

// RanksConstants returns the constants of ranks.wgsl.
func RanksConstants(p Pass, j *Job, a gpu.Adapter) shaders.Constants {
	c, places := p.RowConstants(), LayRanks(p.Words)
	c["INVOCATIONS"], c["PLACES"], c["CELLS"] = Width(CellsWidth(a), a, j.TuningOf(shaders.Ranks)), uint32(places),
		uint32(places*p.Words)
	return c
}

// LayRanks returns how many places, a power of two, the set of Ranks has. A place holds a slot and the `words` words of
// its accumulators; one more word counts the used places.
func LayRanks(words int) int { return 1 << (bits.Len(uint((SmallestStorage/4-1)/(1+words))) - 1) }

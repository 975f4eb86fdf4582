package plan

import (
	"math/bits"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Ranks aggregates neighbouring rows by the ranks that their slots have in a set in workgroup memory (libcudf).
var Ranks = &Kernel{
	Name:     shaders.Ranks,
	Words:    "Rows of a group that lie near each other are added up in the fast memory of the GPU's cores first",
	MaxSlots: 1 << 31, // the top bit of a cell tells slots from ranks
	Price: func(p Pass, j *Job, a gpu.Adapter) float64 {
		// Each run of rows with one slot ends in one addition to the totals.
		r, words := classRates[a.Class], float64(p.Words)
		return r.dispatch + float64(j.Rows)*(p.bytesARow(j)+r.rank+r.atomic*words+globalPrice(r, words, j.Slots)/max(1, j.Run))
	},
	Programs: func(p Pass, j *Job, a gpu.Adapter) []Program {
		return []Program{rowProgram(shaders.Ranks, p, j, RanksConstants(p, j, a))}
	},
}

// RanksConstants are those of the kernel.
func RanksConstants(p Pass, j *Job, a gpu.Adapter) shaders.Constants {
	c, places := p.RowConstants(), LayRanks(p.Words)
	c["INVOCATIONS"], c["PLACES"], c["CELLS"] = Width(CellsWidth(a), a, j.TuningOf(shaders.Ranks)), uint32(places), uint32(places*p.Words)
	return c
}

// LayRanks is the number of places, a power of two, that the set has for slots of so many words. A place holds
// a slot and its words; one further word counts the places in use.
func LayRanks(words int) int { return 1 << (bits.Len(uint((SmallestStorage/4-1)/(1+words))) - 1) }

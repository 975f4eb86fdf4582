package plan

import (
	"math"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Global adds each row to the totals in global memory, with one or more atomic operations. Every device can run it.
var Global = &Kernel{
	Name:     shaders.Global,
	Words:    "Added up in the GPU's main memory",
	MaxSlots: MaxSlots,
	Price: func(p Pass, j *Job, a gpu.Adapter) float64 {
		r := classRates[a.Class]
		return r.dispatch + float64(j.Rows)*(p.bytesARow(j)+globalPrice(r, float64(p.Words), j.Slots))
	},
	Programs: func(p Pass, j *Job, a gpu.Adapter) []Program {
		return []Program{rowProgram(shaders.Global, p, j, GlobalConstants(p, j, a))}
	},
	TuneSlots: []int{1 << 22},
}

// GlobalConstants returns the constants of global.wgsl.
func GlobalConstants(p Pass, j *Job, a gpu.Adapter) shaders.Constants {
	c := p.RowConstants()
	c["INVOCATIONS"] = Width(Invocations, a, j.TuningOf(shaders.Global))
	return c
}

// globalPrice returns the cost of adding a row to totals in global memory if the rows come in random order. If the
// totals do not fit the cache, the cost is up to six times as much.
func globalPrice(r rates, words float64, slots int) float64 {
	excess := max(1, 4*words*float64(slots)/r.cache)
	return r.global * words * min(6, math.Pow(excess, 0.8))
}

package plan

import (
	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// Private aggregates eight slots or fewer in the registers of each invocation.
var Private = &Kernel{
	Name:     shaders.Private,
	Words:    "Added up in the registers of the GPU's cores",
	MaxSlots: 8, // the slots that the shader spells out
	Applies: func(p Pass, _ *Job, _ gpu.Adapter) bool {
		return len(p.Measures) <= 3 && !p.has(gpu.Product) // the measures that the shader spells out
	},
	Price: func(p Pass, j *Job, a gpu.Adapter) float64 {
		r := classRates[a.Class]
		return r.dispatch + float64(j.Rows)*(p.bytesARow(j)+r.register*float64(len(p.Measures)))
	},
	TuneSlots: []int{8},
	Programs: func(p Pass, j *Job, a gpu.Adapter) []Program {
		return []Program{rowProgram(shaders.Private, p, j, CellsConstants(shaders.Private, p, j, a))}
	},
	WarmSlots: map[string][]int{gpu.Integrated: {8}}, // on a card the kernel is never the cheapest
}

package plan

import (
	"strings"

	"cardinal/engine/gpu"
	"cardinal/internal/each"
)

// Kernel describes one way to aggregate a pass. Package device registers, under the same name, how to dispatch the
// kernel.
type Kernel struct {
	Name  string // of the shader, of gpu.Tuning.Strategy and of gpu.Result.Strategy
	Words string // for people: what happens to the rows, without a full stop

	MinSlots int // with fewer slots the kernel is never the cheapest
	MaxSlots int // the largest number of slots that the kernel takes

	// Applies reports whether a device can run the kernel over a pass of a job. The job has at most MaxSlots slots.
	// nil: every device can.
	Applies func(p Pass, j *Job, a gpu.Adapter) bool
	// Price returns the cost of the pass, as the bytes of memory traffic that take equally long.
	Price func(p Pass, j *Job, a gpu.Adapter) float64
	// Records returns the device memory for the rows that the kernel writes out; nil: the kernel writes none.
	Records func(p Pass, j *Job, a gpu.Adapter) RecordRoom

	// Programs returns the programs that the kernel runs over all rows of a job, in order.
	Programs func(p Pass, j *Job, a gpu.Adapter) []Program

	// the upper ends of slot ranges; a tuning searches a grid for each range; empty: the rows decide the grid
	TuneSlots []int
	WarmSlots map[string][]int // by class of adapter: slots of the requests that compile the kernel ahead
}

// Kernels lists all kernels. If prices are equal, the planner takes the first kernel.
var Kernels = []*Kernel{Private, Workgroup, Partition, Sort, Ranks, Global}

// KernelNames returns the names of all kernels.
func KernelNames() []string {
	return each.Of(Kernels, func(k *Kernel) string { return k.Name })
}

// FindKernel returns the kernel with a name, or nil.
func FindKernel(name string) *Kernel {
	return each.First(Kernels, func(k *Kernel) bool { return k.Name == name })
}

// takes reports whether a device can run the kernel over a pass of a job.
func (k *Kernel) takes(p Pass, j *Job, a gpu.Adapter) bool {
	return j.Slots <= k.MaxSlots && (k.Applies == nil || k.Applies(p, j, a))
}

// Choose returns a kernel for a pass, and its price. The kernel is the tuning's if the device can run it, else the
// cheapest.
func Choose(p Pass, j *Job, a gpu.Adapter) (best *Kernel, price float64) {
	if k := FindKernel(j.Tuning.Strategy); k != nil && k.takes(p, j, a) {
		return k, k.Price(p, j, a)
	}
	best, price = Global, Global.Price(p, j, a)
	for _, k := range Kernels {
		if j.Slots < k.MinSlots || !k.takes(p, j, a) {
			continue
		}
		if other := k.Price(p, j, a); other < price {
			best, price = k, other
		}
	}
	return best, price
}

// Planned is a pass with what the planner decided: its kernel, and where its accumulators begin.
type Planned struct {
	Pass
	Kernel *Kernel
	Offset int64 // bytes; the start of the pass's accumulators among those of the job

	price float64 // from Choose
}

// StrategyOf returns the names of the kernels of some passes, each once, joined by +.
func StrategyOf(passes []Planned) string {
	var names []string
	for _, p := range passes {
		names = each.Add(names, p.Kernel.Name)
	}
	return strings.Join(names, "+")
}

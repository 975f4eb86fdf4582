package plan

import (
	"fmt"
	"math"
	"slices"

	"cardinal/engine/gpu"
)

// The limits of a request on every device.
const (
	MaxRows  = math.MaxUint32 - 1 // the kernels count rows from 1 in 32 bits
	MaxSlots = math.MaxUint32     // the largest u32 marks rows that the filter drops
	// one bit per slot, and a u32 per 32 bits, fit the smallest binding that WebGPU promises
	MaxSparseSlots = 1<<30 - 64
	MaxHashedKeys  = 4 // code columns that keys.wgsl compares
)

// Check returns an error if no device can answer the request. The error names the number that is out of range, and its
// limits.
func Check(r *gpu.Request) error {
	switch n := len(r.Keys); {
	case r.Rows < 0 || r.Rows > MaxRows:
		return fmt.Errorf("%d rows: the GPU takes 0 to %d", r.Rows, MaxRows)
	case (r.Form == gpu.Hashed || r.Form == gpu.Partitioned) && (n < 1 || n > MaxHashedKeys):
		return fmt.Errorf("%d hashed keys: the GPU takes 1 to %d", n, MaxHashedKeys)
	case r.Form == gpu.Partitioned && (r.Slots < 1 || r.Slots > MaxParts):
		return fmt.Errorf("%d partitions: the GPU takes 1 to %d", r.Slots, MaxParts)
	case r.Form == gpu.Sparse && r.Slots > MaxSparseSlots:
		return fmt.Errorf("%d sparse slots: the GPU takes 1 to %d", r.Slots, MaxSparseSlots)
	case r.Form != gpu.Hashed && (r.Slots < 1 || r.Slots > MaxSlots):
		return fmt.Errorf("%d slots: the GPU takes 1 to %d", r.Slots, MaxSlots)
	}
	if name := r.Tuning.Strategy; name != "" && !slices.Contains(KernelNames(), name) {
		return fmt.Errorf("unknown strategy %q: want one of %v", name, KernelNames())
	}
	if name := r.Tuning.Mapping; name != "" && !slices.Contains(MappingNames(), name) {
		return fmt.Errorf("unknown mapping %q: want one of %v", name, MappingNames())
	}
	return r.Check()
}

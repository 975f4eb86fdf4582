package offload

import (
	"cmp"
	"math"

	"cardinal/engine/gpu"
)

// Card describes a GPU to the score.
type Card struct {
	Class          string // discrete, integrated, software; "" for none
	Vendor         string
	WorkgroupBytes int
	BufferBytes    int64 // the largest buffer it binds
}

// Classes are the classes of devices, the strongest first.
var Classes = []string{gpu.Discrete, gpu.Integrated, gpu.Software}

// Constants is the constants of the six-factor score in "The GROUP BY problem on GPUs".
type Constants struct {
	BreakEven map[string]float64 // T: rows at which a class of device begins to pay
	Class     map[string]float64 // F3
	Vendor    map[string]float64 // F4
	Resident  float64            // F5 if every column already is on the device
}

// Defaults is the article's constants. The class factor of a software device keeps its score below 1 for any number of
// rows, because the device computes on the same cores as the processor's tiers.
var Defaults = Constants{
	BreakEven: map[string]float64{gpu.Discrete: 50_000, gpu.Integrated: 200_000, gpu.Software: 1_000_000},
	Class:     map[string]float64{gpu.Discrete: 1, gpu.Integrated: 0.6, gpu.Software: 0.05},
	Vendor:    map[string]float64{"nvidia": 1.1, "amd": 1.05, "apple": 1.05, "intel": 1},
	Resident:  1.25,
}

// Work describes the pivot to the score.
type Work struct {
	Rows        int   // rows that pass the filter
	Groups      int   // expected
	ColumnBytes int64 // of the largest column that the device needs
	Resident    bool  // every column is on the device already
}

// slotBytes is the workgroup memory per group and accumulator: four words, as the widest exact sum has.
const slotBytes = 16

// SlotLimit returns L, the number of groups with `accumulators` accumulators that fit the device's workgroup memory.
// For example, 16 KiB hold 1,024 groups of one accumulator, or 512 groups of two ("The GROUP BY problem on GPUs"). A
// device that does not report its memory counts as having 16 KiB, which every device must have.
func SlotLimit(d Card, accumulators int) int {
	return max(1, d.workgroupMemory()/(slotBytes*max(accumulators, 1)))
}

// sumSlots returns the number of 64-bit sums that fit the device's workgroup memory, in which the pass of one
// accumulator runs.
func sumSlots(d Card) int { return d.workgroupMemory() / 8 }

func (d Card) workgroupMemory() int {
	return cmp.Or(d.WorkgroupBytes, 16<<10)
}

// Penalty returns F2, the cost of g groups if `limit` groups fit workgroup memory.
func Penalty(g, limit int) float64 {
	share := float64(g) / float64(limit)
	switch {
	case g <= limit:
		return 1 + 0.3*share
	case g <= 4*limit:
		return 3.5 * share
	}
	return 8 * share
}

// leastRowsFactor is the least F1, for very few rows. It is above 0, so that the score always predicts a time.
const leastRowsFactor = 0.01

// RowsFactor returns F1, 1 + log10(rows/T): above 1 if the rows exceed the class's break-even T.
func (c Constants) RowsFactor(rows int, class string) float64 {
	return max(leastRowsFactor, 1+math.Log10(float64(max(rows, 0))/c.BreakEven[class]))
}

// ClassFactor returns F3; 0 for an unknown class.
func (c Constants) ClassFactor(class string) float64 { return c.Class[class] }

// VendorFactor returns F4, which is 1 for a vendor without a constant.
func (c Constants) VendorFactor(vendor string) float64 {
	if v, ok := c.Vendor[vendor]; ok {
		return v
	}
	return 1
}

// ResidencyFactor returns F5, the bonus if every column is on the device.
func (c Constants) ResidencyFactor(resident bool) float64 {
	if resident {
		return c.Resident
	}
	return 1
}

// BufferFactor returns F6: a column larger than the largest buffer is cut into chunks, which costs up to half of the
// advantage of the GPU.
func BufferFactor(column, buffer int64) float64 {
	if buffer <= 0 || column <= buffer {
		return 1
	}
	return max(0.5, float64(buffer)/float64(column))
}

// Factors is the six parts of the score. All are above 0 if a device is known.
type Factors struct{ Rows, Cardinality, Class, Vendor, Residency, Buffer float64 }

// Score returns F1*F3*F4*F5*F6/F2. Above 1 the GPU is expected to be the fastest tier.
func (f Factors) Score() float64 {
	return f.Rows * f.Class * f.Vendor * f.Residency * f.Buffer / f.Cardinality
}

// Score weighs the work for a device by the six factors.
func (c Constants) Score(w Work, d Card, limit int) Factors {
	return Factors{
		Rows: c.RowsFactor(w.Rows, d.Class), Cardinality: Penalty(w.Groups, limit), Class: c.ClassFactor(d.Class),
		Vendor: c.VendorFactor(d.Vendor), Residency: c.ResidencyFactor(w.Resident), Buffer: BufferFactor(w.ColumnBytes,
			d.BufferBytes),
	}
}

package dispatch

import "math"

// Device is what the score needs to know of a GPU.
type Device struct {
	Class          string // discrete, integrated, software; "" for none
	Vendor         string
	WorkgroupBytes int
	BufferBytes    int64 // the largest buffer it binds
}

// Constants of the score. They start at the documents' values (SEEDS A6, A7).
type Constants struct {
	BreakEven map[string]float64 // T: rows at which a class of device begins to pay
	Class     map[string]float64 // F3
	Vendor    map[string]float64 // F4
	Resident  float64            // F5 when every column is on the device
}

// Defaults are the documents' constants. Where there is no device the rows are held against a discrete one. A software
// device is one core pretending: its class factor keeps the score below 1 whatever the rows.
var Defaults = Constants{
	BreakEven: map[string]float64{"": 50_000, "discrete": 50_000, "integrated": 200_000, "software": 1_000_000},
	Class:     map[string]float64{"discrete": 1, "integrated": 0.6, "software": 0.05},
	Vendor:    map[string]float64{"nvidia": 1.1, "amd": 1.05, "apple": 1.05, "intel": 1},
	Resident:  1.25,
}

// Work is the pivot as the score sees it.
type Work struct {
	Rows        int // that pass the filter
	Groups      int // expected
	UploadBytes int64
	Resident    bool // every column is on the device already
}

// SlotLimit is the number of groups whose accumulators fit the device's workgroup memory at the given u32 words a
// group. The documents reckon four words an accumulator: 1,024 groups at 16 KiB, 512 for two accumulators.
func SlotLimit(d Device, words int) int {
	memory := d.WorkgroupBytes
	if memory == 0 {
		memory = 16 << 10
	}
	return max(1, memory/(4*max(words, 1)))
}

// Penalty is F2, what g groups cost where limit fit workgroup memory (SEEDS A6).
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

// RowsFactor is F1, 1 + log10(rows/T) and at least 0: above 1 where the rows exceed the class's break-even T.
func (c Constants) RowsFactor(rows int, class string) float64 {
	t := c.BreakEven[class]
	if t <= 0 || rows <= 0 {
		return 0
	}
	return max(0, 1+math.Log10(float64(rows)/t))
}

// ClassFactor is F3; 0 without a device.
func (c Constants) ClassFactor(class string) float64 { return c.Class[class] }

// VendorFactor is F4; 1 for a vendor without tuning.
func (c Constants) VendorFactor(vendor string) float64 {
	if v, ok := c.Vendor[vendor]; ok {
		return v
	}
	return 1
}

// ResidencyFactor is F5, the bonus where every column is on the device.
func (c Constants) ResidencyFactor(resident bool) float64 {
	if resident {
		return c.Resident
	}
	return 1
}

// BufferFactor is F6: columns beyond the largest buffer are cut into chunks, which costs up to half of the advantage.
func BufferFactor(upload, buffer int64) float64 {
	if buffer <= 0 || upload <= buffer {
		return 1
	}
	return max(0.5, float64(buffer)/float64(upload))
}

// Factors are the six parts of the score.
type Factors struct{ Rows, Cardinality, Class, Vendor, Residency, Buffer float64 }

// Score is F1*F3*F4*F5*F6/F2; above 1 the GPU runs.
func (f Factors) Score() float64 {
	return f.Rows * f.Class * f.Vendor * f.Residency * f.Buffer / f.Cardinality
}

// Corrected is the factors of a measured score after what past runs showed: the times of the CPU and of the GPU
// multiplied by their corrections. It stands with the tuning, because it is of this very machine.
func (f Factors) Corrected(cpu, gpu float64) Factors {
	if gpu > 0 {
		f.Vendor *= cpu / gpu
	}
	return f
}

// Border is the number of groups up to which the work scores above 1, whatever its own number is; 0 where it never
// does. Up to it the GPU runs, beyond it does not: what an estimate has to tell apart.
func (c Constants) Border(w Work, d Device, limit int) int {
	above := func(g int) bool {
		w.Groups = g
		return c.Score(w, d, limit).Score() > 1
	}
	if !above(1) {
		return 0
	}
	lo, hi := 1, 2
	for above(hi) {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; above(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Score weighs the work for a device by the documents' way.
func (c Constants) Score(w Work, d Device, limit int) Factors {
	return Factors{
		Rows: c.RowsFactor(w.Rows, d.Class), Cardinality: Penalty(w.Groups, limit), Class: c.ClassFactor(d.Class),
		Vendor: c.VendorFactor(d.Vendor), Residency: c.ResidencyFactor(w.Resident), Buffer: BufferFactor(w.UploadBytes, d.BufferBytes),
	}
}

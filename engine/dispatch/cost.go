package dispatch

import "math"

// Tiers by name.
const (
	Serial  = "serial"
	Workers = "workers"
	GPU     = "gpu"
)

// Shape is what the cost model needs to know of a pivot.
type Shape struct {
	Rows     int // that the aggregation walks
	Keys     int // key columns
	Accs     int // accumulators
	Distinct int // accumulators that keep sets
	Groups   int
	Slots    int // of the dense form; 0 where keys are hashed
	Threads  int
	Upload   int64 // bytes that the GPU lacks
}

// Machine is the cost constants: nanoseconds on one core unless the name says otherwise.
type Machine struct {
	KeyNs, AccNs     float64 // a row and key column; a row and accumulator
	HashNs, MissNs   float64 // a row's probe of a table; an access beyond the second-level cache
	DistinctNs       float64 // a row and set
	MergeNs          float64 // a group and accumulator
	CacheBytes       float64 // second-level cache of a core
	SampleNs, NodeNs float64 // a sampled row; a group and axis level
	ForkMS           float64 // starting and joining the workers
	DeviceMS         float64 // a round trip to the GPU's process
	UploadGBs        float64
	DeviceNs         map[string]float64 // a row and accumulator, by device class
}

// DefaultMachine was measured on a 2-core AMD EPYC with 1 MiB of second-level cache.
var DefaultMachine = Machine{
	KeyNs: 0.5, AccNs: 0.9, HashNs: 4, MissNs: 3, DistinctNs: 8, MergeNs: 2, SampleNs: 60, NodeNs: 80, CacheBytes: 1 << 20,
	ForkMS: 0.03, DeviceMS: 0.6, UploadGBs: 1.5,
	DeviceNs: map[string]float64{"discrete": 0.008, "integrated": 0.05, "software": 6},
}

// Prediction is the expected milliseconds of each stage of a tier, by name.
type Prediction map[string]float64

// Total is the tier's time.
func (p Prediction) Total() float64 {
	sum := 0.0
	for _, ms := range p {
		sum += ms
	}
	return sum
}

// Predict returns what each tier is expected to take. The GPU is left out where class is "".
func (m Machine) Predict(s Shape, class string) map[string]Prediction {
	row := float64(s.Keys)*m.KeyNs + float64(s.Accs)*m.AccNs + float64(s.Distinct)*m.DistinctNs
	state := float64(max(s.Slots, s.Groups)) * 8 * float64(s.Accs+1)
	if s.Slots == 0 {
		row += m.HashNs
		state += 24 * float64(s.Groups)
	}
	if state > m.CacheBytes {
		row += m.MissNs * float64(s.Accs+1) * (1 - m.CacheBytes/state)
	}
	rows := float64(s.Rows)
	merge := float64(max(s.Slots, s.Groups)) * float64(s.Accs) * m.MergeNs / 1e6
	threads := math.Max(1, float64(s.Threads))
	out := map[string]Prediction{
		Serial:  {"aggregate": rows * row / 1e6, "merge": merge},
		Workers: {"aggregate": m.ForkMS + rows*row/threads/1e6, "merge": merge * threads},
	}
	if ns, ok := m.DeviceNs[class]; ok {
		out[GPU] = Prediction{
			"upload": float64(s.Upload) / m.UploadGBs / 1e6, "kernel": rows * float64(s.Accs) * ns / 1e6,
			"round trip": m.DeviceMS, "merge": merge,
		}
	}
	return out
}

// Estimate and Assemble are the expected milliseconds of the stages that every tier shares.
func (m Machine) Estimate(sampleRows int) float64 { return float64(sampleRows) * m.SampleNs / 1e6 }

// Assemble of groups with the given number of axis levels and accumulators.
func (m Machine) Assemble(groups, levels, accs int) float64 {
	return float64(groups) * float64(levels) * (m.NodeNs + float64(accs)*m.MergeNs) / 1e6
}

package dispatch

import "math"

// Tiers by name.
const (
	Serial  = "serial"
	Workers = "workers"
	GPU     = "gpu"
)

// Stages that a tier's prediction is made of, and the two that all tiers share.
const (
	Aggregate = "aggregate"
	Merge     = "merge"
	Upload    = "upload"
	Kernel    = "kernel"
	RoundTrip = "round trip"
	Estimate  = "estimate"
	Assemble  = "assemble"
)

// Shape is what the cost model needs to know of a pivot.
type Shape struct {
	Rows     int // that the aggregation walks
	Keys     int // key columns
	Accs     int // accumulators
	Distinct int // accumulators that keep sets
	Groups   int
	Slots    int   // of the dense form; 0 where keys are hashed
	Domain   int   // slots that the GPU indexes; 0 where they are Slots
	Threads  int   // of the workers
	Upload   int64 // bytes that the GPU lacks
	Bytes    int64 // bytes that the GPU needs, resident or not; 0 where that is not known
	Limit    int   // slots whose accumulators fit workgroup memory; 0 stands for the documents' 1,024
	Chunks   int   // pieces that the columns are cut into for the device's largest buffer; 0 is one

	SampleRows int // that the estimate drew
	Levels     int // of both axes together
}

// maxPasses is how often the GPU reads the keys, a part of the groups in workgroup memory each time, before it turns
// to global atomics.
const maxPasses = 4

// terms are how much of each constant a stage takes, in milliseconds a unit: a stage's time is their dot product with
// the machine's constants. Predict and Fit read the same ones.
type terms [constants]float64

// terms of a stage on a tier. The cache and the number of threads enter here, because time is not linear in them.
func (m *Machine) terms(s *Shape, tier, stage string) terms {
	const ns = 1e-6 // a nanosecond in milliseconds
	var t terms
	rows, accs := float64(s.Rows)*ns, float64(s.Accs)
	slots := max(s.Slots, s.Groups)
	if tier == GPU {
		slots = max(slots, s.Domain)
	}
	cells := float64(slots) * accs * ns
	switch {
	case stage == Estimate:
		t[sampleNs] = float64(s.SampleRows) * ns
	case stage == Assemble:
		nodes := float64(s.Groups) * float64(s.Levels) * ns
		t[nodeNs], t[mergeNs] = nodes, nodes*accs
	case stage == Merge && tier == Workers:
		t[mergeNs] = cells * math.Max(1, float64(s.Threads))
	case stage == Merge:
		t[mergeNs] = cells
	case stage == Aggregate:
		if tier == Workers {
			rows /= 1 + math.Max(0, float64(s.Threads-1))*m.Parallel
			t[forkMS] = 1
		}
		t[roomNs] = cells
		t[keyNs], t[accNs], t[distinctNs] = rows*float64(s.Keys), rows*accs, rows*float64(s.Distinct)
		state := float64(slots) * 8 * (accs + 1)
		if s.Slots == 0 {
			t[hashNs] = rows
			state += 24 * float64(s.Groups)
		}
		if state > m.CacheBytes {
			t[missNs] = rows * (accs + 1) * (1 - m.CacheBytes/state)
		}
	case stage == Upload:
		t[uploadNs] = float64(s.Upload) * ns
	case stage == Kernel:
		limit := s.Limit
		if limit == 0 {
			limit = 1024
		}
		if passes := (slots + limit - 1) / limit; passes <= maxPasses {
			t[workgroupNs] = rows * accs * float64(max(1, passes))
		} else {
			t[globalNs] = rows * accs
		}
	case stage == RoundTrip:
		t[roundTripMS] = float64(max(1, s.Chunks))
		t[slotNs] = cells
	}
	return t
}

func (t *terms) dot(v *[constants]float64) float64 {
	sum := 0.0
	for i, x := range t {
		sum += x * v[i]
	}
	return sum
}

// stagesOf lists what each tier's prediction is made of.
var stagesOf = map[string][]string{
	Serial: {Aggregate, Merge}, Workers: {Aggregate, Merge}, GPU: {Upload, Kernel, RoundTrip, Merge},
}

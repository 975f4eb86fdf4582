package offload

import (
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/gpu"
	"cardinal/engine/key"
	"cardinal/engine/tier"
)

// TestKeysAreForeseenAsTheyRun wants keys that the device tells apart by their slots described by slots, also where the processor would not index
// so many, and the others as hashed. A calibration fits the time of a row to this.
func TestKeysAreForeseenAsTheyRun(t *testing.T) {
	for _, c := range []struct {
		slots  uint64
		hashed bool
	}{{4900, false}, {maxDeviceSlots + 1, false}, {27_000_000, false}, {maxSparseSlots, false}, {maxSparseSlots + 1, true}} {
		j := &job{GroupBy: &tier.GroupBy{Table: &data.Table{}, Key: &key.Composite{Slots: c.slots}, Measures: &measure.Plan{Kinds: []measure.Kind{{Op: measure.OpCount}}}, Selected: 20_000}}
		s := j.scorer().shape
		s.Class = gpu.Discrete
		if hashed(&s) != c.hashed {
			t.Errorf("%d slots of 20,000 rows: hashed %v, want %v", c.slots, hashed(&s), c.hashed)
		}
		if !c.hashed && c.slots > maxDeviceSlots && keyWork(&s) < float64(c.slots)*keyProportions[gpu.Discrete].rankedSlot {
			t.Errorf("%d slots of 20,000 rows are ranked by the work of %.0f rows", c.slots, keyWork(&s))
		}
	}
}

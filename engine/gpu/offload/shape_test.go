package offload

import (
	"math"
	"testing"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/tier"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/key"
)

// TestKeysAreForeseenAsTheyRun wants keys that the device tells apart by their slots described by slots, also
// where the processor would not index so many, and the others as hashed. A calibration fits the time of a row
// to this.
func TestKeysAreForeseenAsTheyRun(t *testing.T) {
	for _, c := range []struct {
		slots  uint64
		hashed bool
	}{{4900, false}, {maxDeviceSlots + 1, false}, {27_000_000, false}, {maxSparseSlots, false},
		{maxSparseSlots + 1, true}} {
		j := &job{GroupBy: &tier.GroupBy{Table: &data.Table{}, Key: &key.Composite{Slots: c.slots},
			Measures: &measure.Plan{Kinds: []measure.Kind{{Op: measure.OpCount}}}, Selected: 20_000}}
		s := j.scorer().shape
		s.Class = gpu.Discrete
		if isHashed(&s) != c.hashed {
			t.Errorf("%d slots of 20,000 rows: hashed %v, want %v", c.slots, isHashed(&s), c.hashed)
		}
		if !c.hashed && c.slots > maxDeviceSlots &&
			keyWork(&s) < float64(c.slots)*keyProportions[gpu.Discrete].rankedSlot {
			t.Errorf("%d slots of 20,000 rows are ranked by the work of %.0f rows", c.slots, keyWork(&s))
		}
	}
}

// TestSoftwareStarts wants a device in software to start one kernel, however many the slots, whereas a card starts
// the kernels that write rows out.
func TestSoftwareStarts(t *testing.T) {
	m := cost.DefaultMachine
	for class, want := range map[string]float64{gpu.Software: 1, gpu.Discrete: partitionStarts} {
		s := cost.Shape{Class: class, Rows: 1 << 20, Accs: 2, Groups: 1 << 18, Slots: 1 << 18}
		work := terms(&m, &s, stageKernel)
		if work[cost.GlobalNs] == 0 || work[cost.LaunchMS] != want {
			t.Errorf("%s: %v starts, want %v", class, work[cost.LaunchMS], want)
		}
	}
	few := cost.Shape{Class: gpu.Software, Rows: 1 << 20, Accs: 2, Groups: 8, Slots: 8, Kernel: plan.Private.Name}
	many := few
	many.Kernel = plan.Workgroup.Name
	if r, w := terms(&m, &few, stageKernel)[cost.WorkgroupNs],
		terms(&m, &many, stageKernel)[cost.WorkgroupNs]; math.Abs(r/w-privateShare) > 1e-9 {
		t.Errorf("registers take %v of workgroup memory, want %v", r/w, privateShare)
	}
}

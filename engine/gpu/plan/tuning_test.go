package plan

import (
	"testing"

	"cardinal/engine/gpu"
)

func TestTuningByStrategyAndSlots(t *testing.T) {
	j := &Job{Slots: 100, Tuned: []Tuned{
		{Strategy: gpu.Workgroup, MaxSlots: 64, Groups: 1}, {Strategy: gpu.Workgroup, MaxSlots: 6144, Groups: 3},
		{Strategy: gpu.Workgroup, MaxSlots: 2048, Groups: 2}, {Strategy: gpu.Global, MaxSlots: 128, Groups: 4},
	}}
	if got := j.TuningOf(gpu.Workgroup); got.Groups != 2 {
		t.Errorf("%+v", got)
	}
	if got := j.TuningOf(gpu.Partition); got.Groups != 0 {
		t.Errorf("%+v", got)
	}
	j.Tuning.Invocations = 64
	if got := j.TuningOf(gpu.Workgroup); got.Groups != 0 || got.Invocations != 64 {
		t.Errorf("what is asked for comes first: %+v", got)
	}
}

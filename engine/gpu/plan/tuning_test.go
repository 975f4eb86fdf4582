package plan

import (
	"testing"

	"cardinal/engine/gpu"
)

func TestTuningByStrategyAndSlots(t *testing.T) {
	j := &Job{Request: gpu.Request{Slots: 100}, Tuned: []Tuned{
		{Strategy: Workgroup.Name, MaxSlots: 64, Groups: 1}, {Strategy: Workgroup.Name, MaxSlots: 6144, Groups: 3},
		{Strategy: Workgroup.Name, MaxSlots: 2048, Groups: 2}, {Strategy: Global.Name, MaxSlots: 128, Groups: 4},
	}}
	if got := j.TuningOf(Workgroup.Name); got.Groups != 2 {
		t.Errorf("%+v", got)
	}
	if got := j.TuningOf(Partition.Name); got.Groups != 0 {
		t.Errorf("%+v", got)
	}
	j.Tuning.Invocations = 64
	if got := j.TuningOf(Workgroup.Name); got.Groups != 0 || got.Invocations != 64 {
		t.Errorf("what is asked for comes first: %+v", got)
	}
}

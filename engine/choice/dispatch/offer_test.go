package dispatch

import (
	"testing"

	"cardinal/engine/choice/cost"
	"cardinal/profiler"
)

// TestPlainAt wants the time that a tier would have been expected to take for the groups that there were, held
// on the side of its score as the time for the groups that were expected.
func TestPlainAt(t *testing.T) {
	times := func(groups int) cost.Prediction { return cost.Prediction{"kernel": 10, "merge": float64(groups)} }
	offer := &Offer{Plan: func(_, groups int) Plan { return Plan{Groups: groups, Predicted: times(groups)} }}
	c := Candidate{Offer: offer, Plan: Plan{Groups: 30}, Plain: times(30).Scaled(80)}
	if got := c.PlainAt(90); got["kernel"] != 20 || got["merge"] != 180 {
		t.Errorf("of 90 groups %v, want a kernel of 20 ms and a merge of 180", got)
	}
	unknown := Candidate{Offer: &Offer{Plan: func(_, groups int) Plan { return Plan{Groups: groups} }}}
	if got := unknown.PlainAt(90); got != nil {
		t.Errorf("hardware that is not known was foreseen: %v", got)
	}
}

// TestDoubtForbidsNoPreparation wants a candidate possible that only the range of groups speaks against.
func TestDoubtForbidsNoPreparation(t *testing.T) {
	doubt, memory := profiler.Gate{Name: doubtful}, profiler.Gate{Name: "memory"}
	for _, c := range []struct {
		shut []profiler.Gate
		want bool
	}{{nil, true}, {[]profiler.Gate{doubt}, true}, {[]profiler.Gate{memory}, false},
		{[]profiler.Gate{memory, doubt}, false}} {
		if got := (&Candidate{Shut: c.shut}).Possible(); got != c.want {
			t.Errorf("%v: %v", c.shut, got)
		}
	}
}

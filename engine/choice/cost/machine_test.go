package cost_test

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	. "cardinal/engine/choice/cost"
)

func TestMachineAsJSON(t *testing.T) {
	text, err := json.Marshal(DefaultMachine)
	if err != nil {
		t.Fatal(err)
	}
	var back Machine
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, DefaultMachine) {
		t.Errorf("%s reads as %+v (%v)", text, back, err)
	}
}

// predict returns what every tier is expected to take: the workers with as many threads as the shape says.
func predict(m Machine, s Shape) map[string]Prediction {
	out := map[string]Prediction{}
	for _, tier := range tiers {
		s := on(tier, s)
		out[tier.Name] = tier.Model.Predict(&m, &s)
	}
	return out
}

// Stages worked by hand from the default constants.
func TestPredict(t *testing.T) {
	s := Shape{Rows: 10_000_000, Keys: 2, Accs: 2, Groups: 4900, Slots: 4900, Threads: 2, Upload: 160e6, Unmapped: true,
		Levels: 3, SampleRows: 5000}
	got := predict(DefaultMachine, s)
	for _, c := range []struct {
		tier, stage string
		want        float64
	}{
		{"serial", aggregate, 0.03 + 10*(0.4+2*0.7) + 0.0049*2}, {"serial", "merge", 0.0049 * 2.5 * 2},
		{"workers", aggregate, 0.03 + 0.15/2 + 0.01 + 10*(0.4+2*0.7)/2 + 0.0049*2*2*1.3/2},
		{"workers", "merge", 0.0049*2*2*1 + 0.0049*2.5*2},
		{"gpu", "upload", 64}, {"gpu", "hash", 1.5*0.25 + (10*0.6+10*(1+math.Log2(1+4900.0/(1<<23))/4)+
			0.05*0.0049)*0.25}, {"gpu", "kernel", 0.15 + 10*2*0.008*5}, {"gpu", "round trip", 0.25 + 0.0049*2*8},
		{"gpu", "merge", 0.0049 * (2 + 2*0.5) * 1},
	} {
		if v := got[c.tier][c.stage]; math.Abs(v-c.want) > 1e-9 {
			t.Errorf("%s %s: %.4f ms, want %.4f", c.tier, c.stage, v, c.want)
		}
	}
	joined := s
	joined.Updates = 1
	if v := predict(DefaultMachine, joined)["serial"][aggregate]; math.Abs(v-10*(0.4+0.7)-0.0049*2-0.03) > 1e-9 {
		t.Errorf("a count and a sum together: %.4f ms, want 11.0398", v)
	}
	joined.Keys, joined.Direct = 1, true
	if v := predict(DefaultMachine, joined)["serial"][aggregate]; math.Abs(v-10*0.7-0.0049*2-0.03) > 1e-9 {
		t.Errorf("by the codes of one key: %.4f ms, want 7.0398", v)
	}
	picked := s
	picked.Scanned = 30_000_000
	if v := predict(DefaultMachine,
		picked)["serial"][aggregate]; math.Abs(v-10*(3.5*0.4+2*0.7)-30*2*0.4-0.0049*2-0.03) > 1e-9 {
		t.Errorf("a third of 30,000,000 rows: %.4f ms, want 52.0398", v)
	}
	few := s
	few.Rows = 50_000
	alone := predict(DefaultMachine, few)["serial"][aggregate]
	if v := predict(DefaultMachine, few)["workers"][aggregate]; math.Abs(v-alone-0.01) > 1e-9 {
		t.Errorf("rows that are done before others are awake: %.4f ms, %.4f on one core", v, alone)
	}
	s.Groups, s.Slots = 2000, 2000
	if v := predict(DefaultMachine, s)["gpu"]["kernel"]; math.Abs(v-0.15-10*2*0.008*2) > 1e-9 {
		t.Errorf("two passes over 2,000 groups: %.4f ms, want 0.47", v)
	}
	s.Groups, s.Slots = 60_000, 60_000
	if v := predict(DefaultMachine, s)["gpu"]["kernel"]; math.Abs(v-2*0.15-10*2*0.045*(1+4*math.Sqrt(0.006))) > 1e-9 {
		t.Errorf("60,000 groups by partitions: %.4f ms, want 1.4789", v)
	}
	if v := predict(DefaultMachine, s)["gpu"]["compile"]; v != 0 {
		t.Errorf("programs that are compiled: %.4f ms", v)
	}
	s.CompileWait = func(groups int) float64 { return float64(groups) / 500 }
	beside := predict(DefaultMachine, s)["gpu"]
	if v := beside["compile"] + beside["upload"]; math.Abs(v-120) > 1e-9 {
		t.Errorf("programs that are compiled while columns are sent: %.4f ms for both, want 120", v)
	}
	s.Upload = 0
	if v := predict(DefaultMachine, s)["gpu"]["compile"]; v != 120 {
		t.Errorf("programs that are not compiled: %.4f ms, want 120", v)
	}
	s.Unmapped = false
	if v := predict(DefaultMachine, s)["gpu"]["hash"]; v != 0 {
		t.Errorf("keys whose slots are found: %.4f ms", v)
	}
	if got, want := DefaultMachine.Assemble(4900, 3, 1000), (0.0147+0.006)*30; math.Abs(got-want) > 1e-9 {
		t.Errorf("assemble: %v, want %v", got, want)
	}
}

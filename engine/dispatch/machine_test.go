package dispatch

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"
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

// Stages worked by hand from the default constants.
func TestPredict(t *testing.T) {
	s := Shape{Rows: 10_000_000, Keys: 2, Accs: 2, Groups: 4900, Slots: 4900, Threads: 2, Upload: 160e6, Levels: 3, SampleRows: 5000}
	got := DefaultMachine.Predict(s, "discrete")
	for _, c := range []struct {
		tier, stage string
		want        float64
	}{
		{Serial, Aggregate, 0.03 + 10*(0.4+2*0.7) + 0.0049*2}, {Serial, Merge, 0.0049 * 5},
		{Workers, Aggregate, 0.03 + 0.15/2 + 0.01 + 10*(0.4+2*0.7)/2 + 0.0049*2*2*1.3/2}, {Workers, Merge, 0.0049*2*2*1 + 0.0049*5},
		{GPU, Upload, 64}, {GPU, Kernel, 0.15 + 10*2*0.008*5}, {GPU, RoundTrip, 0.25 + 0.0049*2*12}, {GPU, Merge, 0.0049 * 3 * 1},
	} {
		if v := got[c.tier][c.stage]; math.Abs(v-c.want) > 1e-9 {
			t.Errorf("%s %s: %.4f ms, want %.4f", c.tier, c.stage, v, c.want)
		}
	}
	joined := s
	joined.Updates = 1
	if v := DefaultMachine.Predict(joined, "")[Serial][Aggregate]; math.Abs(v-10*(0.4+0.7)-0.0049*2-0.03) > 1e-9 {
		t.Errorf("a count and a sum together: %.4f ms, want 11.0398", v)
	}
	joined.Keys, joined.Direct = 1, true
	if v := DefaultMachine.Predict(joined, "")[Serial][Aggregate]; math.Abs(v-10*0.7-0.0049*2-0.03) > 1e-9 {
		t.Errorf("by the codes of one key: %.4f ms, want 7.0398", v)
	}
	picked := s
	picked.Scanned = 30_000_000
	if v := DefaultMachine.Predict(picked, "")[Serial][Aggregate]; math.Abs(v-10*(3.5*0.4+2*0.7)-30*2*0.4-0.0049*2-0.03) > 1e-9 {
		t.Errorf("a third of 30,000,000 rows: %.4f ms, want 52.0398", v)
	}
	few := s
	few.Rows = 50_000
	alone := DefaultMachine.Predict(few, "")[Serial][Aggregate]
	if v := DefaultMachine.Predict(few, "")[Workers][Aggregate]; math.Abs(v-alone-0.01) > 1e-9 {
		t.Errorf("rows that are done before others are awake: %.4f ms, %.4f on one core", v, alone)
	}
	s.Groups, s.Slots = 2000, 2000
	if v := DefaultMachine.Predict(s, "discrete")[GPU][Kernel]; math.Abs(v-0.15-10*2*0.008*2) > 1e-9 {
		t.Errorf("two passes over 2,000 groups: %.4f ms, want 0.47", v)
	}
	s.Groups, s.Slots = 60_000, 60_000
	if v := DefaultMachine.Predict(s, "discrete")[GPU][Kernel]; math.Abs(v-3*0.15-10*2*0.045) > 1e-9 {
		t.Errorf("60,000 groups by partitions: %.4f ms, want 1.35", v)
	}
	if _, ok := DefaultMachine.Predict(s, "")[GPU]; ok {
		t.Error("a GPU that is not there has a prediction")
	}
	for tier, p := range got {
		if total := DefaultMachine.total(&Shape{Rows: 10_000_000, Keys: 2, Accs: 2, Groups: 4900, Slots: 4900, Threads: 2, Upload: 160e6}, tier, "discrete"); math.Abs(total-p.Total()) > 1e-9 {
			t.Errorf("%s: %.4f and %.4f ms in total", tier, total, p.Total())
		}
	}
	if got, want := DefaultMachine.Assemble(4900, 3), 0.0147*30; math.Abs(got-want) > 1e-9 {
		t.Errorf("assemble: %v, want %v", got, want)
	}
}

// Few rows are answered by few of the cores, many by all of them.
func TestCrew(t *testing.T) {
	s := Shape{Keys: 1, Accs: 1, Groups: 10_000, Slots: 10_000, Threads: 16}
	last := 0
	for _, rows := range []int{10_000, 300_000, 1_000_000, 3_000_000, 100_000_000} {
		s.Rows = rows
		crew := DefaultMachine.Crew(s)
		for _, other := range []int{2, 4, 8, 16} {
			few, some := s, s
			few.Threads, some.Threads = crew, other
			if DefaultMachine.sum(&few, Workers, "") > DefaultMachine.sum(&some, Workers, "") {
				t.Errorf("%d rows: %d workers, %d are faster", rows, crew, other)
			}
		}
		if crew < last {
			t.Errorf("%d rows: %d workers, fewer rows have %d", rows, crew, last)
		}
		last = crew
	}
	if s.Rows = 10_000; DefaultMachine.Crew(s) != 2 || last != 16 {
		t.Errorf("%d workers for few rows, %d for many", DefaultMachine.Crew(s), last)
	}
}

func TestBorders(t *testing.T) {
	s := Shape{Rows: 10_000_000, Keys: 2, Accs: 2, Groups: 1, Slots: 1, Threads: 2, Limit: 1024}
	for name, c := range map[string]struct {
		machine Machine
		rows    int
		upload  int64
		borders int
	}{
		"resident":             {DefaultMachine, 500_000, 0, 3},
		"to be sent":           {realMachine(), 10_000_000, 160e6, 1},
		"a near race":          {realMachine(), 200_000, 1_600_000, 3},
		"the GPU cannot catch": {DefaultMachine, 10_000_000, 160e6, 1},
	} {
		s.Rows, s.Upload = c.rows, c.upload
		borders := c.machine.Borders(s, "discrete", c.rows)
		if len(borders) != c.borders {
			t.Errorf("%s: borders %v, want %d", name, borders, c.borders)
		}
		stake := time.Duration(0)
		for _, b := range borders {
			if c.machine.best(s, "discrete", b) == c.machine.best(s, "discrete", b+1) {
				t.Errorf("%s: the same plan is best at %d and one more", name, b)
			}
			stake = max(stake, c.machine.Stake(s, "discrete", b))
		}
		if len(borders) > 0 && stake <= 0 {
			t.Errorf("%s: nothing hangs on the borders %v", name, borders)
		}
	}
	if got := DefaultMachine.Borders(s, "discrete", 1); got != nil {
		t.Errorf("one group has borders %v", got)
	}
}

// A further core is woken for a tenth of the time, or for what it takes to wake it, but not for less than a tenth of a millisecond.
func TestWorthwhile(t *testing.T) {
	for _, c := range []struct {
		serial, workers float64
		tier            string
	}{{0.105, 0.1, Serial}, {0.12, 0.1, Serial}, {0.19, 0.1, Serial}, {0.25, 0.1, Workers}, {10.5, 10, Workers}, {0.1, 0.105, Serial}, {2.1, 2, Serial}} {
		d := Decision{threads: 2, Predicted: map[string]Prediction{Serial: {Aggregate: c.serial}, Workers: {Aggregate: c.workers}}}
		if tier := d.choose(); tier != c.tier {
			t.Errorf("%v ms on one core, %v on two: %s", c.serial, c.workers, tier)
		}
	}
}

package cost_test

import (
	"math"
	"math/rand/v2"
	"testing"

	. "cardinal/engine/choice/cost"
	"cardinal/engine/choice/tier"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu/offload"
)

// tiers are those that a calibration measures.
var tiers = []tier.Tier{cpu.OneCore(), cpu.AllCores(), offload.Tier(nil)}

// on returns a shape as a tier runs it.
func on(t tier.Tier, s Shape) Shape {
	switch t.Name {
	case cpu.Serial:
		s.Threads = 1
	case offload.GPU:
		s.Class = "discrete"
	}
	return s
}

// around returns the time of the stages that every tier shares.
func around(m *Machine, s *Shape, stage string) float64 {
	if stage == Estimate {
		return m.Estimate(s.SampleRows)
	}
	return m.Assemble(s.Groups, s.Levels, 0)
}

const aggregate = "aggregate"

// realMachine returns a machine that differs from the default one.
func realMachine() Machine {
	return Machine{
		KeyNs: 0.8, AccNs: 0.6, HashNs: 7, PartNs: 6, InsertNs: 70, MissNs: 5, DistinctNs: 14, RoomNs: 1.7, JoinNs: 2,
		MergeNs: 3.5, SampleNs: 33, NodeNs: 130, CacheBytes: 1 << 20,
		StartMS: 0.05, WakeMS: 0.3, ForkMS: 0.02, ArriveMS: 0.02, Contention: 0.05, MemoryContention: 0.17,
		GPU: map[string]DeviceCosts{"discrete": {RoundTripMS: 0.3, SendMS: 0.15, UploadNs: 0.2, LaunchMS: 0.1,
			WorkgroupNs: 0.02, GlobalNs: 0.15, SlotNs: 5, ReadNs: 2, MapMS: 1.2, KeyNs: 1.5}},
	}
}

// grid returns shapes as a calibration runs them.
func grid() []Shape {
	var out []Shape
	for _, rows := range []int{20_000, 200_000, 2_000_000} {
		for _, groups := range []int{10, 1000, 60_000} {
			for _, keys := range []int{1, 3} {
				for _, accs := range []int{1, 4} {
					s := Shape{Rows: rows, Keys: keys, Accs: accs, Groups: groups, Slots: groups, Threads: 8,
						Absent: keys + accs, Columns: keys + accs, Levels: 2, SampleRows: rows / 100, Unmapped: true,
						Upload: int64(rows) * 4 * int64(keys+accs)}
					hashed := s
					hashed.Slots, hashed.Distinct = 0, keys/2
					for _, s := range []Shape{s, hashed} {
						out = append(out, s)
						s.Upload, s.Absent, s.Unmapped = 0, 0, false // the second time
						out = append(out, s)
					}
				}
			}
		}
	}
	return out
}

// runs returns measurements of the grid on a machine, each off by up to noise, relatively. With outliers, every tenth
// is three times too long.
func runs(m Machine, noise float64, outliers bool) []Measured {
	r := rand.New(rand.NewPCG(5, 6))
	var out []Measured
	for _, shape := range grid() {
		for _, tier := range tiers {
			s := on(tier, shape)
			predicted := tier.Model.Predict(&m, &s)
			stages := map[string]float64{"keys": 1}
			for _, stage := range append([]string{Estimate, Assemble}, tier.Model.Stages...) {
				ms, ok := predicted[stage]
				if !ok {
					ms = around(&m, &s, stage)
				}
				ms *= 1 + noise*(2*r.Float64()-1)
				if outliers && r.IntN(10) == 0 {
					ms *= 3
				}
				stages[stage] = ms
			}
			out = append(out, Measured{Shape: s, Model: &tier.Model, Stages: stages})
		}
	}
	return out
}

// worst returns the largest relative error of the tiers' predicted times over the grid.
func worst(got, want Machine) float64 {
	off := 0.0
	for _, shape := range grid() {
		for _, tier := range tiers {
			s := on(tier, shape)
			a, b := tier.Model.Total(&got, &s), tier.Model.Total(&want, &s)
			off = math.Max(off, math.Abs(a-b)/(b+0.02))
		}
	}
	return off
}

func TestFitFindsTheMachine(t *testing.T) {
	want := realMachine()
	for name, c := range map[string]struct {
		noise    float64
		outliers bool
		within   float64
	}{"exact": {0, false, 0.03}, "noisy": {0.1, false, 0.05}, "with outliers": {0.05, true, 0.15}} {
		got := Fit(DefaultMachine, runs(want, c.noise, c.outliers))
		if off := worst(got, want); off > c.within {
			t.Errorf("%s: predictions are off by up to %.1f%%: %+v", name, 100*off, got)
		}
		if math.Abs(got.Contention-want.Contention) > 0.031 {
			t.Errorf("%s: contention %.2f, want %.2f", name, got.Contention, want.Contention)
		}
	}
	got := Fit(DefaultMachine, runs(want, 0, false))
	for name, v := range map[string][2]float64{
		"key": {got.KeyNs, want.KeyNs}, "acc": {got.AccNs, want.AccNs}, "hash": {got.HashNs, want.HashNs},
		"fork": {got.ForkMS, want.ForkMS}, "all awake": {got.WakeMS + 3*got.ArriveMS, want.WakeMS + 3*want.ArriveMS},
		"upload": {got.GPU["discrete"].UploadNs, 0.2}, "global": {got.GPU["discrete"].GlobalNs, 0.15},
		"round trip": {got.GPU["discrete"].RoundTripMS, 0.3},
	} {
		if math.Abs(v[0]-v[1]) > 0.05*v[1] {
			t.Errorf("%s: %.4f, want %.4f", name, v[0], v[1])
		}
	}
}

// What nothing was measured of keeps its value: a machine without a GPU does not forget the defaults of one.
func TestFitKeepsWhatItCannotTell(t *testing.T) {
	var cpu []Measured
	for _, s := range runs(realMachine(), 0, false) {
		if s.Shape.Threads == 1 && s.Shape.Class == "" && s.Shape.Distinct == 0 {
			cpu = append(cpu, s)
		}
	}
	got := Fit(DefaultMachine, cpu)
	if got.GPU["discrete"] != DefaultMachine.GPU["discrete"] || got.GPU["software"] != DefaultMachine.GPU["software"] {
		t.Errorf("devices changed without a measurement: %+v", got.GPU)
	}
	if math.Abs(got.DistinctNs-DefaultMachine.DistinctNs) > 1e-6 || math.Abs(got.ForkMS-DefaultMachine.ForkMS) > 1e-6 ||
		got.Contention != DefaultMachine.Contention {
		t.Errorf("sets, workers or cores changed without a measurement: %+v", got)
	}
	if again := Fit(DefaultMachine, nil); worst(again, DefaultMachine) != 0 {
		t.Error("no measurement changes the machine")
	}
}

// Nothing may cost nothing, whatever was measured.
func TestFitStaysAboveZero(t *testing.T) {
	s := Shape{Rows: 1_000_000, Keys: 2, Accs: 1, Groups: 10, Slots: 10, Threads: 1}
	with := s
	with.Keys = 5
	got := Fit(DefaultMachine, []Measured{
		{Shape: s, Model: &tiers[0].Model, Stages: map[string]float64{aggregate: 9}},
		{Shape: with, Model: &tiers[0].Model, Stages: map[string]float64{aggregate: 1}},
	})
	for i, v := range got.Values("discrete") {
		if v <= 0 || math.IsNaN(v) {
			t.Errorf("constant %d is %v", i, v)
		}
	}
	if !TooShort(got.KeyNs, DefaultMachine.KeyNs) || TooShort(got.AccNs, DefaultMachine.AccNs) {
		t.Errorf("five keys in less time than two are not told from nothing, and accumulators are: %+v", got)
	}
}

// What costs nothing on a machine is not taken for dear where its devices are fitted.
func TestFitFindsNothing(t *testing.T) {
	want := realMachine()
	want.ForkMS = 0
	if got := Fit(DefaultMachine, runs(want, 0.05, true)); got.ForkMS > 0.005 {
		t.Errorf("giving work to a further worker takes %.3f ms", got.ForkMS)
	}
}

// A strategy that partitions first has the same aggregation in more parts.
func TestFitAddsUpTheParts(t *testing.T) {
	whole, parts := runs(realMachine(), 0, false), runs(realMachine(), 0, false)
	for _, s := range parts {
		if ms, ok := s.Stages[aggregate]; ok {
			s.Stages[aggregate], s.Stages["partition"], s.Stages["compact"] = ms/2, ms/4, ms/4
		}
	}
	if off := worst(Fit(DefaultMachine, parts), Fit(DefaultMachine, whole)); off > 1e-6 {
		t.Errorf("predictions differ by %.4f", off)
	}
}

// TestStarting finds the start of a pass, and of its workers, from runs of a thousand rows, of which one on
// each tier was disturbed.
func TestStarting(t *testing.T) {
	real := realMachine()
	var short []Measured
	for _, tier := range tiers[:2] {
		for groups := 10; groups <= 50; groups += 10 {
			s := on(tier, Shape{Rows: 1000, Keys: 1, Accs: 2, Groups: groups, Slots: groups, Threads: 4})
			m := Measured{Shape: s, Model: &tier.Model, Stages: map[string]float64{}}
			for _, stage := range tier.Model.Stages {
				v, terms := real.Values(""), tier.Model.Terms(&real, &s, stage)
				m.Stages[stage] = terms.Dot(&v)
			}
			if groups == 50 {
				m.Stages[aggregate] += 3
			}
			short = append(short, m)
		}
	}
	guess := real
	guess.StartMS, guess.ForkMS = 0.2, 0.0002
	if got := guess.Starting(short); math.Abs(got.StartMS-real.StartMS) > 1e-9 ||
		math.Abs(got.ForkMS-real.ForkMS) > 1e-9 {
		t.Errorf("a start of %v ms and %v for each worker, want %v and %v", got.StartMS, got.ForkMS, real.StartMS,
			real.ForkMS)
	}
	if got := guess.Starting(nil); got.StartMS != guess.StartMS || got.ForkMS != guess.ForkMS {
		t.Errorf("a start of %v ms and %v for each worker without a run", got.StartMS, got.ForkMS)
	}
}

// TestDeviceStarting finds the starts of a device from pivots of a thousand rows, of which one was disturbed,
// and leaves those of a device without runs.
func TestDeviceStarting(t *testing.T) {
	real := realMachine()
	var short []Measured
	for groups := 10; groups <= 50; groups += 10 {
		s := on(tiers[2], Shape{Rows: 1000, Keys: 2, Accs: 2, Groups: groups, Slots: groups, Unmapped: true, Absent: 4,
			Columns: 4, Upload: 16_000})
		m := Measured{Shape: s, Model: &tiers[2].Model, Stages: map[string]float64{}}
		for _, stage := range tiers[2].Model.Stages {
			v, terms := real.Values(s.Class), tiers[2].Model.Terms(&real, &s, stage)
			m.Stages[stage] = terms.Dot(&v)
			if groups == 50 {
				m.Stages[stage] += 80
			}
		}
		short = append(short, m)
	}
	guess := realMachine()
	guess.GPU["discrete"] = DeviceCosts{RoundTripMS: 9, SendMS: 8, UploadNs: 0.2, LaunchMS: 7, WorkgroupNs: 0.02,
		GlobalNs: 0.15, SlotNs: 5, ReadNs: 2, MapMS: 6, KeyNs: 1.5}
	guess.GPU["software"] = DefaultMachine.GPU["software"]
	started := guess.Starting(short)
	got, want := started.Values("discrete"), real.Values("discrete")
	for _, c := range []Constant{RoundTripMS, SendMS, LaunchMS, MapMS} {
		if math.Abs(got[c]-want[c]) > 1e-9 {
			t.Errorf("constant %d is %v, want %v", c, got[c], want[c])
		}
	}
	if started.GPU["software"] != guess.GPU["software"] {
		t.Errorf("a device without runs has %+v", started.GPU["software"])
	}
}

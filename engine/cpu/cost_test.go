package cpu

import (
	"testing"

	"cardinal/engine/choice/cost"
)

// Few rows are answered by few of the cores, many by all of them.
func TestFewRowsHaveFewWorkers(t *testing.T) {
	s := cost.Shape{Keys: 1, Accs: 1, Groups: 10_000, Slots: 10_000, Threads: 16}
	last := 0
	for _, rows := range []int{10_000, 300_000, 1_000_000, 3_000_000, 100_000_000} {
		s.Rows = rows
		crew, _ := fastestWorkers(&cost.DefaultMachine, s)
		for _, other := range []int{2, 4, 8, 16} {
			few, some := s, s
			few.Threads, some.Threads = crew, other
			if model.Total(&cost.DefaultMachine, &few) > model.Total(&cost.DefaultMachine, &some) {
				t.Errorf("%d rows: %d workers, %d are faster", rows, crew, other)
			}
		}
		if crew < last {
			t.Errorf("%d rows: %d workers, fewer rows have %d", rows, crew, last)
		}
		last = crew
	}
	s.Rows = 10_000
	if few, _ := fastestWorkers(&cost.DefaultMachine, s); few != 2 || last != 16 {
		t.Errorf("%d workers for few rows, %d for many", few, last)
	}
}

// A further core is woken for a tenth of the time, or for what it takes to wake it, but not for less than a
// tenth of a millisecond.
func TestWorthwhile(t *testing.T) {
	for _, c := range []struct {
		serial, workers float64
		tier            string
	}{{0.105, 0.1, Serial}, {0.12, 0.1, Serial}, {0.19, 0.1, Serial}, {0.25, 0.1, Workers}, {10.5, 10, Workers},
		{0.1, 0.105, Serial}, {2.1, 2, Serial}} {
		more, words := gainsEnough(c.workers, c.serial, 1000, 2, 2, 2)
		if more != (c.tier == Workers) {
			t.Errorf("%v ms on one core, %v on two: %s", c.serial, c.workers, words)
		}
	}
}

// Of rows whose key occurs shortly before, as in runs, none waits for the memory.
func TestNearRowsDoNotMiss(t *testing.T) {
	m := cost.Machine{MissNs: 1, CacheBytes: 1 << 20}
	for _, strategy := range []string{dense.Name, independent.Name} {
		s := cost.Shape{Rows: 2_000_000, Keys: 1, Accs: 1, Groups: 1_000_000, Threads: 1,
			Strategy: func(int, int) string {
				return strategy
			}}
		if strategy == dense.Name {
			s.Slots = s.Groups
		}
		apart := model.Total(&m, &s)
		s.Locality = 1 - 1.0/500
		if runs := model.Total(&m, &s); apart < 1 || runs > 1.01*apart/500 {
			t.Errorf("%s: %v ms in runs of 500, %v where no row is like one before it", strategy, runs, apart)
		}
	}
}

// The predicted time is that of cores which come one after the other and share the work until it is done.
func TestArrive(t *testing.T) {
	m := cost.Machine{AccNs: 1, WakeMS: 0.1, ArriveMS: 0.04, CacheBytes: 1 << 20}
	for _, rows := range []int{10_000, 100_000, 300_000, 1_000_000, 10_000_000, 100_000_000} {
		s := cost.Shape{Rows: rows, Accs: 1, Direct: true, Groups: 1, Slots: 1}
		var pass pass
		pass.predictArrival(&m, &s, 16)
		v := m.Values("")
		got := pass.terms.Dot(&v)
		work, end, came := float64(rows)*1e-6, 0.0, 0
		// the next core comes before the others are done
		for end == 0 || came < 16 && end > m.WakeMS+float64(came-1)*m.ArriveMS {
			waiting := 0.0
			for k := range came {
				waiting += m.WakeMS + float64(k)*m.ArriveMS
			}
			came++
			end = (work + waiting) / float64(came)
		}
		if got < end-1e-9 || got > 1.1*end {
			t.Errorf("%d rows: %.4f ms with %d workers, the cores take %.4f ms", rows, got, pass.workers, end)
		}
		if pass.workers > 2*came || 2*pass.workers < came {
			t.Errorf("%d rows: %d workers, %d come in time", rows, pass.workers, came)
		}
	}
}

// The sum of the stages is what they are by themselves.
func TestSum(t *testing.T) {
	for _, s := range []cost.Shape{
		{Rows: 1_000_000, Keys: 1, Accs: 1, Groups: 1000, Slots: 1000, Threads: 16, Direct: true},
		{Rows: 30_000, Keys: 4, Accs: 3, Groups: 20_000, Threads: 2},
		{Rows: 5_000_000, Keys: 2, Accs: 2, Groups: 700_000, Threads: 8, Strategy: func(int, int) string {
			return partition.Name
		}},
	} {
		sum := 0.0
		for _, ms := range model.Predict(&cost.DefaultMachine, &s) {
			sum += ms
		}
		if got := model.Total(&cost.DefaultMachine, &s); got < sum*(1-1e-12) || got > sum*(1+1e-12) {
			t.Errorf("%+v: %v ms in all, and the stages have %v", s, got, sum)
		}
	}
}

package cost

import (
	"math"
	"slices"
)

// Measured is the measured times of the stages of one run.
type Measured struct {
	Shape  Shape
	Model  *Model             // of the tier that ran
	Stages map[string]float64 // milliseconds by name; Fit ignores stages without terms
}

// stageTime returns the milliseconds of a stage and its parts together. ok is false if neither the stage nor a part was
// measured.
func (s *Measured) stageTime(model *Model, stage string) (ms float64, ok bool) {
	ms, ok = s.Stages[stage]
	for _, part := range model.Parts[stage] {
		if of, measured := s.Stages[part]; measured {
			ms, ok = ms+of, true
		}
	}
	return ms, ok
}

// equation is one measured stage: its units of each constant, and its milliseconds.
type equation struct {
	terms Terms
	ms    float64
}

const (
	// overhead is the number of milliseconds below which a stage's time is mostly noise of the clock.
	overhead = 0.02
	// prior is the weight of a constant's start value, in measured stages. It decides constants that no measurement
	// shows.
	prior = 0.01
	// outlier is the relative error above which a stage loses weight (Huber 1964).
	outlier = 0.15
	// least is the smallest value of a constant, relative to its start value. No machine is fifty times as fast as the
	// machine of the start values. A constant of 0 would let a plan do any amount of such work.
	least = 0.02
)

// TooShort reports whether a constant is at its least value, because the measurements did not distinguish it from 0.
func TooShort(constant, start float64) bool { return constant <= 1.001*least*start }

// Fit returns the machine `start` with the constants that explain the measured stages best. It minimises the squares of
// the relative errors. A time that is twice too long counts as much as one that is half as long as measured. No
// constant is below its least value. It solves by coordinate descent on the normal equations (Franc, Hlavac and Navara
// 2005, "Sequential coordinate-wise algorithm for the non-negative least squares problem"), repeated with less weight
// on outliers.
//
// The constants of a device are fitted class by class. The contention of cores and the start value of WakeMS are found
// by trying values: one constant after the other, in two rounds. A constant without a stage keeps its value, and so
// does CacheBytes.
func Fit(start Machine, measured []Measured) Machine {
	m := start
	if len(measured) == 0 {
		return m
	}
	v, best := solve(start, measured, "")
	m = start.withValues(v, "")
	tried := []struct {
		of     func(*Machine) *float64
		values []float64
	}{
		{func(m *Machine) *float64 { return &m.WakeMS }, wakings},
		{func(m *Machine) *float64 { return &m.Contention }, contentions},
		{func(m *Machine) *float64 { return &m.WriteContention }, contentions},
		{func(m *Machine) *float64 { return &m.MemoryContention }, contentions},
	}
	for range 2 {
		for _, constant := range tried {
			found := m
			for _, value := range constant.values {
				trial := start
				trial.WakeMS, trial.Contention, trial.WriteContention, trial.MemoryContention = found.WakeMS,
					found.Contention, found.WriteContention, found.MemoryContention
				*constant.of(&trial) = value
				// a value with almost the same loss does not replace the start value
				if v, loss := solve(trial, measured, ""); loss < best*0.999 {
					best, m = loss, trial.withValues(v, "")
				}
			}
		}
	}
	for class := range start.GPU {
		v, _ := solve(m, measured, class)
		m = m.withValues(v, class)
	}
	return m
}

// Starting returns the machine with start times from short runs: StartMS is the median time that runs on one core took
// beyond the prediction of their work. ForkMS is the same for runs on several cores, divided by the number of cores
// after the first. The start times of devices are set, too. Runs of many rows hardly show these constants: a line
// through such runs misses the start by a factor of two.
func (m Machine) Starting(short []Measured) Machine {
	for _, c := range []struct {
		of      *float64
		several bool
		start   float64
	}{{&m.StartMS, false, DefaultMachine.StartMS}, {&m.ForkMS, true, DefaultMachine.ForkMS}} {
		fitted := *c.of
		*c.of = 0
		if beside := m.excess(short, c.several); len(beside) > 0 {
			slices.Sort(beside)
			fitted = max(least*c.start, beside[len(beside)/2])
		}
		*c.of = fitted
	}
	for class := range m.GPU {
		m = m.withDeviceStarts(class, short)
	}
	return m
}

// deviceStarts lists the constants of a device that do not depend on the rows.
var deviceStarts = []Constant{RoundTripMS, SendMS, LaunchMS, MapMS}

// withDeviceStarts returns the machine with the deviceStarts of a class of devices. Each is the median time that a
// stage of short runs took beyond the prediction of its work.
func (m Machine) withDeviceStarts(class string, short []Measured) Machine {
	v, start := m.Values(class), DefaultMachine.Values(class)
	for _, c := range deviceStarts {
		var took []float64
		for i := range short {
			s := &short[i]
			if s.Shape.Class != class {
				continue
			}
			for _, stage := range s.Model.Stages {
				t := s.Model.Terms(&m, &s.Shape, stage)
				if ms, ok := s.stageTime(s.Model, stage); ok && t[c] > 0 {
					took = append(took, v[c]+(ms-t.Dot(&v))/t[c])
				}
			}
		}
		if len(took) > 0 {
			slices.Sort(took)
			v[c] = max(least*start[c], took[len(took)/2])
		}
	}
	return m.withValues(v, class)
}

// excess returns by how many milliseconds each run on one core, or on several, exceeded its prediction. The excess of a
// run on several cores is divided by the number of cores after the first.
func (m *Machine) excess(runs []Measured, several bool) (all []float64) {
	for i := range runs {
		s := &runs[i]
		if (s.Shape.Threads > 1) != several {
			continue
		}
		ms, complete := -s.Model.Total(m, &s.Shape), true
		for _, stage := range s.Model.Stages {
			took, ok := s.stageTime(s.Model, stage)
			ms, complete = ms+took, complete && ok
		}
		if complete {
			all = append(all, ms/float64(max(1, s.Shape.Threads-1)))
		}
	}
	return all
}

// contentions lists the values that Fit tries. With two cores, 0.02 has almost the effect of 0; with sixteen cores, 0.5
// has almost the effect of 1.
var contentions = []float64{0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.17, 0.23, 0.3, 0.4, 0.55, 0.75, 1}

// mostWakeMS is more than a core takes to wake. If a core seems to take longer, another program had it.
const mostWakeMS = 1

// wakings lists the values of WakeMS from which Fit starts to solve. The start value decides which runs are long enough
// for a second core to start, and only such runs show WakeMS.
var wakings = []float64{0.02, 0.05, 0.1, 0.2, 0.4, 0.8}

// solve fits the constants to the runs on a class of devices, "" for the processor, and returns the constants with
// the loss.
func solve(m Machine, measured []Measured, class string) (Terms, float64) {
	var equations []equation
	first := m.Values(class)
	v := first
	for range 12 {
		equations = equations[:0]
		for i := range measured {
			s := &measured[i]
			if s.Shape.Class != class {
				continue
			}
			for _, model := range []*Model{&around, s.Model} {
				for _, stage := range model.Stages {
					if ms, ok := s.stageTime(model, stage); ok && ms >= 0 {
						equations = append(equations, equation{model.Terms(&m, &s.Shape, stage), ms})
					}
				}
			}
		}
		v = descend(equations, &first, &v)
		v[WakeMS], v[ArriveMS] = min(v[WakeMS], mostWakeMS), min(v[ArriveMS], mostWakeMS)
		m = m.withValues(v, "") // terms depend on which cores start in time
	}
	loss := 0.0
	for _, e := range equations {
		r := math.Abs(e.residual(&v))
		loss += min(r*r, 2*outlier*r)
	}
	return v, loss
}

// residual returns the error of the stage's prediction relative to the geometric mean of prediction and measurement. If
// errors were relative to the measurement only, a prediction of 0 would be off by 100%, and a prediction three times
// too long by 200%. The constants would then be too small.
func (e *equation) residual(v *Terms) float64 {
	p := e.terms.Dot(v) + overhead
	return (p - e.ms - overhead) / math.Sqrt(p*(e.ms+overhead))
}

// descend solves one weighted non-negative least squares problem. The weights are Huber's at the constants v, and the
// unknowns are the constants divided by their start values, so that one prior suits all. The weights are computed from
// the predictions with v, and not from the predictions with the solution.
func descend(equations []equation, first, v *Terms) Terms {
	var gram [constants]Terms
	var right, x Terms
	for i := range x {
		gram[i][i], x[i] = prior, v[i]/unit(first[i])
		if first[i] > 0 {
			right[i] = prior
		}
	}
	for _, e := range equations {
		weight := 1 / ((e.ms + overhead) * (e.terms.Dot(v) + overhead))
		if r := math.Abs(e.residual(v)); r > outlier {
			weight *= outlier / r
		}
		for i, a := range e.terms {
			if a == 0 {
				continue
			}
			right[i] += weight * a * unit(first[i]) * e.ms
			for j, b := range e.terms {
				gram[i][j] += weight * a * unit(first[i]) * b * unit(first[j])
			}
		}
	}
	for range 2000 {
		moved := 0.0
		for i := range x {
			if Constant(i) == KnownMS {
				continue
			}
			slope := -right[i]
			for j := range x {
				slope += gram[i][j] * x[j]
			}
			next := math.Max(bound(first[i]), x[i]-slope/gram[i][i])
			moved = math.Max(moved, math.Abs(next-x[i]))
			x[i] = next
		}
		if moved < 1e-9 {
			break
		}
	}
	for i := range x {
		x[i] *= unit(first[i])
	}
	return x
}

// bound returns the smallest value of an unknown.
func bound(start float64) float64 {
	if start > 0 {
		return least
	}
	return 0
}

// unit returns the scale of an unknown: its start value, or 1 for a constant that starts at 0.
func unit(start float64) float64 {
	if start > 0 {
		return start
	}
	return 1
}

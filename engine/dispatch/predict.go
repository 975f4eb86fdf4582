package dispatch

import "math"

// Prediction is the expected milliseconds of each stage of a tier, by name.
type Prediction map[string]float64

// Total is the tier's time.
func (p Prediction) Total() float64 {
	sum := 0.0
	for _, ms := range p {
		sum += ms
	}
	return sum
}

// Times is the prediction with every stage multiplied by a correction.
func (p Prediction) Times(correction float64) Prediction {
	out := Prediction{}
	for stage, ms := range p {
		out[stage] = ms * correction
	}
	return out
}

// Predict returns what each tier is expected to take. The GPU is left out where class is "".
func (m Machine) Predict(s Shape, class string) map[string]Prediction {
	v := m.values(class)
	out := map[string]Prediction{}
	for tier, stages := range stagesOf {
		if tier == GPU && !m.knows(class) {
			continue
		}
		p, s := Prediction{}, s
		if tier == Workers {
			s.Threads = m.Crew(s)
		}
		for _, stage := range stages {
			t := m.terms(&s, tier, class, stage)
			p[stage] = t.dot(&v)
		}
		out[tier] = p
	}
	return out
}

func (m *Machine) knows(class string) bool {
	_, ok := m.GPU[class]
	return ok
}

// Crew is how many of the threads that a shape allows the workers are fastest with: waking more can cost more than they
// take off the others. Powers of two are tried, and all.
func (m *Machine) Crew(s Shape) int {
	crew, _ := m.workers(&s)
	return crew
}

func (m *Machine) workers(s *Shape) (crew int, ms float64) {
	most := max(1, s.Threads)
	crew, ms = most, m.sum(s, Workers, "")
	trial := *s
	for n := 2; n < most; n *= 2 {
		trial.Threads = n
		if t := m.sum(&trial, Workers, ""); t < ms {
			crew, ms = n, t
		}
	}
	return crew, ms
}

// total is a tier's time in milliseconds, infinite where the machine has no such device.
func (m *Machine) total(s *Shape, tier, class string) float64 {
	switch {
	case tier == Workers:
		_, ms := m.workers(s)
		return ms
	case tier == GPU && !m.knows(class):
		return math.Inf(1)
	}
	return m.sum(s, tier, class)
}

func (m *Machine) sum(s *Shape, tier, class string) float64 {
	v, sum := m.values(class), 0.0
	for _, stage := range stagesOf[tier] {
		t := m.terms(s, tier, class, stage)
		sum += t.dot(&v)
	}
	return sum
}

// Estimate is the expected milliseconds of sampling.
func (m Machine) Estimate(sampleRows int) float64 { return float64(sampleRows) * m.SampleNs / 1e6 }

// Assemble is the expected milliseconds of building axes of the given number of levels over groups.
func (m Machine) Assemble(groups, levels int) float64 {
	return float64(groups) * float64(levels) * m.NodeNs / 1e6
}

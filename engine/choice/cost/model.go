package cost

import (
	"maps"
	"slices"
)

// Terms say how much of each constant a stage takes, in milliseconds a unit of the constant. The time of a
// stage is the dot product of its terms with the constants of the machine. Predictions and Fit read the same
// terms.
type Terms [constants]float64

// Dot is the milliseconds of a stage on a machine of constants v.
func (t *Terms) Dot(v *Terms) float64 {
	sum := 0.0
	for i, x := range t {
		sum += x * v[i]
	}
	return sum
}

// Model says what the time of a tier is made of. A tier without a model is not calibrated.
type Model struct {
	// Stages are the names of the stages that a prediction consists of.
	Stages []string
	// Parts are the stages of a record that belong to a stage of the model: some strategies split a stage.
	Parts map[string][]string
	// Once are the stages of a record that belong to the columns that a run sends to a device. Later runs find
	// them there.
	Once []string
	// Sends are those of Once in which columns go to the device.
	Sends []string
	// Terms are what a stage takes of each constant for a group-by of shape s. They need not be linear in s.
	Terms func(m *Machine, s *Shape, stage string) Terms
	// Sum is the milliseconds of all stages, where one computation serves several of them. nil: they are summed
	// from Terms.
	Sum func(m *Machine, s *Shape) float64
}

// Total is the predicted time of a group-by in milliseconds.
func (model *Model) Total(m *Machine, s *Shape) float64 {
	if model.Sum != nil {
		return model.Sum(m, s)
	}
	v, sum := m.Values(s.Class), 0.0
	for _, stage := range model.Stages {
		t := model.Terms(m, s, stage)
		sum += t.Dot(&v)
	}
	return sum
}

// Predict is the predicted time of every stage.
func (model *Model) Predict(m *Machine, s *Shape) Prediction {
	v, p := m.Values(s.Class), Prediction{}
	for _, stage := range model.Stages {
		t := model.Terms(m, s, stage)
		p[stage] = t.Dot(&v)
	}
	return p
}

// Prediction is the expected milliseconds of each stage of a tier, by name.
type Prediction map[string]float64

// Total is the sum of the stages in milliseconds.
func (p Prediction) Total() float64 {
	var memory [8]string
	stages := slices.AppendSeq(memory[:0], maps.Keys(p))
	slices.Sort(stages) // floats are rounded, so that the order counts
	sum := 0.0
	for _, stage := range stages {
		sum += p[stage]
	}
	return sum
}

// Of is the sum of some stages in milliseconds.
func (p Prediction) Of(stages []string) float64 {
	sum := 0.0
	for _, stage := range stages {
		sum += p[stage]
	}
	return sum
}

// Times is a prediction with each stage multiplied by a factor.
func (p Prediction) Times(factor func(stage string) float64) Prediction {
	out := Prediction{}
	for stage, ms := range p {
		out[stage] = ms * factor(stage)
	}
	return out
}

// Scaled is a prediction of total milliseconds, shared by the stages as in p. Stages that took nothing share it alike.
func (p Prediction) Scaled(total float64) Prediction {
	before := p.Total()
	if before == total {
		return p
	}
	out := Prediction{}
	for stage, ms := range p {
		out[stage] = total / float64(len(p))
		if before > 0 {
			out[stage] = ms * (total / before)
		}
	}
	return out
}

// Stages that every tier shares.
const (
	Estimate = "estimate"
	Assemble = "assemble"
)

// around is the model of the stages before and after a tier.
var around = Model{
	Stages: []string{Estimate, Assemble},
	Terms: func(_ *Machine, s *Shape, stage string) (t Terms) {
		const ns = 1e-6 // a nanosecond in milliseconds
		if stage == Estimate {
			t[SampleNs] = float64(s.SampleRows) * ns
		} else {
			t[NodeNs] = float64(s.Groups) * float64(s.Levels) * ns
		}
		return t
	},
}

// Estimate is the expected milliseconds of sampling some rows.
func (m Machine) Estimate(sampleRows int) float64 { return float64(sampleRows) * m.SampleNs / 1e6 }

// Move is the expected milliseconds of moving rows through so many columns, on one core.
func (m Machine) Move(rows int, columns float64) float64 {
	return float64(rows) * columns * m.PartNs / 1e6
}

// sortedNodes is the groups at a level of an axis that take as long as sorting a label: three million texts
// took 160 ns each.
const sortedNodes = 6

// Assemble is the expected milliseconds of building axes of levels levels, both axes together, over groups.
// Before, so many labels have to be sorted.
func (m Machine) Assemble(groups, levels, labels int) float64 {
	return (float64(groups)*float64(levels) + sortedNodes*float64(labels)) * m.NodeNs / 1e6
}

package cost

import (
	"maps"
	"slices"

	"cardinal/internal/each"
)

// Terms has, for each constant, the milliseconds that a stage takes per unit of the constant. The time of a stage is
// the dot product of its terms with the constants of the machine. Predictions and Fit read the same terms.
type Terms [constants]float64

// Dot returns the milliseconds of a stage on a machine with constants v.
func (t *Terms) Dot(v *Terms) float64 {
	sum := 0.0
	for i, x := range t {
		sum += x * v[i]
	}
	return sum
}

// Model describes the time of a tier by stages. A tier without a model is not calibrated.
type Model struct {
	// Stages lists the names of the stages of a prediction.
	Stages []string
	// Parts maps a stage of the model to further stages of a run's record whose times belong to it: some strategies
	// split a stage.
	Parts map[string][]string
	// Once lists the stages that a run needs only if columns are not on the device yet. Later runs find the columns
	// there.
	Once []string
	// Sends lists the stages in Once that send columns to the device.
	Sends []string
	// Terms returns the terms of a stage for a group-by of shape s. They need not be linear in s.
	Terms func(m *Machine, s *Shape, stage string) Terms
	// Sum returns the milliseconds of all stages, if this is faster than adding up their Terms. nil: Terms are added
	// up.
	Sum func(m *Machine, s *Shape) float64
}

// Total returns the predicted time of a group-by in milliseconds.
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

// Predict returns the predicted time of every stage.
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

// Total returns the sum of the stages in milliseconds.
func (p Prediction) Total() float64 {
	var memory [8]string
	stages := slices.AppendSeq(memory[:0], maps.Keys(p))
	slices.Sort(stages) // floats are rounded, so that the order matters
	return each.Sum(stages, func(stage string) float64 { return p[stage] })
}

// Of returns the sum of some stages in milliseconds.
func (p Prediction) Of(stages []string) float64 {
	return each.Sum(stages, func(stage string) float64 { return p[stage] })
}

// Times returns a prediction with each stage multiplied by a factor.
func (p Prediction) Times(factor func(stage string) float64) Prediction {
	out := Prediction{}
	for stage, ms := range p {
		out[stage] = ms * factor(stage)
	}
	return out
}

// Scaled returns a prediction of `total` milliseconds, divided among the stages in proportion to p. If all stages are
// 0, each gets the same share.
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

// Stages that every tier shares. Order is the stage that orders row labels later, when somebody looks at them.
const (
	Estimate = "estimate"
	Assemble = "assemble"
	Order    = "order"
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

// Estimate returns the expected milliseconds of sampling some rows.
func (m Machine) Estimate(sampleRows int) float64 { return float64(sampleRows) * m.SampleNs / 1e6 }

// Move returns the expected milliseconds of moving the values of rows in `columns` columns, on one core.
func (m Machine) Move(rows int, columns float64) float64 {
	return float64(rows) * columns * m.PartNs / 1e6
}

// sortedNodes is the number of groups at an axis level that take as long as sorting one label: three million texts
// took 160 ns each.
const sortedNodes = 6

// Assemble returns the expected milliseconds of building the axes over groups. levels counts the levels of both axes;
// labels is the number of labels that must be sorted first.
func (m Machine) Assemble(groups, levels, labels int) float64 {
	return (float64(groups)*float64(levels) + sortedNodes*float64(labels)) * m.NodeNs / 1e6
}

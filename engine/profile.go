package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/expression/filter"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/profiler"
)

// sourceOf returns the name of a table, with the names of the tables that were looked up in.
func sourceOf(t *data.Table) string {
	if len(t.Lookups) == 0 {
		return t.Name
	}
	return t.Name + ", looked up in " + strings.Join(t.Lookups, " and in ")
}

// record returns the profile of a query after the choice of its tier, without its steps.
func (p *planned) record() *profiler.Record {
	x, d := &p.expected, &p.decision
	r := &profiler.Record{
		Source: sourceOf(p.table), Rows: p.table.Rows, RowsSelected: p.rows.n, Threads: p.options.Threads,
		Cores:           p.options.Threads,
		GroupsEstimated: x.Groups, GroupsLow: x.Low, GroupsHigh: x.High,
		Estimate: profiler.Estimate{
			Method: x.Method, Exact: x.Exact(), SampleRows: x.SampleRows, Distinct: x.D, Singletons: x.F1,
			Doubletons: x.F2, Independent: x.Independent, MS: profiler.Milliseconds(x.took),
		},
		Gates: d.Gates(), Predicted: map[string]float64{}, Tier: d.Choice().Tier.Name, Reason: d.Reason(),
		HostReason: d.HostReason(),
	}
	if p.rows.unread > 0 {
		r.Zones = &profiler.Zones{Morsels: p.rows.morsels, Unread: p.rows.unread, Rows: filter.MorselRows}
	}
	if x.clustering.Rows > 0 {
		r.Estimate.Clustering = &x.clustering
	}
	if x.SampleRows > 0 {
		r.Estimate.Estimators = &x.Estimators
	}
	for i := range d.Candidates {
		c := &d.Candidates[i]
		r.Tiers = append(r.Tiers, profiler.TierTime{Tier: c.Tier, PredictedMS: c.MS, Stages: c.Plan.Predicted,
			Shut: dispatch.Shut(c.Shut)})
		if c.Plan.Predicted != nil {
			r.Predicted[c.Tier.Name] = c.MS
		}
		if c.Offer.Score != nil && (r.SlotLimit == 0 || i == d.Chosen) {
			r.Scoring = c.Score.Scoring
		}
	}
	return r
}

// stepsTaken returns the steps of a run on the offer with index `on`. It leaves out steps that did nothing. If the run
// did not wait for a device, the time of step "device" is added to step "dispatch".
func (p *planned) stepsTaken(done []profiler.Stage, on int) []profiler.Stage {
	out, looked := make([]profiler.Stage, 0, len(done)+2), 0.0
	steps := p.steps(on)
	for _, stage := range done {
		switch {
		case stage.Name == "filter" && p.query.Filter == nil:
			continue
		case stage.Name == "device" && p.groupBy.Waited == 0 && !p.askedBeyondHost():
			looked = stage.MS
			continue
		case stage.Name == "dispatch":
			stage.MS, looked = stage.MS+looked, 0
		}
		stage.Cold = p.first || stage.Name == "keys" && p.read != values{}
		stage.PlainMS = steps.MS(stage.Name)
		out = append(out, stage)
	}
	return out
}

// stepsAhead returns the predicted steps of a pivot after its estimate.
func (p *planned) stepsAhead() (out []profiler.Stage) {
	choice := p.decision.Choice()
	for _, name := range slices.Sorted(maps.Keys(choice.Plan.Predicted)) {
		out = append(out, profiler.Stage{Name: name, PredictedMS: choice.Plan.Predicted[name]})
	}
	steps := p.steps(p.decision.Chosen)
	if p.measures.Lists() > 0 {
		out = append(out, profiler.Stage{Name: "arrange", PlainMS: steps.MS("arrange")})
	}
	out = append(out, profiler.Stage{Name: cost.Assemble, PlainMS: steps.MS(cost.Assemble)})
	if steps.Later {
		out = append(out, profiler.Stage{Name: cost.Order, PlainMS: steps.MS(cost.Order), Later: true})
	}
	return out
}

// predictSteps sets the predicted times of the steps around the tier. It corrects the times of the cost model by past
// runs.
func (e *Engine) predictSteps(p *planned, stages []profiler.Stage) {
	model := p.machine.model("")
	for i := range stages {
		if s := &stages[i]; s.PlainMS > 0 {
			s.PredictedMS = s.PlainMS * e.history.Step(s, model)
		}
	}
}

// uncodedConditions is the additional time of a condition on a value without a code. The unit is the time of a
// condition on codes.
const uncodedConditions = 4

// steps describes the work of the steps around the tier, for a run on the offer with index `on`.
func (p *planned) steps(on int) *cost.Steps {
	s := &cost.Steps{
		Machine: *p.groupBy.Machine, Cores: p.options.Threads, Workers: p.decision.Candidates[on].Plan.Workers,
		Fields: len(p.keys), Read: p.read.read, Hashed: p.read.hashed, Computed: p.read.computed,
		Scanned:   p.table.Rows - p.rows.unread*filter.MorselRows,
		SampledMS: max(p.groupBy.Machine.Estimate(p.expected.SampleRows), float64(p.expected.Spent)/1e6),
		First:     p.first, Clustered: p.expected.clustering.Rows > 0, Tiers: len(p.offers),
		WaitedMS: float64(p.groupBy.Waited) / 1e6,
		Groups:   p.expected.Groups, Levels: p.levels(), Labels: p.unsorted, Rows: p.rows.n, Merged: p.groupBy.Moved,
		Later: pivot.OrdersLater(&p.query, p.expected.Groups),
	}
	if f := p.query.Filter; f != nil {
		for _, name := range f.Columns() {
			s.Conditions++
			if c, err := p.table.Column(name); err == nil && (c.Type == data.Float || c.Wide != nil) {
				s.Conditions += uncodedConditions
			}
		}
	}
	if p.query.Layout.ShowEmpty {
		x, _ := expectedExtent(p.bound, p.rows, p.expected.Groups)
		s.Filled = x.Rows + x.Cols
	}
	s.Kept = p.measures.Kept()
	s.StateBytes = p.measures.GroupBytes() - 8*int64(s.Kept.Words)
	// Values on the disk are already sorted, and a device counts values instead of keeping them.
	if p.groupBy.Moved > 0 || !p.offers[on].Tier.Host {
		s.Kept = cost.Kept{}
	}
	return s
}

// predictStages sets the predicted times of the stages of a tier. If a run split a stage into parts, its last part gets
// the prediction of the whole stage.
func predictStages(stages []profiler.Stage, model *cost.Model, predicted cost.Prediction) {
	for _, name := range model.Stages {
		var parts []*profiler.Stage
		for i := range stages {
			if s := &stages[i]; s.Name == name || slices.Contains(model.Parts[name], s.Name) {
				parts = append(parts, s)
			}
		}
		if len(parts) == 0 {
			continue
		}
		parts[len(parts)-1].PredictedMS = predicted[name]
		for _, s := range parts {
			if len(parts) > 1 && predicted[name] > 0 {
				s.Of = name
			}
		}
	}
}

// askedBeyondHost reports whether the caller asked for a tier other than the processor. A pivot waits for the hardware
// of such a tier.
func (p *planned) askedBeyondHost() bool {
	return slices.ContainsFunc(p.decision.Candidates, func(c dispatch.Candidate) bool {
		return c.Tier.Name == p.decision.Forced && !c.Tier.Host
	})
}

// learn returns the profile of a query that ran, and adds it to the history.
func (e *Engine) learn(p *planned, g *grouped, s *stages) *profiler.Record {
	r := p.record()
	ran := &p.decision.Candidates[g.on]
	r.Tier, r.Strategy, r.Threads, r.Events = ran.Tier.Name, g.Strategy, g.Workers, slices.Concat(g.events, g.Events)
	if part := p.table.Part; part != nil {
		r.Events = append(r.Events,
			fmt.Sprintf("these are the first %s rows of the file, the rest of which is being read",
				profiler.Count(p.table.Rows)))
	}
	r.TierMS, r.MemoryBytes, r.BytesUploaded, r.Tiles, r.Partitions = g.MS, g.Bytes, g.Sent, g.Tiles, g.Parts
	r.Kernels, r.HashTable = g.Kernels, g.Table
	r.GroupsActual = g.Groups.N
	if r.TotalMS = s.took; r.TotalMS > 0 {
		r.RowsPerSecond = float64(p.table.Rows) / r.TotalMS * 1000
	}
	r.Stages = p.stepsTaken(s.done, g.on)
	e.predictSteps(p, r.Stages)
	predictStages(r.Stages, &e.tiers[g.on].Model, ran.Plan.Predicted)
	for i, gate := range r.Gates {
		r.Gates[i].Detail += g.Details[gate.Name]
		if gate.Name == profiler.Health && g.broke != "" {
			r.Gates[i] = profiler.Gate{Name: gate.Name, Detail: g.broke}
		}
	}
	if g.broke != "" {
		r.Reason = g.broke + ", so " + ran.Tier.Hardware + " answered"
	}
	if g.ReadMS > 0 {
		r.GBPerSecond = float64(p.bytesRead()) / g.ReadMS / 1e6
	}
	model := p.machine.model(ran.Device)
	if r.Tiles > 0 { // tiles are not predicted
		model += " in tiles"
	}
	// the prediction for the actual number of groups, so that a wrong estimate does not look like a slow tier
	steady, sending := splitTimes(&e.tiers[g.on].Model, ran.PlainAt(g.Groups.N), r)
	if p.first { // a first run writes to new memory, which takes longer than in later runs
		steady = profiler.Timed{}
	}
	e.history.Add(p.fingerprint(), r, model, steady, sending)
	return r
}

// splitTimes splits the predicted and the measured time of a run. steady is the time that every later run of the pivot
// takes again. sending is the time in which columns were sent. Neither includes other work that a tier does only once,
// such as compiling a program.
func splitTimes(model *cost.Model, predicted cost.Prediction, r *profiler.Record) (steady, sending profiler.Timed) {
	steady = profiler.Timed{PredictedMS: predicted.Total() - predicted.Of(model.Once), MS: r.TierMS}
	sending.PredictedMS = predicted.Of(model.Sends)
	for _, s := range r.Stages {
		if slices.Contains(model.Once, s.Name) {
			steady.MS -= s.MS
		}
		if slices.Contains(model.Sends, s.Name) {
			sending.MS += s.MS
		}
	}
	return steady, sending
}

// bytesRead returns the bytes of keys and values that the aggregation reads.
func (b *bound) bytesRead() int {
	bytes := each.Sum(b.keys, func(k *key.Column) int { return k.Codes.Bytes() })
	var seen []*data.Column
	for _, k := range b.measures.Kinds {
		if c := k.Column; c != nil && k.Op != measure.OpCount && !slices.Contains(seen, c) {
			seen = append(seen, c)
			bytes += 8*len(c.Wide) + 8*len(c.Floats) + c.Codes.Bytes()
		}
	}
	return bytes
}

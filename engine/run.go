package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"cardinal/data"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/cpu"
	"cardinal/engine/dispatch"
	"cardinal/engine/estimate"
	"cardinal/engine/filter"
	"cardinal/engine/gpu"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// run is one pivot on its way.
type run struct {
	engine     *Engine
	machine    dispatch.Machine // as it was when the run began
	measuredAt time.Time
	ctx        context.Context
	table      *data.Table
	state      *tableState
	query      query.Query
	how        Run
	progress   func(Progress)
	record     *profiler.Record

	plan     *measure.Plan
	keys     []*key.Column // row fields, then column fields
	key      *key.Composite
	selected data.Bitmap // nil: every row
	rows     int         // selected
	device   device
	decision dispatch.Decision

	fingerprint profiler.Fingerprint
	shape       dispatch.Shape
	clustering  profiler.Clustering
}

// answer groups the rows and assembles the crosstab.
func (r *run) answer() (*pivot.Crosstab, error) {
	groups, err := r.groups()
	if err != nil {
		return nil, err
	}
	return r.assemble(groups)
}

// assemble builds the crosstab.
func (r *run) assemble(groups *pivot.Groups) (*pivot.Crosstab, error) {
	r.progress(Progress{Stage: "assemble"})
	start := time.Now()
	tab, err := pivot.Assemble(r.ctx, r.query, r.keys, r.plan, groups, r.threads())
	if err != nil {
		return nil, err
	}
	r.stage("assemble", ms(time.Since(start)))
	r.record.GroupsActual = groups.N
	return tab, r.ctx.Err()
}

// groups decides which tier runs, and groups the rows there.
func (r *run) groups() (*pivot.Groups, error) {
	if err := r.decide(); err != nil {
		return nil, err
	}
	return r.aggregate()
}

// decide takes the steps of a pivot up to the choice of its tier.
func (r *run) decide() error {
	steps := []struct {
		name string
		do   func() error
	}{{"keys", r.bind}, {"filter", r.filter}, {"device", r.findDevice}, {"estimate", r.estimate}, {"dispatch", r.dispatch}}
	for _, step := range steps {
		r.progress(Progress{Stage: step.name})
		start := time.Now()
		if err := step.do(); err != nil {
			return err
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
		optional := step.name == "filter" && r.query.Filter == nil || step.name == "device" && r.how.Tier != GPU
		if !optional {
			r.stage(step.name, ms(time.Since(start)))
		}
	}
	return nil
}

// stage records a step beside what was predicted for it, if anything was.
func (r *run) stage(name string, ms float64) {
	s := profiler.Stage{Name: name, MS: ms, PredictedMS: r.decision.Predicted[r.decision.Tier][name]}
	switch name {
	case "estimate":
		s.PredictedMS = r.machine.Estimate(r.record.Estimate.SampleRows)
	case "assemble":
		levels := (len(r.query.Rows) + 1) * (len(r.query.Cols) + 1)
		s.PredictedMS = r.machine.Assemble(r.record.GroupsEstimated, levels)
	}
	r.record.Stages = append(r.record.Stages, s)
}

// maxRows is what counts and row numbers of 32 bits allow.
const maxRows = math.MaxUint32 - 1

// bind checks the query against the table and makes the key columns.
func (r *run) bind() error {
	if r.table.Rows > maxRows {
		return fmt.Errorf("the table has %s rows, and pivots take up to %s: filter it before it is loaded", profiler.Count(r.table.Rows), profiler.Count(maxRows))
	}
	var err error
	if r.plan, err = measure.NewPlan(measure.Source{Table: r.table, Encode: r.encodeColumn, Derive: r.derive}, r.query.Measures()); err != nil {
		return err
	}
	for _, fields := range [][]query.Field{r.query.Rows, r.query.Cols} {
		for _, f := range fields {
			k, err := r.encode(f)
			if err != nil {
				return err
			}
			r.keys = append(r.keys, k)
			if err := r.ctx.Err(); err != nil {
				return err
			}
		}
	}
	r.key = key.Compose(r.table.Rows, r.keys)
	return nil
}

// encode returns the key column of a field.
func (r *run) encode(f query.Field) (*key.Column, error) { return r.state.encode(r.ctx, f) }

// encodeColumn returns the key column of a column, of the table's or a derived one.
func (r *run) encodeColumn(c *data.Column) (*key.Column, error) {
	if own, err := r.table.Column(c.Name); err == nil && own == c {
		return r.encode(query.Field{Column: c.Name})
	}
	return key.EncodeColumn(r.ctx, c)
}

func (r *run) derive(expr string) (*data.Column, error) { return r.state.derive(r.ctx, expr) }

func (r *run) filter() error {
	r.rows = r.table.Rows
	if r.query.Filter != nil {
		var err error
		r.selected, r.rows, err = filter.Select(r.ctx, r.table, r.query.Filter, r.how.Threads, r.encode)
		if err != nil {
			return err
		}
	}
	r.record.RowsSelected = r.rows
	return nil
}

// orderRows is the number of rows from which on a look at their order is worth its time.
const orderRows = 1 << 20

// estimate foresees the groups: as they were at the last answer to the same question, else from the rows, of which
// more are read where the tier or its strategy hangs on it. Before that it looks at the order of the rows.
func (r *run) estimate() error {
	start := time.Now()
	fields := make([]string, len(r.keys))
	for i, k := range r.keys {
		fields[i] = k.Field.String()
	}
	filter := ""
	if r.query.Filter != nil {
		filter = r.query.Filter.String()
	}
	r.fingerprint = r.state.fingerprint(fields, filter)
	if r.rows >= orderRows {
		r.clustering = estimate.Clustering(r.key, r.selected)
	}
	var e estimate.Estimate
	if n, known := r.engine.history.Groups(r.fingerprint, r.rows); known {
		e = estimate.FromHistory(n)
	} else {
		e = estimate.Request{Key: r.key, Selected: r.selected, Rows: r.rows, Crossovers: r.borders, Share: r.how.Share}.Estimate()
	}
	r.record.GroupsEstimated, r.record.GroupsLow, r.record.GroupsHigh = e.Groups, e.Low, e.High
	r.plan.Expect(min(e.High, 4*e.Groups+1000))
	r.record.Estimate = profiler.Estimate{
		Method: e.Method, SampleRows: e.SampleRows, Distinct: e.D, Singletons: e.F1, Doubletons: e.F2, Independent: e.Independent,
		MS: ms(time.Since(start)),
	}
	if r.clustering.Rows > 0 {
		r.record.Estimate.Clustering = &r.clustering
	}
	if e.SampleRows > 0 {
		r.record.Estimate.Estimators = &e.Estimators
	}
	return r.guard()
}

// borders are the group counts at which the tier or its strategy turns, and the most that the wrong side of one costs. A
// tier that was asked for turns at none.
func (r *run) borders() ([]int, time.Duration) {
	if r.how.Tier != Auto {
		return nil, 0
	}
	_, request := r.gates()
	device := dispatch.Device{}
	if request != nil {
		device = r.device.described()
	}
	s, m := r.shapeOf(request, 1), r.machine
	class := ""
	if m.Measured(device.Class) {
		class = device.Class
	}
	most := r.rows
	if r.key.Slots < uint64(most) {
		most = int(r.key.Slots)
	}
	borders := m.Borders(s, class, most)
	if device.Class != class {
		if b := dispatch.Defaults.Border(s.Work(), device, dispatch.SlotLimit(device, s.Asked)); b > 0 {
			borders = append(borders, b)
		}
	}
	stake := time.Nanosecond // 0 would stand for a scan of every row
	for _, b := range borders {
		stake = max(stake, m.Stake(s, device.Class, b))
	}
	return borders, stake
}

// dispatch picks the tier, and waits for the GPU before that where one could win.
func (r *run) dispatch() error {
	r.pick()
	if r.couldPay() {
		start := time.Now()
		r.await()
		r.stage("device", ms(time.Since(start)))
		r.pick()
	}
	d := &r.decision
	r.shape.Threads = d.Crew
	r.record.Adapter, r.record.Class = r.device.adapter.Name, r.device.adapter.Class
	r.record.Score, r.record.Factors, r.record.SlotLimit = profiler.Number(d.Score), factors(d.Factors), d.SlotLimit
	r.record.BreakEven = int(dispatch.Defaults.BreakEven[r.record.Class])
	for _, c := range d.Classes {
		r.record.Classes = append(r.record.Classes, profiler.ClassScore{Class: c.Class, Score: profiler.Number(c.Factors.Score()), Factors: factors(c.Factors)})
	}
	r.record.Predicted = map[string]float64{}
	for tier, p := range d.Predicted {
		r.record.Predicted[tier] = p.Total()
	}
	r.record.Tier, r.record.Reason = d.Tier, d.Reason()
	return nil
}

// pick scores the GPU, checks the gates, predicts every tier's time and decides.
func (r *run) pick() {
	gates, request := r.gates()
	r.record.Gates = gates
	r.shape = r.shapeOf(request, r.record.GroupsEstimated)
	crew := 0
	if r.how.all {
		crew = r.how.Threads
	}
	r.decision = r.machine.Decide(dispatch.Question{
		Shape: r.shape, Device: r.device.described(), Gates: gates, Forced: string(r.how.Tier), Cores: r.how.Threads, Crew: crew,
		Correction: func(tier string) float64 { return r.engine.history.Correction(r.fingerprint, tier, r.model(tier)) },
	})
}

func factors(f dispatch.Factors) profiler.Factors {
	return profiler.Factors{
		Rows: profiler.Number(f.Rows), Cardinality: profiler.Number(f.Cardinality), GPUClass: profiler.Number(f.Class),
		Vendor: profiler.Number(f.Vendor), Residency: profiler.Number(f.Residency), Buffer: profiler.Number(f.Buffer),
	}
}

// tallied is what a further sum takes that is added together with another, as a part of one by itself.
const tallied = 0.5

// shapeOf describes the pivot to the cost model; a request says what the GPU would need and lacks.
func (r *run) shapeOf(request *gpu.Request, groups int) dispatch.Shape {
	s := dispatch.Shape{
		Rows: r.rows, Keys: len(r.keys), Groups: groups, Threads: cpu.Busy(r.rows, r.how.Threads),
		Asked: r.plan.Asked(), Limit: dispatch.SumSlots(r.device.described()),
		SampleRows: r.record.Estimate.SampleRows, Levels: (len(r.query.Rows) + 1) * (len(r.query.Cols) + 1),
	}
	if r.selected != nil {
		s.Scanned = r.table.Rows
	}
	for _, k := range r.plan.Kinds {
		if k.Op == measure.OpDistinct || k.Op == measure.OpBag {
			s.Distinct++
		} else {
			s.Accs++
		}
	}
	sums, others, direct := r.plan.Sums()
	if s.Updates = float64(others); sums > 0 {
		s.Updates += 1 + tallied*float64(sums-1)
	}
	s.Direct = direct && len(r.keys) == 1 && r.selected == nil
	s.Skewed = cpu.Skewed(r.clustering)
	s.Strategy = func(groups, threads int) string {
		if r.how.Strategy != "" {
			return r.how.Strategy
		}
		return cpu.Choose(&cpu.Task{Key: r.key, Selected: r.rows, Plan: r.plan, Threads: threads, Groups: groups, Clustering: r.clustering})
	}
	if cpu.Indexable(r.key.Slots, r.rows) {
		s.Slots = int(r.key.Slots)
	}
	if form, _ := r.form(); form == gpu.Dense {
		s.Domain = int(r.key.Slots)
	}
	n := r.needs(request)
	s.Columns, s.Bytes, s.Largest, s.Upload = n.columns, n.bytes, n.largest, n.lacking
	if most := int64(r.device.adapter.MaxBindingBytes); most > 0 {
		s.Chunks = int((4*int64(r.table.Rows) + most - 1) / most)
	}
	return s
}

// aggregate runs the chosen tier. A GPU that fails on the way is replaced by the workers; nothing is lost.
func (r *run) aggregate() (*pivot.Groups, error) {
	if r.decision.Tier == dispatch.GPU {
		groups, err := r.onGPU()
		switch {
		case err == nil:
			return groups, nil
		case r.ctx.Err() != nil:
			return nil, r.ctx.Err()
		}
		what := "the GPU could not run this pivot"
		if errors.Is(err, gpu.ErrLost) {
			what = "the GPU's process was lost in the middle of this pivot"
		}
		r.record.Events = append(r.record.Events, fmt.Sprintf("%s (%v); the workers answered instead", what, err))
		r.record.Reason = what + ", so the processor answered"
		for i, g := range r.record.Gates {
			if g.Name == "health" {
				r.record.Gates[i] = profiler.Gate{Name: "health", Detail: what}
			}
		}
		r.decision.Tier = dispatch.Workers
	}
	return r.onCPU()
}

// threads is how many cores the tier may use beside the aggregation.
func (r *run) threads() int {
	if r.decision.Tier == dispatch.Serial {
		return 1
	}
	return r.how.Threads
}

// workers is how many aggregate.
func (r *run) workers() int {
	if r.decision.Tier == dispatch.Serial {
		return 1
	}
	return r.decision.Crew
}

// nodeBytes is about what a label of an axis takes in the crosstab.
const nodeBytes = 64

// budget is what the aggregation may take: the engine's budget less what the crosstab will.
func (r *run) budget() int64 {
	budget := r.engine.budget
	if free, ok := cpu.FreeMemory(); budget == 0 && ok {
		budget = free / 5 * 4
	}
	if budget == 0 {
		return math.MaxInt64
	}
	return max(1, budget-int64(r.shape.Groups)*int64(r.shape.Levels)*(r.plan.GroupBytes()+nodeBytes))
}

func (r *run) onCPU() (*pivot.Groups, error) {
	start := time.Now()
	out, err := cpu.Run(r.ctx, cpu.Task{
		Key: r.key, Select: r.selected, Selected: r.rows, Plan: r.plan, Threads: r.workers(), Groups: r.record.GroupsEstimated,
		Clustering: r.clustering, Budget: r.budget,
		Strategy: r.how.Strategy, Morsel: r.how.morsel, Progress: func(done float64) { r.progress(Progress{Stage: "aggregate", Done: done}) },
	})
	if err != nil {
		return nil, err
	}
	elapsed := time.Since(start)
	r.record.Tier, r.record.Strategy, r.record.Threads = r.decision.Tier, out.Strategy, r.workers()
	r.record.Events = append(r.record.Events, out.Events...)
	for _, s := range out.Stages {
		r.stage(s.Name, ms(s.Took))
	}
	r.record.TierMS = ms(elapsed)
	r.record.MemoryBytes = out.Bytes
	r.throughput(elapsed.Seconds())
	return &out.Groups, nil
}

// throughput records the bytes of keys and values read per second of the aggregation.
func (r *run) throughput(seconds float64) {
	bytes := 0
	for _, k := range r.keys {
		bytes += k.Codes.Bytes()
	}
	seen := map[*data.Column]bool{}
	for _, k := range r.plan.Kinds {
		if c := k.Column; c != nil && k.Op != measure.OpCount && !seen[c] {
			seen[c] = true
			bytes += 8*len(c.Wide) + 8*len(c.Floats) + c.Codes.Bytes()
		}
	}
	if seconds > 0 {
		r.record.GBPerSecond = float64(bytes) / seconds / 1e9
	}
}

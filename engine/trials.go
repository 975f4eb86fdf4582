package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/engine/choice/cost"
	"cardinal/engine/cpu"
	"cardinal/engine/gpu"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// measureShort measures short pivots, each after a pause. On one core they have hardly any rows and groups. On all
// cores they have just enough rows for each core. A software device also runs the smallest pivots, and gets their
// columns anew for each run. Its rows take so long that long runs hardly show the time of its start. Long runs on
// graphics cards do show it.
func (e *Engine) measureShort(ctx context.Context) (measured []cost.Measured, err error) {
	var queries []query.Query
	for range shortRounds {
		queries = append(queries, queriesByKeys([][]string{{"few"}, {"six"}, {"small"}, {"few", "six"}})...)
	}
	threads := runtime.GOMAXPROCS(0)
	type way struct {
		rows int
		RunOptions
	}
	ways := []way{{shortRows, RunOptions{Tier: Serial}},
		{cpu.LeastRows(threads), RunOptions{Tier: Workers, Threads: threads, all: true}}}
	if a, usable := e.peek(); usable && a.Class == gpu.Software {
		ways = append(ways, way{shortRows, RunOptions{Tier: GPU}})
	}
	for _, way := range ways {
		t, err := calibrationTable(ctx, way.rows, queries)
		if err != nil {
			return nil, err
		}
		for _, q := range queries {
			of := t
			if way.Tier == GPU {
				of = data.NewTable(t.Name, t.Columns)
			}
			run, err := e.measureOnce(ctx, of, q, way.RunOptions)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err == nil {
				measured = append(measured, run.Measured)
			}
		}
	}
	return measured, nil
}

// trial is a way to run the pivots of a calibration, with the runs of one pivot.
type trial struct {
	RunOptions
	warm  bool           // there was a first run, which sent columns and compiled programs
	sent  *cost.Measured // the second run that sent columns
	later []trialRun
	fails bool
}

// trials returns the ways to run pivots of `rows` rows: every tier, with each of its numbers of workers.
func (e *Engine) trials(rows int) (out []*trial) {
	for _, tier := range e.tiers {
		for _, workers := range tier.Trials(rows, runtime.GOMAXPROCS(0)) {
			out = append(out, &trial{RunOptions: RunOptions{Tier: Tier(tier.Name), Threads: workers, all: workers > 0}})
		}
	}
	return out
}

// measure runs a pivot in every way up to four times. The ways take turns, each after a pause, because a person's
// pivots also come after a pause.
func (e *Engine) measure(ctx context.Context, t *data.Table, q query.Query) (measured []cost.Measured) {
	trials := e.trials(t.Rows)
	for range 4 {
		for _, trial := range trials {
			if trial.fails || trial.enough(t.Rows) || ctx.Err() != nil {
				continue
			}
			of := t
			if trial.warm && trial.sent == nil {
				of = data.NewTable(t.Name, t.Columns) // a new table, so that all columns are sent again
			}
			run, err := e.measureOnce(ctx, of, q, trial.RunOptions)
			switch {
			case err != nil:
				trial.fails = true
			case run.sent && !trial.warm:
				trial.warm = true
			case run.sent && trial.sent == nil:
				trial.sent = &run.Measured
			default:
				trial.later = append(trial.later, run)
			}
		}
	}
	for _, trial := range trials {
		if !trial.fails {
			measured = append(measured, trial.typical()...)
		}
	}
	return measured
}

// enough reports whether the trial has enough runs over `rows` rows.
func (t *trial) enough(rows int) bool {
	switch {
	case rows >= manyRows && t.Threads == 1:
		return len(t.later) == 1
	case rows > fewRows:
		return len(t.later) == 2
	}
	return len(t.later) == 3
}

// typical returns the median run, or the faster of two runs, because a disturbance only makes a run slower. If a run
// sent columns, typical returns it first.
func (t *trial) typical() (out []cost.Measured) {
	if len(t.later) == 0 {
		return nil
	}
	slices.SortFunc(t.later, func(a, b trialRun) int { return cmp.Compare(a.ms, b.ms) })
	typical := t.later[(len(t.later)-1)/2].Measured
	if t.sent != nil {
		t.sent.Stages = withSent(t.sent.Model.Once, t.sent.Stages, typical.Stages)
		out = append(out, *t.sent)
	}
	return append(out, typical)
}

// withSent returns the stages of a run that sent columns. The stages in `once` come from this run. The other stages
// come from a later run, which did not repeat the work that a tier does only once.
func withSent(once []string, first, later map[string]float64) map[string]float64 {
	out := maps.Clone(later)
	for _, stage := range once {
		if ms, ok := first[stage]; ok {
			out[stage] = ms
		}
	}
	return out
}

// trialRun is a run of a calibration.
type trialRun struct {
	cost.Measured
	ms   float64 // time of the tier
	sent bool    // columns went to a device
}

// measureOnce runs a pivot on the given tier and describes the run by its actual groups and strategy.
func (e *Engine) measureOnce(ctx context.Context, t *data.Table, q query.Query, o RunOptions) (trialRun, error) {
	runtime.GC() // so that no collection runs during the pivot
	rest(ctx)
	stages := startStages(nil)
	p, err := e.plan(ctx, t, q, o, stages)
	if err != nil {
		return trialRun{}, err
	}
	g, err := p.run(ctx, stages)
	if err != nil {
		return trialRun{}, err
	}
	if tier := p.offers[g.on].Tier.Name; tier != string(o.Tier) {
		return trialRun{}, fmt.Errorf("%s answered for %s", tier, o.Tier)
	}
	if g.Groups.N <= fewGroups {
		stages.begin("assemble")
		if _, err := pivot.Assemble(ctx, p.query, p.keys, p.measures, g.Groups, p.threads(g)); err != nil {
			return trialRun{}, err
		}
		stages.end()
	}
	shape := p.offers[g.on].Shape(p.decision.Candidates[g.on].Plan)
	shape.Groups, shape.SampleRows = g.Groups.N, p.expected.SampleRows
	shape.Strategy = func(int, int) string { return g.Strategy }
	if shape.Class != "" {
		shape.Kernel = g.Strategy
	}
	m := cost.Measured{Shape: shape, Model: &e.tiers[g.on].Model, Stages: map[string]float64{}}
	for _, s := range stages.done {
		m.Stages[s.Name] += s.MS
	}
	return trialRun{m, g.MS, g.Sent > 0}, nil
}

// rest waits until the cores sleep, as they do before a person's next edit. The time to wake them is part of the time
// of a pivot.
func rest(ctx context.Context) {
	select {
	case <-time.After(5 * time.Millisecond):
	case <-ctx.Done():
	}
}

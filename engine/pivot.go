package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"cardinal/data"
	"cardinal/engine/choice/dispatch"
	"cardinal/engine/choice/tier"
	"cardinal/engine/cpu"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/profiler"
)

// RunOptions control how a query runs. With the zero value the engine chooses everything.
type RunOptions struct {
	Tier     Tier
	Strategy string  // name from Strategies(Tier); "": the engine chooses
	Threads  int     // greatest number of workers; 0: one for each core
	MaxCells int     // greatest number of figures; a larger crosstab is refused with a *TooLarge; 0: no limit
	Share    float64 // share of the rows in the first sample; 0: the engine chooses
	Barred   []Tier  // tiers that may not run; the first of Tiers always may
	// for a table on a server: the number of pivots within which a copy of its columns must save the time that it
	// takes; 0: the engine neither makes nor uses a copy
	Pivots int
	// longest wait for hardware that is not known yet and could be the fastest; a pivot waits no longer than it is
	// expected to take without this hardware; 0: no wait
	Wait time.Duration
	// called when a stage begins and ends, and in between at most ten times a second, from any goroutine
	Progress func(Progress)
	morsel   int  // tier.GroupBy.Morsel; small in tests
	listRows int  // tier.GroupBy.ListRows; small in tests
	groups   int  // expected number of groups; wrong in tests; 0: it is estimated
	all      bool // exactly as many workers as Threads says
	answers  bool // the query is answered, not only estimated
	// the rows that are grouped; nil: the rows that pass the filter; it may be set only for a query without a filter
	rows *selection
}

// complete returns the options with defaults for the number of threads and the tier.
func (o RunOptions) complete() RunOptions {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Tier == Auto {
		o.Tier = ""
	}
	return o
}

// Answer is a crosstab and the profile of its run.
type Answer struct {
	Tab     *pivot.Crosstab
	Profile *profiler.Record

	curve func() *profiler.Curve
}

// Curve returns the predicted time of every tier by the number of groups, as predicted when the tier was chosen. It is
// nil if no tier was chosen. Curve takes some tenths of a millisecond.
func (a *Answer) Curve() *profiler.Curve {
	if a.curve == nil {
		return nil
	}
	return a.curve()
}

// Pivot answers q over t. It returns ctx's error within some 50 ms after ctx ends.
func (e *Engine) Pivot(ctx context.Context, t *data.Table, q query.Query, options RunOptions) (_ *Answer, err error) {
	if s := e.served(t); s != nil {
		return e.pivotServed(ctx, t, s, q, options)
	}
	ctx, done := memory.Watch(ctx)
	defer func() { err = adviseSmaller(done(err)) }()
	stages := startStages(options.Progress)
	options.answers = true
	p, err := e.plan(ctx, t, q, options, stages)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.measures.Release()) }()
	grouped, err := p.run(ctx, stages)
	if err != nil {
		return nil, err
	}
	stages.begin("assemble")
	tab, err := pivot.Assemble(ctx, p.query, p.keys, p.measures, grouped.Groups, p.threads(grouped))
	if err != nil {
		return nil, err
	}
	remarks, err := p.calculationRemarks(ctx, p.rows)
	if err != nil {
		return nil, err
	}
	tab.Remarks = append(remarks, tab.Remarks...)
	stages.end()
	return &Answer{tab, e.learn(p, grouped, stages), p.curve}, ctx.Err()
}

// adviseSmaller adds advice to an error of the memory limit: how a pivot takes less memory.
func adviseSmaller(err error) error {
	if errors.As(err, new(memory.Exceeded)) {
		return fmt.Errorf("the pivot was stopped, because %w: filter rows out, take a key away, bin it, or allow more",
			err)
	}
	return err
}

// Estimate predicts what Pivot would do, by the same steps, without grouping rows. The record has the expected groups
// and cells, the score and the verdicts of all gates. It also has the predicted times, the tier that would run, and the
// reason for this tier.
func (e *Engine) Estimate(ctx context.Context, t *data.Table, q query.Query,
	options RunOptions) (*profiler.Record, error) {
	if s := e.served(t); s != nil {
		return e.estimateServed(ctx, t, s, q, options)
	}
	stages := startStages(options.Progress)
	p, err := e.plan(ctx, t, q, options, stages)
	if err != nil {
		return nil, err
	}
	return e.forecast(p, stages), nil
}

// Group answers q as a flat table, with a row for each group and a column for each key and each measure. The groups
// have no particular order. Group ignores the sorts, tops and totals of the query.
func (e *Engine) Group(ctx context.Context, t *data.Table, q query.Query,
	options RunOptions) (_ *data.Table, _ *profiler.Record, err error) {
	if err := e.requireLocal(t); err != nil {
		return nil, nil, err
	}
	ctx, done := memory.Watch(ctx)
	defer func() { err = adviseSmaller(done(err)) }()
	stages := startStages(options.Progress)
	options.answers = true
	p, err := e.plan(ctx, t, q, options, stages)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, p.measures.Release()) }()
	grouped, err := p.run(ctx, stages)
	if err != nil {
		return nil, nil, err
	}
	stages.begin("answer")
	out, err := flat(ctx, p.bound, grouped.Groups, p.threads(grouped))
	if err != nil {
		return nil, nil, err
	}
	stages.end()
	return out, e.learn(p, grouped, stages), ctx.Err()
}

// leastWait is the shortest time for which a pivot waits for hardware. A GPU takes some tenths of a second to start, so
// that a shorter wait would be in vain.
const leastWait = 50 * time.Millisecond

// planned is a query after the choice of its tier.
type planned struct {
	*bound
	options  RunOptions
	rows     selection
	expected expected
	machine  *machine
	groupBy  *tier.GroupBy
	offers   []*tier.Offer // by tier
	question dispatch.Question
	decision dispatch.Decision
	read     values // values that this pivot was the first to read
	first    bool   // no pivot was planned before
	unsorted int    // number of labels of the keys that are not sorted yet
}

// curve returns the predicted time of every tier by the number of groups.
func (p *planned) curve() *profiler.Curve {
	most := p.rows.n
	if p.key.Slots < uint64(most) {
		most = int(p.key.Slots)
	}
	return dispatch.Curve(p.question, most)
}

// plan does the steps of a query up to the choice of its tier. It groups no rows.
func (e *Engine) plan(ctx context.Context, t *data.Table, q query.Query, options RunOptions,
	stages *stages) (*planned, error) {
	options = options.complete()
	if options.Tier == Server { // chosen for another table, which is on a server
		options.Tier = ""
	}
	first := !e.planned.Swap(true)
	stages.begin("keys")
	state := e.state(t)
	before := state.countValues()
	var once *once
	if options.Tier == "" && state.rows == 0 {
		once = onceOf(&q, options.answers)
	}
	b, err := bindFor(ctx, state, q, once)
	if err != nil {
		return nil, err
	}
	read := state.countValues().minus(before)
	stages.begin("filter")
	var rows selection
	if options.rows != nil {
		rows = *options.rows
	} else if rows, err = selectRows(ctx, b, options.Threads); err != nil {
		return nil, err
	}
	stages.begin("estimate")
	clustering := clusteringOf(b, rows)
	stages.begin("device")
	machine := e.machine()
	groupBy := newGroupBy(b, rows, clustering, options, machine, e.budget, stages)
	offers := e.offers(ctx, groupBy, options.Barred)
	stages.begin("estimate")
	expected := e.expect(b, rows, clustering, offers, options)
	refused := tooLarge(b, rows, func() int { return expected.refine(b, rows) }, options.MaxCells)
	stages.begin("dispatch")
	groupBy.Moved = cpu.Moved(groupBy, expected.Groups)
	question := e.question(b, groupBy, machine, offers, expected)
	decision := dispatch.Decide(question)
	patience := options.Wait
	if options.answers { // so that a wait in vain at most doubles the time of the answer
		patience = min(patience, time.Duration(decision.Choice().MS*float64(time.Millisecond)))
	}
	if wait := worthWaiting(decision, offers); wait != nil && patience >= leastWait && refused == nil {
		stages.begin("device")
		waitFor(ctx, wait, patience)
		machine = e.machine()
		groupBy = newGroupBy(b, rows, clustering, options, machine, e.budget, stages)
		groupBy.Waited = patience
		groupBy.Moved = cpu.Moved(groupBy, expected.Groups)
		offers = e.offers(ctx, groupBy, options.Barred)
		stages.begin("dispatch")
		question = e.question(b, groupBy, machine, offers, expected)
		decision = dispatch.Decide(question)
	}
	stages.end()
	unsorted := each.Sum(b.keys, (*key.Column).CountUnsorted)
	p := &planned{b, options, rows, expected, machine, groupBy, offers, question, decision, read, first, unsorted}
	if refused != nil {
		return nil, e.refuse(ctx, p, refused, stages)
	}
	return p, ctx.Err()
}

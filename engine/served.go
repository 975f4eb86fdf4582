package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/choice/cost"
	"cardinal/engine/pivot"
	"cardinal/engine/pushdown"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// served is a table on a server.
type served struct {
	server remote.Server
	table  *remote.Table
	writer *pushdown.Writer
	most   int // greatest number of rows of a list of values, and of groups that are finer than the pivot's

	mu      sync.Mutex     // guards the fields below
	counted int64          // rows that the server counted, plus 1; 0: it has not counted
	asked   []cost.Asked   // measured questions
	passed  map[string]int // rows that passed each filter, by its condition
	listed  map[string]int // rows of the answer to each question that lists values, by its SQL
	copy    *data.Table    // the copied columns; nil: none
	copied  time.Time      // when the copy was made
}

// Attach tells the engine that t represents the table `of` on server s. t has the schema of that table. From then on
// the engine asks the server about t, until Detach.
func (e *Engine) Attach(t *data.Table, s remote.Server, of *remote.Table) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.servers == nil {
		e.servers = map[*data.Table]*served{}
	}
	at := &served{server: s, table: of, writer: pushdown.NewWriter(s.Dialect(), of), most: mostListed,
		passed: map[string]int{}, listed: map[string]int{}}
	at.asked = cost.LoadAsked(e.calibrations)[at.model()]
	e.servers[t] = at
}

// Detach ends what Attach began. It returns the server, for the caller to close, or nil if t was not attached.
func (e *Engine) Detach(t *data.Table) remote.Server {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.servers[t]
	delete(e.servers, t)
	if s == nil {
		return nil
	}
	return s.server
}

// DropCopy forgets the columns of a table on a server that were copied to this machine.
func (e *Engine) DropCopy(t *data.Table) {
	if s := e.served(t); s != nil {
		s.mu.Lock()
		s.copy = nil
		s.mu.Unlock()
	}
}

// served returns the table on a server that t represents, or nil if t is a table of this machine.
func (e *Engine) served(t *data.Table) *served {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.servers[t]
}

// errServed explains why the engine cannot read the rows of a table on a server.
var errServed = errors.New("the rows of this table are on a server, and only the figures of pivots come from there: " +
	"for the rows themselves, save a part of the table as a file and open the file")

// requireLocal returns an error if t is a table on a server.
func (e *Engine) requireLocal(t *data.Table) error {
	if e.served(t) != nil {
		return errServed
	}
	return nil
}

// pivotServed answers q over a table on a server.
func (e *Engine) pivotServed(ctx context.Context, t *data.Table, s *served, q query.Query,
	options RunOptions) (*Answer, error) {
	options = options.complete()
	stages := startStages(options.Progress)
	o, x, err := e.orderServed(ctx, t, s, q, stages)
	if err != nil {
		return nil, err
	}
	if options.Tier != "" && options.Tier != Server {
		return e.pivotForced(ctx, o, x, q, options, stages)
	}
	if shouldPull(x, options) || options.Tier == "" && options.Pivots > 0 && s.copyOf(x.pull.Columns) != nil {
		return e.pivotPulled(ctx, o, x, q, options, stages, fmt.Sprintf("the server would take about %.0f ms", x.ms))
	}
	stages.begin("server")
	a, err := o.answers(ctx, options.MaxCells, func(done float64) {
		stages.report(Progress{Stage: "server", Done: done})
	})
	if because := refusal(err); because != "" && options.Tier == "" && options.Pivots > 0 && x.pull.Shut == "" {
		stages.end()
		return e.pivotPulled(ctx, o, x, q, options, stages, because)
	}
	if err != nil {
		return nil, err
	}
	stages.begin("merge")
	b, groups, err := a.group(ctx, o, options.Threads)
	if err != nil {
		return nil, err
	}
	if err := tooLarge(b, selection{n: max(1, groups.N)}, func() int {
		return groups.N
	}, options.MaxCells); err != nil {
		return nil, err
	}
	stages.begin("assemble")
	tab, err := pivot.Assemble(ctx, o.query, b.keys, b.measures, groups, options.Threads)
	if err != nil {
		return nil, err
	}
	stages.end()
	o.remember(a.total)
	for _, p := range o.parts {
		took := o.askedWork(p, x.rows, a.total, p.answer.Rows)
		took.MS = p.ms
		o.addAsked(took)
	}
	// if this fails, only the next prediction is less exact
	_ = cost.SaveAsked(e.calibrations, o.model(), o.pastQuestions())
	r := o.record(stages, x, options.Tier)
	e.predictServedSteps(o, x, r.Stages, b.levels())
	r.Rows, r.RowsSelected, r.GroupsActual = max(x.rows, a.total), a.total, groups.N
	r.Gates[2].Detail = fmt.Sprintf("%s rows came from the server for %s", profiler.Count(a.table.Rows),
		profiler.Count(a.total))
	e.history.Add(x.fingerprint, r, o.model(), profiler.Timed{PredictedMS: x.plainMS, MS: r.TierMS}, profiler.Timed{})
	return &Answer{Tab: tab, Profile: r}, ctx.Err()
}

// predictServedSteps sets the predicted times of the steps before and after the questions to a server.
func (e *Engine) predictServedSteps(o *order, x *servedPrediction, stages []profiler.Stage, levels int) {
	e.mu.Lock()
	steps := cost.Steps{Machine: e.calibration.Machine, Groups: x.Groups, Levels: levels,
		Later: pivot.OrdersLater(&o.query, x.Groups)}
	e.mu.Unlock()
	for i := range stages {
		switch s := &stages[i]; s.Name {
		case "check", "estimate":
			s.PlainMS = x.startMS
		case "merge", cost.Assemble:
			s.PlainMS = steps.MS(cost.Assemble)
		default:
			continue
		}
		stages[i].PredictedMS = stages[i].PlainMS * e.history.Step(&stages[i], o.model())
	}
}

// refusal returns why the server could not answer a pivot, if a copy of the columns may answer it. It returns "" for
// any other error.
func refusal(err error) string {
	var many *manyListed
	switch {
	case errors.As(err, &many):
		return many.words()
	case errors.Is(err, remote.ErrBeyond):
		what, _, _ := strings.Cut(err.Error(), ":") // without the advice, which follows the colon
		return what
	}
	return ""
}

// countServed counts the groups of q over a table on a server.
func (e *Engine) countServed(ctx context.Context, t *data.Table, s *served, q query.Query) (int, error) {
	if err := s.server.Complete(ctx); err != nil {
		return 0, err
	}
	q.Values = nil
	o, err := s.order(ctx, e.state(t), q)
	if err != nil {
		return 0, err
	}
	a, err := o.answers(ctx, 0, func(float64) {})
	if err != nil {
		return 0, err
	}
	_, groups, err := a.group(ctx, o, RunOptions{}.complete().Threads)
	if err != nil {
		return 0, err
	}
	return groups.N, ctx.Err()
}

// orderServed splits a query into its questions and predicts their time. It returns an error if the server may leave
// rows out.
func (e *Engine) orderServed(ctx context.Context, t *data.Table, s *served, q query.Query,
	stages *stages) (*order, *servedPrediction, error) {
	stages.begin("check")
	if err := s.server.Complete(ctx); err != nil {
		return nil, nil, err
	}
	o, err := s.order(ctx, e.state(t), q)
	if err != nil {
		return nil, nil, err
	}
	stages.begin("estimate")
	x, err := e.expectServed(ctx, o)
	return o, x, err
}

// estimateServed works like Estimate, for a table on a server.
func (e *Engine) estimateServed(ctx context.Context, t *data.Table, s *served, q query.Query,
	options RunOptions) (*profiler.Record, error) {
	stages := startStages(options.Progress)
	o, x, err := e.orderServed(ctx, t, s, q, stages)
	if err != nil {
		return nil, err
	}
	stages.end()
	r := o.record(stages, x, options.complete().Tier)
	r.Stages = append(r.Stages, profiler.Stage{Name: "server", PredictedMS: x.ms})
	r.CellsEstimated = x.Groups * max(1, len(o.query.Values))
	r.CellsExact = r.Estimate.Exact && min(len(q.Rows), len(q.Cols))+len(q.Tops)+len(q.Havings) == 0
	return r, ctx.Err()
}

// record returns the profile of an order with its prediction. forced is the tier that the caller asked for, or "".
func (o *order) record(s *stages, x *servedPrediction, forced Tier) *profiler.Record {
	reason := "the table is on a server, so the server groups the rows; " + x.pull.Words()
	on, strategy, ms := serverTier.Name, o.server.Dialect().Kind, x.ms
	if forced != "" {
		reason = askedReason(forced)
		if forced != Server {
			on, strategy, ms = string(forced), "", x.pull.PredictedMS+x.pull.LocalMS
			reason += "; the columns are copied to this machine first, if they are not here yet"
		}
	}
	r := &profiler.Record{
		Source: o.table.Address.Table, Rows: x.rows, RowsSelected: x.selected, GroupsEstimated: x.Groups,
		GroupsLow: x.Low, GroupsHigh: x.High,
		Estimate: profiler.Estimate{Method: x.Method, Exact: x.Exact(), SampleRows: x.SampleRows, Distinct: x.D,
			Singletons: x.F1, Doubletons: x.F2, MS: profiler.Milliseconds(x.took)},
		Predicted: map[string]float64{serverTier.Name: x.ms, on: ms}, Tier: on, Strategy: strategy,
		Reason: reason, Stages: slices.Clone(s.done),
		Tiers: []profiler.TierTime{{Tier: serverTier, PredictedMS: x.ms, Stages: map[string]float64{"server": x.ms}}},
		Pull:  &x.pull,
		Gates: []profiler.Gate{
			{Name: "completeness", Pass: true, Detail: "the server leaves no shard out"},
			{Name: "precision", Pass: true, Detail: "the server adds whole numbers, and floats are added here"},
			{Name: "range", Pass: true, Detail: "counts of rows fit 32 bits"},
		},
	}
	if x.SampleRows > 0 {
		r.Estimate.Estimators = &x.Estimators
	}
	for i := range r.Stages {
		if r.Stages[i].Name == "server" {
			r.TierMS, r.Stages[i].PredictedMS = r.Stages[i].MS, x.ms
		}
	}
	r.TotalMS = s.took
	if r.TotalMS > 0 && r.TierMS > 0 {
		r.RowsPerSecond = float64(r.Rows) / r.TotalMS * 1000
	}
	return r
}

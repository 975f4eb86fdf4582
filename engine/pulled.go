package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/choice/cost"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// WorthPivots is the number of pivots within which a copy of columns should save the time that it takes.
const WorthPivots = 5

// localNs is the approximate time of one row of a pivot on this machine, in nanoseconds.
const localNs = 10

// weighPull compares the time of copying the columns that a query reads with the time of asking the server in each
// pivot.
func (e *Engine) weighPull(o *order, x *servedPrediction, constants cost.Server) profiler.Pull {
	p := profiler.Pull{Columns: o.query.Sources()}
	if len(p.Columns) == 0 {
		return p
	}
	reading := pullWork(x.rows, len(p.Columns))
	p.Bytes = int64(reading.Bytes)
	p.PredictedMS = constants.MS(reading)
	p.LocalMS = float64(x.rows) * localNs / 1e6
	saved := x.ms - p.LocalMS
	if saved > 0 {
		p.Pivots = int(min(math.Ceil(p.PredictedMS/saved), 1e6))
		p.Score = profiler.Number(WorthPivots * saved / p.PredictedMS)
	}
	free, known := memory.Free()
	switch need := 2 * p.Bytes; {
	case known && need > free:
		p.Shut = separators.Sprintf("a copy needs about %d MB of memory, and %d MB are free", need>>20, free>>20)
	case x.rows > mostPulled:
		p.Shut = fmt.Sprintf("the table has %s rows, and copies have up to %s", profiler.Count(x.rows),
			profiler.Count(mostPulled))
	}
	return p
}

// pullWork returns how many cells and bytes the server sends for a copy of columns.
func pullWork(rows, columns int) cost.Asked {
	cells := float64(rows) * float64(columns)
	return cost.Asked{Cells: cells, Bytes: 8 * cells}
}

// mostPulled is the greatest number of rows of a copy.
const mostPulled = 100_000_000

// shouldPull reports whether a copy saves the time that it takes within o.Pivots pivots, this one included.
func shouldPull(x *servedPrediction, o RunOptions) bool {
	p := &x.pull
	return o.Tier == "" && p.Shut == "" && p.Pivots > 0 && p.PredictedMS+
		float64(o.Pivots)*p.LocalMS < float64(o.Pivots)*x.ms
}

// copyOf returns the copied table if it has all of the columns, else nil.
func (s *served) copyOf(columns []string) *data.Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.copy == nil || len(columns) == 0 {
		return nil
	}
	for _, name := range columns {
		if _, err := s.copy.Column(name); err != nil {
			return nil
		}
	}
	return s.copy
}

// withCopied returns the given columns, and the columns that are already copied.
func (s *served) withCopied(columns []string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Clone(columns)
	if s.copy == nil {
		return all
	}
	for _, c := range s.copy.Columns {
		all = each.Add(all, c.Name)
	}
	return all
}

// askedReason returns the clause that says that the caller asked for a tier.
func askedReason(t Tier) string {
	for _, d := range Tiers() {
		if Tier(d.Name) == t {
			return d.Noun + " " + d.Was() + " asked for"
		}
	}
	return "there is no tier " + string(t)
}

// pivotForced answers q on a tier of this machine that the caller asked for, from a copy of the columns that q reads.
func (e *Engine) pivotForced(ctx context.Context, o *order, x *servedPrediction, q query.Query, options RunOptions,
	stages *stages) (*Answer, error) {
	if len(x.pull.Columns) == 0 { // the pivot reads no column: any column has as many rows
		at := slices.IndexFunc(o.table.Columns, func(c remote.Column) bool { return c.Type != data.Null })
		if at < 0 {
			return nil, fmt.Errorf("%s, and %s has no column that can be copied to this machine: let the server run "+
				"the pivot", askedReason(options.Tier), o.table.Address.Table)
		}
		x.pull.Columns = []string{o.table.Columns[at].Name}
	}
	if x.pull.Shut != "" && o.copyOf(x.pull.Columns) == nil {
		return nil, fmt.Errorf("%s, which needs the rows on this machine, and %s: let the server run the pivot",
			askedReason(options.Tier), x.pull.Shut)
	}
	return e.pivotPulled(ctx, o, x, q, options, stages, askedReason(options.Tier)+", and the rows are on a server")
}

// pivotPulled answers q from a copy of the columns that q reads. If there is no copy yet, it makes one; because says
// why. It also reads columns again that were copied before, because a server may return the rows in another order.
func (e *Engine) pivotPulled(ctx context.Context, o *order, x *servedPrediction, q query.Query, options RunOptions,
	stages *stages, because string) (*Answer, error) {
	t := o.copyOf(x.pull.Columns)
	reason := "a copy of its columns was read before"
	if options.Tier == "" {
		reason += ", and " + because
	}
	if t == nil {
		stages.begin("copy")
		var err error
		if t, err = o.pull(ctx, o.withCopied(x.pull.Columns), func(done float64) {
			stages.report(Progress{Stage: "copy", Done: done})
		}); err != nil {
			return nil, err
		}
		stages.end()
		o.mu.Lock()
		o.copy, o.copied = t, time.Now()
		o.mu.Unlock()
		// if this fails, only the next prediction is less exact
		_ = cost.SaveAsked(e.calibrations, o.model(), o.pastQuestions())
		reason = fmt.Sprintf("%s, so its columns were copied here, which was expected to take %.0f ms", because,
			x.pull.PredictedMS)
	}
	o.mu.Lock()
	x.pull.Read = o.copied.Format(time.TimeOnly)
	o.mu.Unlock()
	q.Filter = o.query.Filter // with periods that end at the latest date of the whole table
	a, err := e.Pivot(ctx, t, q, options)
	if err != nil {
		return nil, err
	}
	r := a.Profile
	before := slices.Clone(stages.done)
	e.predictServedSteps(o, x, before, 1)
	for i := range before {
		if before[i].Name == "copy" {
			before[i].PredictedMS, x.pull.MS = x.pull.PredictedMS, before[i].MS
		}
	}
	r.Stages = append(before, r.Stages...)
	r.TotalMS = profiler.Milliseconds(system.Since(stages.start))
	r.Reason = reason + "; " + r.Reason
	r.Pull, r.Predicted[serverTier.Name] = &x.pull, x.ms
	r.Tiers = append(r.Tiers, profiler.TierTime{Tier: serverTier, PredictedMS: x.ms})
	return a, nil
}

// pull reads columns as a table of this machine. It returns an error if the table has more rows than a copy may have.
func (s *served) pull(ctx context.Context, columns []string, progress func(done float64)) (*data.Table, error) {
	most := mostPulled
	if free, known := memory.Free(); known {
		most = int(min(free/int64(16*len(columns)), mostPulled))
	}
	q, err := s.writer.Rows(columns, "", most+1)
	if err != nil {
		return nil, err
	}
	q.Most, q.Progress = most, progress
	start := system.Now()
	out, err := s.server.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	took := pullWork(out.Rows, len(columns))
	took.MS = profiler.Milliseconds(system.Since(start))
	s.addAsked(took)
	out.Name = s.table.Address.Table
	for _, c := range out.Columns { // so that labels are written as in the server's own answers
		c.Answered = true
	}
	return out, nil
}

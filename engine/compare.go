package engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/profiler"
)

const (
	// compareRounds is how often a comparison runs every tier. The tiers take turns, each after a pause, so that none
	// has an advantage. After compareTime no further round begins.
	compareRounds = 5
	compareTime   = 2 * time.Second
	// farBehind says when a tier is not run again: it takes more than farBehind times the best time.
	farBehind = 4
)

// Compare runs the query of a on every tier. It reports the measured and predicted times, whether the tier of a was the
// right choice, and whether all tiers have the same cells. It uses Threads, Strategy and Progress of options. The stage
// of the progress is the short name of the tier.
func (e *Engine) Compare(ctx context.Context, t *data.Table, a *Answer,
	options RunOptions) (*profiler.Comparison, error) {
	if err := e.requireLocal(t); err != nil {
		return nil, err
	}
	runs := make([]tierRuns, len(e.tiers))
	for i, tier := range e.tiers {
		runs[i].name = tier.Name
		// the answer had to send its columns, which are on the device now, so that no later run takes as long
		if tier.Name == a.Profile.Tier && a.Profile.BytesUploaded > 0 {
			runs[i].done = append(runs[i].done, a.Profile)
		}
	}
	report := throttle(options.Progress)
	options.Progress = nil
	until := time.Now().Add(compareTime)
	for round := range compareRounds {
		for i := range runs {
			r := &runs[i]
			if r.trouble != "" || round > 0 && (time.Now().After(until) || r.typical() > farBehind*least(runs)) {
				continue
			}
			report(Progress{Stage: e.tiers[i].Short(),
				Done: float64(round*len(runs)+i) / float64(compareRounds*len(runs))})
			options.Tier = Tier(r.name)
			rest(ctx)
			if err := r.rerun(ctx, e, t, a, options); err != nil {
				return nil, err
			}
		}
	}
	trials, differ := make([]profiler.Trial, len(runs)), []string{}
	for i, r := range runs {
		trials[i] = r.trial(e.tiers[i].Tier, a.Profile.Predicted[r.name])
		if r.differs {
			differ = append(differ, r.name)
		}
	}
	return profiler.NewComparison(a.Profile.Tier, trials, differ), nil
}

// tierRuns collects the runs of a comparison on one tier.
type tierRuns struct {
	name     string
	done     []*profiler.Record
	trouble  string // why the tier could not be measured
	compared bool   // the cells were compared with those of the answer
	differs  bool   // the cells differ from those of the answer
}

// rerun answers the query of a on the tier of options. In the first round it compares the cells. It returns only errors
// of ctx, and stores any other error in r.trouble.
func (r *tierRuns) rerun(ctx context.Context, e *Engine, t *data.Table, a *Answer, options RunOptions) error {
	q := a.Tab.Query
	q.Values = query.Unmarked(q.Values)
	again, err := e.Pivot(ctx, t, q, options)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		r.trouble = err.Error()
		return nil
	case again.Profile.Tier != r.name:
		r.trouble = cmp.Or(again.Profile.Shut(), again.Profile.Reason)
		return nil
	}
	same := true
	if !r.compared {
		same, err = again.Tab.Same(ctx, a.Tab)
	}
	r.done, r.compared, r.differs = append(r.done, again.Profile), true, r.differs || !same
	return err
}

// trial sums up the runs. If the first run sent columns to a device, its time is the time that the pivot would have
// taken. The later runs, which found the columns there, are reported separately.
func (r *tierRuns) trial(words profiler.Tier, predicted float64) profiler.Trial {
	t := profiler.Trial{Tier: words, PredictedMS: predicted, Runs: len(r.done), Trouble: r.trouble}
	switch {
	case len(r.done) == 0:
	case r.done[0].BytesUploaded > 0:
		t.MS = r.done[0].TierMS
		t.AgainMS = (&tierRuns{done: r.done[1:]}).typical()
	default:
		t.MS = r.typical()
	}
	return t
}

// typical returns the median time of the tier, or 0 without a run. It is the median, because a run takes longer if the
// other cores sleep.
func (r *tierRuns) typical() float64 {
	if len(r.done) == 0 {
		return 0
	}
	ms := each.Of(r.done, func(run *profiler.Record) float64 { return run.TierMS })
	slices.Sort(ms)
	return ms[(len(ms)-1)/2]
}

// least returns the typical time of the fastest tier.
func least(runs []tierRuns) float64 {
	best := math.Inf(1)
	for _, r := range runs {
		if len(r.done) > 0 {
			best = min(best, r.typical())
		}
	}
	return best
}

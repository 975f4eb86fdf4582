package engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

const (
	// compareRounds is how often a comparison runs every tier, in turn and from rest so that nothing favours one of them,
	// and compareTime how long it may take before it leaves further rounds out.
	compareRounds = 5
	compareTime   = 2 * time.Second
	// farBehind is from how many times the best time on a tier is not run again.
	farBehind = 4
)

// Compare answers on every tier what a answers and says what each took, beside what was foreseen for it, whether the
// tier of a was the right one, and whether all had the same cells. Threads, strategy and progress are those of how; the
// stage of the progress is the tier.
func (e *Engine) Compare(ctx context.Context, t *data.Table, a *Answer, how Run) (*profiler.Comparison, error) {
	tiers := []Tier{Serial, Workers, GPU}
	runs := map[Tier][]*profiler.Record{}
	if a.Profile.BytesUploaded > 0 {
		runs[GPU] = append(runs[GPU], a.Profile) // what it sent is there by now: no later run can cost the same
	}
	troubles := map[Tier]string{}
	differ := []string{}
	report := throttled(how.Progress)
	how.Progress = nil
	until := time.Now().Add(compareTime)
	for round := range compareRounds {
		for i, tier := range tiers {
			if troubles[tier] != "" || round > 0 && (time.Now().After(until) || typical(runs[tier]) > farBehind*least(runs)) {
				continue
			}
			report(Progress{Stage: string(tier), Done: float64(round*len(tiers)+i) / float64(compareRounds*len(tiers))})
			how.Tier = tier
			rest(ctx)
			r := e.begin(ctx, t, a.Tab.Query, how)
			tab, err := r.again(round == 0)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case err != nil:
				troubles[tier] = err.Error()
				continue
			case r.record.Tier != string(tier):
				troubles[tier] = cmp.Or(r.record.Shut(), r.record.Reason)
				continue
			}
			runs[tier] = append(runs[tier], r.record)
			if tab == nil {
				continue
			}
			same, err := tab.Same(ctx, a.Tab)
			if err != nil {
				return nil, err
			}
			if !same {
				differ = append(differ, string(tier))
			}
		}
	}
	trials := make([]profiler.Trial, len(tiers))
	for i, tier := range tiers {
		trials[i] = trial(runs[tier])
		trials[i].Tier, trials[i].PredictedMS, trials[i].Trouble = string(tier), a.Profile.Predicted[string(tier)], troubles[tier]
	}
	return profiler.NewComparison(a.Profile.Tier, trials, differ), nil
}

// again runs the pivot of a comparison, with a crosstab where its cells are wanted.
func (r *run) again(cells bool) (tab *pivot.Crosstab, err error) {
	var groups *pivot.Groups
	start := time.Now()
	if cells {
		tab, err = r.answer()
	} else if groups, err = r.groups(); err == nil {
		r.record.GroupsActual = groups.N
	}
	if err == nil {
		r.finish(start, r.record.GroupsActual)
	}
	return tab, err
}

// trial sums up the runs of a tier. The first that sent columns to the GPU is what the pivot would have cost; those after
// it found the columns there and are told apart.
func trial(runs []*profiler.Record) profiler.Trial {
	t := profiler.Trial{Runs: len(runs)}
	switch {
	case len(runs) == 0:
	case runs[0].BytesUploaded > 0:
		t.MS, t.AgainMS = runs[0].TierMS, typical(runs[1:])
	default:
		t.MS = typical(runs)
	}
	return t
}

// typical is the median time of a tier, 0 where it did not run: the other cores are awake in time, or not.
func typical(runs []*profiler.Record) float64 {
	if len(runs) == 0 {
		return 0
	}
	ms := make([]float64, len(runs))
	for i, r := range runs {
		ms[i] = r.TierMS
	}
	slices.Sort(ms)
	return ms[(len(ms)-1)/2]
}

// least is the time of the tier that is typically the fastest of those that ran.
func least(runs map[Tier][]*profiler.Record) float64 {
	best := math.Inf(1)
	for _, of := range runs {
		if len(of) > 0 {
			best = min(best, typical(of))
		}
	}
	return best
}

package tiers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"cardinal/bench/ours"
	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Cell has the measurements of a shape. Times are those of the tier's own work, without the steps that all tiers share:
// keys, estimate and answer.
type Cell struct {
	Shape
	Chosen    string                     `json:"chosen"`
	Reason    string                     `json:"reason"`
	Predicted map[string]float64         `json:"predicted"` // predicted when the tier was chosen
	Estimated int                        `json:"estimated"`
	Low       int                        `json:"low"`  // least expected number of groups
	High      int                        `json:"high"` // greatest expected number of groups
	Found     int                        `json:"found"`
	MS        map[string]float64         `json:"ms"`     // median round, by tier
	Record    map[string]profiler.Record `json:"record"` // record of the median round, by tier
	// of the runs over a new table whose tier the engine chose: the record of the run with the median time of
	// estimating
	Free profiler.Record `json:"free"`

	rounds map[string][]profiler.Record // by tier, the fastest first
}

const (
	near      = 1.10 // a choice within this multiple of the best time is right
	little    = 0.2  // a choice slower by at most these milliseconds is right, too
	hopeless  = 4    // multiple of the best time above which a tier runs only once
	enough    = 60   // least milliseconds of all rounds of the best tier
	maxRounds = 15
	freeRuns  = 3    // number of pivots whose tier the engine chooses, to time the estimate
	atLeast   = 3    // least number of rounds, if the best tier has run for plenty
	plenty    = 1500 // milliseconds of the best tier's rounds together
	// a pause before every run, in which the cores go to sleep, as they do before a person's next edit
	rest = 5 * time.Millisecond
)

// isRight reports whether the chosen tier was as good as the best.
func (c *Cell) isRight() bool {
	_, best := c.best()
	took := c.MS[c.Chosen]
	return took <= near*best || took <= best+little
}

// predicted returns the time that was predicted for a tier's median run. For a tier that did not run, it returns the
// prediction from when the tier was chosen.
func (c *Cell) predicted(tier string) float64 {
	if r, ran := c.Record[tier]; ran {
		return r.Predicted[tier]
	}
	return c.Predicted[tier]
}

// ratio returns the time of the chosen tier divided by the time of the best tier.
func (c *Cell) ratio() float64 {
	_, best := c.best()
	return c.MS[c.Chosen] / best
}

func (c *Cell) best() (tier string, ms float64) {
	ms = math.Inf(1)
	for _, t := range ours.Tiers {
		if took, ran := c.MS[t]; ran && took < ms {
			tier, ms = t, took
		}
	}
	return tier, ms
}

// measure lets the engine choose a tier for a question that it does not know, and then times every tier in turns.
// Before that, it lets the engine prepare another table for the same question: if a GPU would win, the programs are
// then compiled.
func measure(ctx context.Context, e *ours.Engine, tiers []string, s Shape, t *data.Table, rounds int) (*Cell, error) {
	q, err := ours.Query(s.keys(), s.measures(), "")
	if err != nil {
		return nil, err
	}
	if err := e.Rest(ctx, ours.Anew(t), q); err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	side := &side{ctx: ctx, engine: e, shape: s, query: q, table: t}
	chosen, err := side.run("")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	c := &Cell{Shape: s, Chosen: chosen.Tier, Reason: chosen.Reason, Predicted: chosen.Predicted,
		Estimated: chosen.GroupsEstimated, Low: chosen.GroupsLow, High: chosen.GroupsHigh,
		Found: chosen.GroupsActual, MS: map[string]float64{}, Record: map[string]profiler.Record{},
		rounds: map[string][]profiler.Record{}}
	spent, running, free := 0.0, tiers, []profiler.Record(nil)
	for round := 0; round < rounds || round < maxRounds && spent < enough; round++ {
		least := math.Inf(1)
		for k := range running {
			tier := running[(k+round)%len(running)]
			record, err := side.run(tier)
			if err != nil {
				return nil, fmt.Errorf("%s on %s: %w", s, tier, err)
			}
			if record.GroupsActual != c.Found {
				return nil, fmt.Errorf("BUG: %s: %d groups on %s and %d on %s", s, record.GroupsActual, tier,
					c.Found, c.Chosen)
			}
			if record.Tier == tier { // otherwise the tier cannot run this pivot
				c.add(tier, *record)
				least = min(least, record.TierMS)
			}
		}
		if !s.Resident && len(free) < freeRuns {
			record, err := side.free()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s, err)
			}
			free = append(free, *record)
		}
		if spent += least; round == 0 {
			running = side.worthwhile(running, c)
		}
		if spent > plenty && round+1 >= atLeast {
			break
		}
	}
	if len(free) > 0 {
		slices.SortFunc(free, func(a, b profiler.Record) int { return cmp.Compare(a.Estimate.MS, b.Estimate.MS) })
		c.Free = free[len(free)/2]
	}
	return c, ctx.Err()
}

// add adds a round of a tier.
func (c *Cell) add(tier string, r profiler.Record) {
	c.rounds[tier] = append(c.rounds[tier], r)
	all := c.rounds[tier]
	slices.SortFunc(all, func(a, b profiler.Record) int { return cmp.Compare(a.TierMS, b.TierMS) })
	c.Record[tier] = all[(len(all)-1)/2]
	c.MS[tier] = c.Record[tier].TierMS
}

// side is a question that is asked repeatedly, with its columns on the GPU or not.
type side struct {
	ctx    context.Context
	engine *ours.Engine
	shape  Shape
	query  query.Query
	table  *data.Table
	known  *data.Table // a table whose columns are on the GPU
}

// run asks the question once on a tier. It uses a new table each time, unless the columns should be on the GPU.
func (s *side) run(tier string) (*profiler.Record, error) {
	t := s.known
	if t == nil {
		var err error
		if t, err = s.newTable(); err != nil {
			return nil, err
		}
	}
	if s.shape.Resident && s.known == nil {
		if err := s.send(t); err != nil {
			return nil, err
		}
		s.known = t
	}
	runtime.GC()
	time.Sleep(rest)
	return s.engine.Tier(s.ctx, t, s.query, tier)
}

// free runs the question as a pivot over a new table. The engine chooses the tier.
func (s *side) free() (*profiler.Record, error) {
	t, err := s.newTable()
	if err != nil {
		return nil, err
	}
	runtime.GC()
	time.Sleep(rest)
	return s.engine.Free(s.ctx, t, s.query)
}

// newTable returns a new table of the same rows. The engine knows about it what the app knows after opening a file.
func (s *side) newTable() (*data.Table, error) {
	t := ours.Anew(s.table)
	return t, s.engine.Opened(s.ctx, t)
}

// send copies the columns to the GPU without running the question itself. To do so, it groups by each key together with
// a second key that has one value. Then the engine prepares the question as it does when idle.
func (s *side) send(t *data.Table) error {
	for _, key := range keyNames[:s.shape.Keys] {
		q, err := ours.Query(key+", one", s.shape.measures(), "")
		if err != nil {
			return err
		}
		if _, err := s.engine.Tier(s.ctx, t, q, ours.Tiers[2]); err != nil {
			return err
		}
	}
	return s.engine.Rest(s.ctx, t, s.query)
}

// worthwhile returns the tiers that may still be the best.
func (s *side) worthwhile(tiers []string, c *Cell) []string {
	_, best := c.best()
	var out []string
	for _, t := range tiers {
		if took, ran := c.MS[t]; ran && took <= max(hopeless*best, best+5*little) {
			out = append(out, t)
		}
	}
	return out
}

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

// Cell is what was measured of a shape. Milliseconds are those of the tier's own work: what all tiers share, keys,
// estimate and answer, is not among them.
type Cell struct {
	Shape
	Chosen    string                     `json:"chosen"`
	Reason    string                     `json:"reason"`
	Predicted map[string]float64         `json:"predicted"` // when the tier was chosen
	Estimated int                        `json:"estimated"`
	Low       int                        `json:"low"`  // of the expected range of groups
	High      int                        `json:"high"` // of it
	Found     int                        `json:"found"`
	MS        map[string]float64         `json:"ms"`     // by tier, the median round
	Record    map[string]profiler.Record `json:"record"` // of that round
	// of the run with the median estimate, where the tier was free and the table new
	Free profiler.Record `json:"free"`

	rounds map[string][]profiler.Record // by tier, the fastest first
}

const (
	near      = 1.10 // as many times the best tier's time is right
	little    = 0.2  // and so is so many milliseconds more
	hopeless  = 4    // a tier so many times slower than the best in its first run is not run again
	enough    = 60   // milliseconds of the best tier's rounds
	maxRounds = 15
	freeRuns  = 3    // pivots whose tier is chosen, to time the estimate
	atLeast   = 3    // rounds of a shape whose best tier has had plenty of milliseconds
	plenty    = 1500 // milliseconds of the best tier's rounds
	// before every run, in which the cores go to sleep, as they do before a person's next edit
	rest = 5 * time.Millisecond
)

// right reports whether the chosen tier was as good as the best.
func (c *Cell) right() bool {
	_, best := c.best()
	took := c.MS[c.Chosen]
	return took <= near*best || took <= best+little
}

// predicted is what a tier was expected to take before the run that is counted, or when the tier was chosen
// where it did not run.
func (c *Cell) predicted(tier string) float64 {
	if r, ran := c.Record[tier]; ran {
		return r.Predicted[tier]
	}
	return c.Predicted[tier]
}

// ratio is the chosen tier's time over the best one's.
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

// measure asks the engine for its choice, before it knows of the question, and then times every tier in turns.
// Before, the engine has rested with another table of the same question: programs that a card would win with
// are compiled.
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
	c := &Cell{Shape: s, Chosen: chosen.Tier, Reason: chosen.Reason, Predicted: chosen.Predicted, Estimated: chosen.GroupsEstimated, Low: chosen.GroupsLow, High: chosen.GroupsHigh,
		Found: chosen.GroupsActual, MS: map[string]float64{}, Record: map[string]profiler.Record{}, rounds: map[string][]profiler.Record{}}
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
				return nil, fmt.Errorf("BUG: %s: %d groups on %s and %d on %s", s, record.GroupsActual, tier, c.Found, c.Chosen)
			}
			if record.Tier == tier { // else a gate was shut
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

// add takes a round of a tier in.
func (c *Cell) add(tier string, r profiler.Record) {
	c.rounds[tier] = append(c.rounds[tier], r)
	all := c.rounds[tier]
	slices.SortFunc(all, func(a, b profiler.Record) int { return cmp.Compare(a.TierMS, b.TierMS) })
	c.Record[tier] = all[(len(all)-1)/2]
	c.MS[tier] = c.Record[tier].TierMS
}

// side is a question to be asked again and again, with its columns on the GPU or not.
type side struct {
	ctx    context.Context
	engine *ours.Engine
	shape  Shape
	query  query.Query
	table  *data.Table
	known  *data.Table // whose columns are on the GPU
}

// run asks once. Where the columns shall not be on the GPU, or nothing be known, the table is new each time.
func (s *side) run(tier string) (*profiler.Record, error) {
	t := s.known
	if t == nil {
		var err error
		if t, err = s.opened(); err != nil {
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

// free asks a table that nothing is known of for a pivot, whose tier the engine chooses.
func (s *side) free() (*profiler.Record, error) {
	t, err := s.opened()
	if err != nil {
		return nil, err
	}
	runtime.GC()
	time.Sleep(rest)
	return s.engine.Free(s.ctx, t, s.query)
}

// opened is a new table of the same rows, as the app leaves it once it is open.
func (s *side) opened() (*data.Table, error) {
	t := ours.Anew(s.table)
	return t, s.engine.Opened(s.ctx, t)
}

// send puts the columns on the GPU by other questions about them: each key with a further one, which has one
// value. Then the engine does what it does at rest.
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

// worthwhile drops the tiers that have no chance.
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

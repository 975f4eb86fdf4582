package session

import (
	"cmp"
	"context"
	"errors"
	"time"

	"cardinal/engine"
	"cardinal/profiler"
	"cardinal/ui/state/view"
)

// Limits limit how later pivots run on this machine.
type Limits struct {
	Barred []engine.Tier // tiers that may not run pivots
}

// SetLimits sets the limits of later pivots.
func (s *Session) SetLimits(l Limits) { s.limits = l }

// options returns the options for a run of the pivot of a state.
func (s *Session) options(now view.State) engine.RunOptions {
	how := engine.RunOptions{Tier: engine.Tier(cmp.Or(now.Tier, "auto")), Barred: s.limits.Barred}
	if s.Copies() {
		how.Pivots = engine.WorthPivots
	}
	return how
}

// Forecast is the expected outcome of a pivot. Exactly one of its fields is set.
type Forecast struct {
	Record   *profiler.Record // the result of Engine.Estimate
	TooLarge *engine.TooLarge // the pivot is so large that the window would ask before the run
	Failure  error            // why the pivot cannot be worked out
}

// hoverPause is how long a drag must rest over the same target before the pivot is estimated.
const hoverPause = 80 * time.Millisecond

// Foresee estimates the pivot of a state in the background, and calls `then` on the UI goroutine. A later call of
// Foresee or Unforesee stops the estimate.
func (s *Session) Foresee(next view.State, then func(Forecast)) {
	if s.table == nil {
		return
	}
	table, how := s.table, s.options(next)
	how.MaxCells = maxCells
	start(s, &s.forecast, Work{}, func(ctx context.Context, _ func(string, float64)) (*profiler.Record, error) {
		select {
		case <-time.After(hoverPause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return s.engine.Estimate(ctx, table, next.Query(), how)
	}, func(r *profiler.Record, err error) {
		var large *engine.TooLarge
		switch {
		case errors.Is(err, context.Canceled):
		case errors.As(err, &large):
			then(Forecast{TooLarge: large})
		case err != nil:
			then(Forecast{Failure: err})
		default:
			then(Forecast{Record: r})
		}
	})
}

// Unforesee stops the estimate under way.
func (s *Session) Unforesee() { s.forecast.stop() }

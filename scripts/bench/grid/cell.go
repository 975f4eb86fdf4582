package grid

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cardinal/bench/ours"
	"cardinal/bench/timing"
)

// errAnswer is the error of a strategy whose answer differs from that of the engine's own choice.
var errAnswer = errors.New("BUG: another answer")

// near is the greatest ratio, of the engine's time to the best strategy's time, at which the engine's choice counts as
// right.
const near = 1.15

// cell has the measurements of a shape.
type cell struct {
	Shape
	found  int // number of groups of the answer
	chosen string
	own    timing.Times   // times of the engine's own choice
	forced []timing.Times // times by strategy
}

// measure times one shape. The sides must give the same answer.
func measure(ctx context.Context, e *ours.Engine, s Shape, rows, rounds int) (*cell, error) {
	table := s.table(rows)
	q, err := ours.Query(strings.Join([]string{"k1", "k2", "k3", "k4"}[:s.Keys], ", "), "sum(v), count()", "")
	if err != nil {
		return nil, err
	}
	c := &cell{Shape: s}
	names := append([]string{""}, ours.Strategies...)
	sides := make([]timing.Side, len(names))
	for i, name := range names {
		sides[i] = func() (any, error) { return e.Group(ctx, table, q, name) }
	}
	if _, err := sides[0](); err != nil { // makes the key columns; they stay with the table
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	var want string
	plan := timing.Plan{Rounds: rounds, AtLeast: 30 * time.Millisecond, Patience: 4, Finals: 2,
		Check: func(i int, made any) error {
			a := made.(*ours.Answer)
			got := fmt.Sprint(a.Rows(), a.Checksums())
			if i == 0 {
				// every run chooses anew, but from the same sample, so that all runs choose the same
				c.found, c.chosen, want = a.Rows(), a.Record.Strategy, got
			}
			if got != want {
				return fmt.Errorf("%w: %s, not %s", errAnswer, got, want)
			}
			return nil
		}}
	times := plan.Alternate(sides...)
	c.own, c.forced = times[0], times[1:]
	if c.own.Err != nil {
		return nil, fmt.Errorf("%s: %w", s, c.own.Err)
	}
	return c, ctx.Err()
}

// best returns the fastest strategy and its time, or "" if no strategy ran.
func (c *cell) best() (string, time.Duration) {
	at := -1
	for i, t := range c.forced {
		if t.Min() > 0 && (at < 0 || t.Min() < c.forced[at].Min()) {
			at = i
		}
	}
	if at < 0 {
		return "", 0
	}
	return ours.Strategies[at], c.forced[at].Min()
}

// ratio returns the time of the engine's own choice divided by that of the best strategy, or 0 if no strategy ran.
func (c *cell) ratio() float64 {
	_, best := c.best()
	if best == 0 {
		return 0
	}
	return float64(c.own.Min()) / float64(best)
}

// isRight reports whether the choice is near the best strategy.
func (c *cell) isRight() bool { r := c.ratio(); return r > 0 && r <= near }

// share returns the fraction of the cells whose choice is right, and their number.
func share(cells []*cell) (part float64, right int) {
	for _, c := range cells {
		if c.isRight() {
			right++
		}
	}
	return float64(right) / float64(max(len(cells), 1)), right
}

// filterCells returns the cells that pass a test.
func filterCells(cells []*cell, test func(*cell) bool) []*cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c *cell) bool { return !test(c) })
}

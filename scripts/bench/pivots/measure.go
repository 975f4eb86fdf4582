package pivots

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/bench/rss"
	"cardinal/bench/timing"
	"cardinal/data"
	"cardinal/engine"
)

// sides are both engines with one data set loaded.
type sides struct {
	engine *ours.Engine
	table  *data.Table
	db     *duck.Database
}

func load(ctx context.Context, d *g1.Data, threads int) (*sides, error) {
	s := &sides{engine: ours.Open(threads), table: ours.Table(d)}
	var err error
	if s.db, err = duck.Open(ctx, threads); err != nil {
		return nil, err
	}
	for _, step := range []func() error{
		func() error { return s.db.Load(ctx, d, "double") },
		func() error { return s.db.Encode(ctx, duck.Enum3) },
		func() error { return s.db.Forget(ctx, duck.Text) },
	} {
		if err := step(); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

func (s *sides) close() {
	s.engine.Close()
	_ = s.db.Close()
}

// figure has the measurements of a side.
type figure struct {
	first  time.Duration // time of the first run, which makes keys and ranks
	growth int64         // growth of the peak memory in the first run
	timing.Times
}

// result has the measurements of a question.
type result struct {
	question
	ours, duck figure
	cells      int
	aggregate  float64 // milliseconds of the fastest round of Cardinal, up to assembling
	assemble   float64 // milliseconds of the same round
	fault      string  // how the answers differ; "": they agree
}

// measure asks each side a question once, to measure memory and to compare the answers. Then it asks both in turns.
func (s *sides) measure(ctx context.Context, q question, rounds int) (*result, error) {
	r := &result{question: q}
	query, err := ours.PivotQuery(strings.Join(q.rows, ", "), strings.Join(q.cols, ", "), q.Measures)
	if err != nil {
		return nil, err
	}
	best := time.Duration(math.MaxInt64)
	pivot := func() (any, error) {
		start := time.Now()
		a, err := s.engine.Pivot(ctx, s.table, query)
		if took := time.Since(start); err == nil && took < best {
			best = took
			r.aggregate, r.assemble = split(a)
		}
		return a, err
	}
	sets := func() (any, error) { return nil, s.db.Materialise(ctx, q.sql(duck.Enum3)) }
	if err := s.compare(ctx, r, pivot, sets); err != nil {
		return nil, err
	}
	best = math.MaxInt64
	times := timing.Plan{Rounds: rounds}.Alternate(pivot, sets)
	r.ours.Times, r.duck.Times = times[0], times[1]
	fmt.Fprintf(os.Stderr, "%s: %s and %s ms, %s\n", q, report.MS(times[0].Min()), report.MS(times[1].Min()),
		r.verdict())
	return r, errorOf(times)
}

// compare makes the first run of each side and compares the answers.
func (s *sides) compare(ctx context.Context, r *result, pivot, sets timing.Side) error {
	answer, err := s.first(ctx, &r.ours, pivot)
	if err != nil {
		return err
	}
	if _, err := s.first(ctx, &r.duck, sets); err != nil {
		return err
	}
	want, err := s.db.Floats(ctx, r.checkSQL())
	if err != nil {
		return err
	}
	got := ours.Levels(answer.(*engine.Answer).Tab)
	for _, level := range got {
		r.cells += int(level[1])
	}
	r.fault = differ(got, want, max(r.Tolerance, 1e-9))
	return s.db.Drop(ctx)
}

func errorOf(times []timing.Times) error {
	for _, t := range times {
		if t.Err != nil {
			return t.Err
		}
	}
	return nil
}

// first makes the first run of a side.
func (s *sides) first(ctx context.Context, f *figure, ask timing.Side) (any, error) {
	if err := s.db.Release(ctx); err != nil {
		return nil, err
	}
	debug.FreeOSMemory()
	if err := rss.ResetPeak(); err != nil {
		return nil, err
	}
	before, _, err := rss.Resident()
	if err != nil {
		return nil, err
	}
	start := time.Now()
	answer, err := ask()
	if err != nil {
		return nil, err
	}
	f.first = time.Since(start)
	_, peak, err := rss.Resident()
	f.growth = peak - before
	runtime.KeepAlive(answer)
	return answer, err
}

// split divides the milliseconds of a run into those before the crosstab is assembled, and those of assembling it.
func split(a *engine.Answer) (aggregate, assemble float64) {
	for _, stage := range a.Profile.Stages {
		if stage.Name == "assemble" {
			assemble += stage.MS
		} else {
			aggregate += stage.MS
		}
	}
	return aggregate, assemble
}

// differ describes how the sums by level of two answers differ, or returns "". tolerance is the greatest relative
// difference of equal sums.
func differ(got, want [][]float64, tolerance float64) string {
	if len(got) != len(want) {
		return fmt.Sprintf("differ: %d levels and %d", len(got), len(want))
	}
	for i := range got {
		for k := range got[i] {
			if g, w := got[i][k], want[i][k]; math.Abs(g-w) > tolerance*max(math.Abs(g), math.Abs(w)) {
				return fmt.Sprintf("differ at level %.0f: %.15g and %.15g", got[i][0], g, w)
			}
		}
	}
	return ""
}

func (r *result) verdict() string {
	if r.fault != "" {
		return r.fault
	}
	return "agree"
}

// ratio returns DuckDB's fastest round divided by Cardinal's.
func (r *result) ratio() float64 {
	return float64(r.duck.Min()) / float64(r.ours.Min())
}

package ours

import (
	"context"
	"os"
	"runtime"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/gpu/worker"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Tiers are the names that Tier accepts. The GPU is the last.
var Tiers = []string{string(engine.Serial), string(engine.Workers), string(engine.GPU)}

// WorkerWord is the argument with which the program starts itself to run Worker, the process that uses the GPU.
const WorkerWord = "gpu-worker"

// Worker serves the GPU to the program that started this one.
func Worker() error { return worker.Serve(os.Stdin, os.Stdout) }

// OpenAll makes an engine that may use every core and the GPU, and returns the GPU's name. If there is no GPU, `why` is
// the reason.
func OpenAll(ctx context.Context) (e *Engine, adapter string, why error) {
	e = open(engine.Options{}, runtime.GOMAXPROCS(0))
	a, why := e.engine.Probe(ctx)
	return e, a.Name, why
}

// OpenBounded makes an engine like OpenAll, but with limits: `bytes` of the GPU's memory for a pivot (0: all), and
// `threads` threads. It reads its calibration from a file, or writes it there.
func OpenBounded(ctx context.Context, bytes int64, threads int,
	calibrations string) (e *Engine, adapter string, why error) {
	e = open(engine.Options{GPUBudget: bytes, Calibrations: calibrations}, threads)
	a, why := e.engine.Probe(ctx)
	return e, a.Name, why
}

// Calibrate measures the machine. The engine uses the measurements from then on.
func (e *Engine) Calibrate(ctx context.Context) (any, error) {
	return e.engine.Calibrate(ctx, func(float64) {})
}

// Calibrated reports whether the engine has measurements of the machine.
func (e *Engine) Calibrated(ctx context.Context) bool {
	_, measured := e.engine.Calibration(ctx)
	return measured
}

// Answer answers q on a tier; "" lets the engine choose.
func (e *Engine) Answer(ctx context.Context, t *data.Table, q query.Query, tier string) (*Answer, error) {
	out, record, err := e.engine.Group(ctx, t, q, engine.RunOptions{Tier: engine.Tier(tier), Threads: e.threads})
	if err != nil {
		return nil, err
	}
	return &Answer{Table: out, Record: record, keys: len(q.Rows)}, nil
}

// Tier runs q on a tier and returns the record.
func (e *Engine) Tier(ctx context.Context, t *data.Table, q query.Query, tier string) (*profiler.Record, error) {
	a, err := e.Answer(ctx, t, q, tier)
	if err != nil {
		return nil, err
	}
	return a.Record, nil
}

// Free runs a pivot on the tier that the engine chooses, and returns the record. As the window does, it sorts labels
// and computes totals.
func (e *Engine) Free(ctx context.Context, t *data.Table, q query.Query) (*profiler.Record, error) {
	a, err := e.engine.Pivot(ctx, t, q, engine.RunOptions{Threads: e.threads})
	if err != nil {
		return nil, err
	}
	return a.Profile, nil
}

// Rest does what the app does for a question while it is idle. If the question would run on a GPU, it sends the columns
// there and compiles the programs.
func (e *Engine) Rest(ctx context.Context, t *data.Table, q query.Query) error {
	_, err := e.engine.Send(ctx, t, []query.Query{q}, nil)
	return err
}

// Count does what the app does while it is idle and shows a pivot that lacks only the last field of q: it counts the
// groups of q.
func (e *Engine) Count(ctx context.Context, t *data.Table, q query.Query) error {
	last := len(q.Rows) - 1
	return e.engine.CountAhead(ctx, t, query.Query{Rows: q.Rows[:last], Filter: q.Filter}, q.Rows[last:])
}

// Opened does what the app does for a new table while it is idle: it keeps the values of the first sample.
func (e *Engine) Opened(ctx context.Context, t *data.Table) error {
	return e.engine.KeepSamples(ctx, t)
}

// Anew returns a table of the same rows that the engine has not seen: it is neither on the GPU nor in the history.
func Anew(t *data.Table) *data.Table { return data.NewTable(t.Name, t.Columns) }

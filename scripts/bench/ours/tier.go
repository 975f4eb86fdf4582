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

// Tiers are the names that Tier knows. The GPU comes last.
var Tiers = []string{string(engine.Serial), string(engine.Workers), string(engine.GPU)}

// WorkerWord is the word of the command line that makes the program the process of the GPU: Worker.
const WorkerWord = "gpu-worker"

// Worker serves the GPU to the program that started this one.
func Worker() error { return worker.Serve(os.Stdin, os.Stdout) }

// OpenAll makes an engine that may use every core and the GPU, which it names; why says what keeps it from one.
func OpenAll(ctx context.Context) (e *Engine, adapter string, why error) {
	e = open(engine.Options{}, runtime.GOMAXPROCS(0))
	a, why := e.engine.Probe(ctx)
	return e, a.Name, why
}

// OpenBounded makes an engine as OpenAll does, whose pivots may take so many bytes of the GPU's memory, 0 for
// all, and on so many threads. It keeps its calibration in a file, or finds it there.
func OpenBounded(ctx context.Context, bytes int64, threads int, calibrations string) (e *Engine, adapter string, why error) {
	e = open(engine.Options{GPUBudget: bytes, Calibrations: calibrations}, threads)
	a, why := e.engine.Probe(ctx)
	return e, a.Name, why
}

// Calibrate measures the machine, and the engine decides by that from then on.
func (e *Engine) Calibrate(ctx context.Context) (any, error) {
	return e.engine.Calibrate(ctx, func(float64) {})
}

// Answer answers q on a tier, "" for the engine's own choice.
func (e *Engine) Answer(ctx context.Context, t *data.Table, q query.Query, tier string) (*Answer, error) {
	out, record, err := e.engine.Group(ctx, t, q, engine.RunOptions{Tier: engine.Tier(tier), Threads: e.threads})
	if err != nil {
		return nil, err
	}
	return &Answer{Table: out, Record: record, keys: len(q.Rows)}, nil
}

// Tier is the record of Answer.
func (e *Engine) Tier(ctx context.Context, t *data.Table, q query.Query, tier string) (*profiler.Record, error) {
	a, err := e.Answer(ctx, t, q, tier)
	if err != nil {
		return nil, err
	}
	return a.Record, nil
}

// Free is the record of a pivot whose tier the engine chooses, as the window asks for it: labels are sorted,
// and there are totals.
func (e *Engine) Free(ctx context.Context, t *data.Table, q query.Query) (*profiler.Record, error) {
	a, err := e.engine.Pivot(ctx, t, q, engine.RunOptions{Threads: e.threads})
	if err != nil {
		return nil, err
	}
	return a.Profile, nil
}

// Rest does for a question what the app does while nothing else runs: a GPU that would answer it first is sent
// what it lacks, and compiles.
func (e *Engine) Rest(ctx context.Context, t *data.Table, q query.Query) error {
	_, err := e.engine.Send(ctx, t, []query.Query{q}, nil)
	return err
}

// Opened does for a table what the app does first while nothing else runs, whatever is asked later: it keeps
// what a first sample reads.
func (e *Engine) Opened(ctx context.Context, t *data.Table) error {
	return e.engine.KeepSamples(ctx, t)
}

// Anew is a table of the same rows that the engine knows nothing of: nothing of it is on the GPU, or remembered.
func Anew(t *data.Table) *data.Table { return data.NewTable(t.Name, t.Columns) }

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

// Calibrate measures the machine, and the engine decides by that from then on.
func (e *Engine) Calibrate(ctx context.Context) (any, error) {
	return e.engine.Calibrate(ctx, func(float64) {})
}

// Tier answers q on a tier, "" for the engine's own choice.
func (e *Engine) Tier(ctx context.Context, t *data.Table, q query.Query, tier string) (*profiler.Record, error) {
	_, record, err := e.engine.Group(ctx, t, q, engine.RunOptions{Tier: engine.Tier(tier), Threads: e.threads})
	return record, err
}

// Anew is a table of the same rows that the engine knows nothing of: nothing of it is on the GPU, or remembered.
func Anew(t *data.Table) *data.Table { return data.NewTable(t.Name, t.Columns) }

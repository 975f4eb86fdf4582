package engine

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/engine/choice/cost"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/choice/tier"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/host"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Engine runs pivots. It is safe for use by many goroutines.
type Engine struct {
	gpu          *host.Client // nil: no GPU
	tiers        []tier.Tier
	budget       int64 // Options.Budget
	history      *profiler.History
	calibrations string      // file of kept calibrations; "": none
	planned      atomic.Bool // whether a pivot was planned

	mu sync.Mutex // guards the fields below
	// calibration has the constants of predictions. If it was measured, the score uses its factors, and otherwise those
	// of the published sources.
	calibration cost.Calibration
	known       cost.Identity // the identity that was last looked up in the file
	tables      []*tableState // the most recently used is the last
	servers     map[*data.Table]*served
}

// Options of an engine.
type Options struct {
	NoGPU  bool
	Budget int64 // bytes that a pivot may take; 0: four fifths of the free memory when it starts
	// bytes of the GPU's memory for a pivot and for columns kept there; 0: all free memory of the device
	GPUBudget int64
	// file of the calibrations of measured machines; "": the built-in constants are used
	Calibrations string
	History      *profiler.History // the history of past pivots; nil: that of this engine
}

// New makes an engine. The GPU's process starts when it is first needed, or by Probe.
func New(o Options) *Engine {
	e := &Engine{calibration: shipped, history: cmp.Or(o.History, &profiler.History{}), budget: o.Budget,
		calibrations: o.Calibrations}
	if !o.NoGPU {
		e.gpu = host.NewClient(nil)
		e.gpu.Bound(o.GPUBudget)
	}
	e.tiers = allTiers(device(e.gpu))
	estimate.Prepare()
	return e
}

// Probe starts the GPU's process and returns the adapter that it found. The first call takes some tenths of a second.
func (e *Engine) Probe(ctx context.Context) (gpu.Adapter, error) {
	if e.gpu == nil {
		return gpu.Adapter{}, gpu.ErrNoDevice
	}
	return e.gpu.Adapter(ctx)
}

// peek returns the adapter if the GPU is known by now. It does not wait.
func (e *Engine) peek() (a gpu.Adapter, usable bool) {
	if e.gpu == nil {
		return gpu.Adapter{}, false
	}
	a, usable, _ = e.gpu.Peek()
	return a, usable
}

// Close ends the GPU's process.
func (e *Engine) Close() {
	if e.gpu != nil {
		e.gpu.Close()
	}
}

// Count counts the groups of q exactly, to check an estimate.
func (e *Engine) Count(ctx context.Context, t *data.Table, q query.Query) (int, error) {
	if s := e.served(t); s != nil {
		return e.countServed(ctx, t, s, q)
	}
	b, err := bind(ctx, e.state(t), q)
	if err != nil {
		return 0, err
	}
	rows, err := selectRows(ctx, b, RunOptions{}.complete().Threads)
	if err != nil {
		return 0, err
	}
	return estimate.Count(b.key, rows.bits), ctx.Err()
}

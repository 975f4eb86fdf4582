package engine

import (
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
	gpu          *host.Client // nil: no GPU is to be used
	tiers        []tier.Tier
	budget       int64 // as Options.Budget
	history      *profiler.History
	calibrations string      // file of kept calibrations; "": none
	planned      atomic.Bool // whether a pivot was planned

	mu sync.Mutex // guards what follows
	// calibration is what predictions rest on. Where it was measured its factors make the score, else the
	// documents' do.
	calibration cost.Calibration
	known       cost.Identity // that was looked for in the file
	tables      []*tableState // the latest used last
	servers     map[*data.Table]*served
}

// Options of an engine.
type Options struct {
	NoGPU  bool
	Budget int64 // bytes that a pivot may take; 0: four fifths of what is free when it starts
	// bytes of the GPU's memory that a pivot may take, and columns that wait there; 0: as many as the device
	// has free
	GPUBudget int64
	// Calibrations is the file of measured machines to decide by; "": the constants as shipped.
	Calibrations string
	History      *profiler.History // of past pivots; nil: those of this engine
}

// New makes an engine. The GPU's process is started when it is first wanted, or by Probe.
func New(o Options) *Engine {
	e := &Engine{calibration: shipped, history: o.History, budget: o.Budget, calibrations: o.Calibrations}
	if e.history == nil {
		e.history = &profiler.History{}
	}
	if !o.NoGPU {
		e.gpu = host.NewClient(nil)
		e.gpu.Bound(o.GPUBudget)
	}
	e.tiers = allTiers(device(e.gpu))
	estimate.Prepare()
	return e
}

// Probe starts the GPU's process and returns what it found. It takes some tenths of a second the first time.
func (e *Engine) Probe(ctx context.Context) (gpu.Adapter, error) {
	if e.gpu == nil {
		return gpu.Adapter{}, gpu.ErrNoDevice
	}
	return e.gpu.Adapter(ctx)
}

// peek is what is known of the GPU by now, without waiting.
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

// Count counts the groups of q, to see how good an estimate is.
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

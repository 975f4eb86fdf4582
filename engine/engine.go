package engine

import (
	"context"
	"runtime"
	"sync"
	"time"

	"cardinal/data"
	"cardinal/engine/dispatch"
	"cardinal/engine/estimate"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/host"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Engine runs pivots. It is safe for use by many goroutines.
type Engine struct {
	gpu          *host.Client // nil: no GPU is to be used
	budget       int64        // as Options.Budget
	history      *profiler.History
	calibrations string // file of kept calibrations; "": none

	mu sync.Mutex // guards what follows
	// calibration is what predictions rest on. Where it was measured its factors make the score, else the documents' do.
	calibration dispatch.Calibration
	known       dispatch.Identity // that was looked for in the file
	tables      []*tableState     // the latest used last
	serial      int               // names tables on the device
}

// Options of an engine.
type Options struct {
	NoGPU  bool
	Budget int64 // bytes that a pivot may take; 0: four fifths of what is free when it starts
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
	}
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
func (e *Engine) peek() (a gpu.Adapter, usable bool, why string) {
	if e.gpu == nil {
		return gpu.Adapter{}, false, "no GPU is to be used"
	}
	return e.gpu.Peek()
}

// Close ends the GPU's process.
func (e *Engine) Close() {
	if e.gpu != nil {
		e.gpu.Close()
	}
}

// Tier is where a pivot runs.
type Tier string

// The tiers, and Auto, which lets the score and the gates decide.
const (
	Auto    Tier = "auto"
	Serial  Tier = "serial"
	Workers Tier = "workers"
	GPU     Tier = "gpu"
)

// Run is how a pivot is to be run. The zero value leaves everything to the engine.
type Run struct {
	Tier     Tier
	Strategy string         // of the CPU tiers, by name; "": chosen by the probe
	Threads  int            // of the workers, at most; 0: one a core
	Most     int            // figures of a crosstab, beyond which it is refused with a *dispatch.TooLarge; 0: no limit
	Share    float64        // of the rows to sample first; 0: what suits their number
	Wait     time.Duration  // until a GPU that was not looked at yet is known, where one could win; 0: not at all
	morsel   int            // as cpu.Task.Morsel; tests make it small
	all      bool           // as many workers as Threads says
	Progress func(Progress) // called at most ten times a second, from any goroutine
}

// Progress is how far a run is.
type Progress struct {
	Stage string
	Done  float64 // of the stage, 0 to 1
}

// Answer is a crosstab and how it came about.
type Answer struct {
	Tab     *pivot.Crosstab
	Profile *profiler.Record
}

// Pivot answers q over t. It returns ctx's error within some 50 ms of its end.
func (e *Engine) Pivot(ctx context.Context, t *data.Table, q query.Query, r Run) (*Answer, error) {
	start := time.Now()
	p := e.begin(ctx, t, q, r)
	tab, err := p.answer()
	if err != nil {
		return nil, err
	}
	p.finish(start, p.record.GroupsActual)
	return &Answer{Tab: tab, Profile: p.record}, nil
}

// Estimate says what Pivot would do, by the same steps, and groups nothing: the record has the expected groups, the score,
// every gate's verdict, the predicted times, and the tier with the reason for it.
func (e *Engine) Estimate(ctx context.Context, t *data.Table, q query.Query, how Run) (*profiler.Record, error) {
	r := e.begin(ctx, t, q, how)
	if err := r.decide(); err != nil {
		return nil, err
	}
	return r.record, nil
}

// Count counts the groups of q, to see how good an estimate is.
func (e *Engine) Count(ctx context.Context, t *data.Table, q query.Query) (int, error) {
	r := e.begin(ctx, t, q, Run{})
	if err := r.bind(); err != nil {
		return 0, err
	}
	if err := r.filter(); err != nil {
		return 0, err
	}
	return estimate.Count(r.key, r.selected), ctx.Err()
}

// begin makes a run, with what was left out filled in.
func (e *Engine) begin(ctx context.Context, t *data.Table, q query.Query, how Run) *run {
	if how.Threads <= 0 {
		how.Threads = runtime.GOMAXPROCS(0)
	}
	if how.Tier == "" {
		how.Tier = Auto
	}
	if len(q.Values) == 0 {
		q.Values = []query.Measure{{Func: query.Count}}
	}
	r := &run{engine: e, ctx: ctx, table: t, state: e.state(t), query: q, how: how, progress: throttled(how.Progress)}
	r.recall()
	r.record = &profiler.Record{Source: t.Name, Rows: t.Rows, Threads: how.Threads, Cores: how.Threads, Stages: []profiler.Stage{}}
	return r
}

// finish completes the record of a run that began at start.
func (r *run) finish(start time.Time, groups int) {
	r.record.GroupsActual = groups
	model := r.model(r.record.Tier)
	if r.record.Tiles > 0 { // which were not foreseen
		model += " in tiles"
	}
	r.engine.history.Add(r.fingerprint, r.record, model, r.decision.Plain[r.record.Tier])
	r.record.TotalMS = ms(time.Since(start))
	if r.record.TotalMS > 0 {
		r.record.RowsPerSecond = float64(r.table.Rows) / r.record.TotalMS * 1000
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// throttled passes on at most ten reports a second.
func throttled(report func(Progress)) func(Progress) {
	if report == nil {
		return func(Progress) {}
	}
	var mu sync.Mutex
	var last time.Time
	return func(p Progress) {
		mu.Lock()
		due := time.Since(last) >= 100*time.Millisecond
		if due {
			last = time.Now()
		}
		mu.Unlock()
		if due {
			report(p)
		}
	}
}

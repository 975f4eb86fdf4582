package session

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/remote"
	"cardinal/engine"
	"cardinal/engine/choice/cost"
	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/profiler"
	"cardinal/ui/state/view"
)

// desk is a session with everything around it under the test's control. The test is the UI goroutine: nothing that
// the session posts runs before the test drains it.
type desk struct {
	testing.TB
	*Session
	engine *fakeEngine
	files  *fakeFiles
	screen *fakeScreen
	posts  chan func()
	waits  []func() // what is due when the patience is over; UI goroutine
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	d := &desk{TB: t, engine: &fakeEngine{real: engine.New(engine.Options{NoGPU: true})}, screen: &fakeScreen{},
		posts: make(chan func(), 1000)}
	d.files = &fakeFiles{table: sales()}
	d.Session = New(d.engine, d.files, d.screen, func(f func()) { d.posts <- f })
	d.idle = 0
	d.after = func(wait time.Duration, f func()) func() {
		if wait != patience {
			t.Errorf("waits %v", wait)
		}
		stopped := false
		var mu sync.Mutex
		d.waits = append(d.waits, func() {
			mu.Lock()
			defer mu.Unlock()
			if !stopped {
				f()
			}
		})
		return func() {
			mu.Lock()
			defer mu.Unlock()
			stopped = true
		}
	}
	t.Cleanup(d.Close)
	return d
}

// opened returns a desk with the table open.
func opened(t testing.TB) *desk {
	t.Helper()
	d := newDesk(t)
	d.Open("sales.csv")
	d.settle()
	return d
}

// drain runs what was posted until now.
func (d *desk) drain() {
	for {
		select {
		case f := <-d.posts:
			f()
		default:
			return
		}
	}
}

var noOptions load.Options

// settle waits until all work has ended and its results have arrived.
func (d *desk) settle() {
	d.Helper()
	for range 4 { // an opened table is studied, then its groups are counted, and then it is kept
		d.running.Wait()
		d.drain()
	}
}

// until drains until cond holds.
func (d *desk) until(what string, cond func() bool) {
	d.Helper()
	limit := time.After(30 * time.Second)
	for !cond() {
		select {
		case f := <-d.posts:
			f()
		case <-limit:
			d.Fatalf("waited in vain: %s", what)
		}
	}
}

// losePatience lets all work under way have taken long enough to be shown.
func (d *desk) losePatience() {
	for _, f := range d.waits {
		f()
	}
	d.waits = nil
	d.drain()
}

// put adds a column to a shelf and waits for the answer.
func (d *desk) put(column string, on view.Shelf) {
	d.Helper()
	d.edit(column, on)
	d.settle()
}

// edit adds a column to a shelf.
func (d *desk) edit(column string, on view.Shelf) {
	d.Helper()
	c := d.Column(column)
	if c == nil {
		d.Fatalf("no column %s", column)
	}
	d.Edit(func(s view.State) view.State { return s.Add(c, on, 99) })
}

// sales returns a table with a column of most types.
func sales() *data.Table {
	some := data.NewBitmap(4)
	some.Set(0)
	some.Set(2)
	return data.NewTable("sales.csv", []*data.Column{
		data.NewText("region", []uint32{0, 1, 0, 2}, []string{"US", "EU", "Asia"}, nil),
		data.NewInts("units", data.Int, 0, []int64{5, -3, 5, 8}, nil),
		data.NewBools("paid", []uint8{1, 1, 1, 1}, nil),
		data.NewFloats("weight", []float64{0.1, 1.0 / 3, 0, 2}, nil),
		data.NewInts("wide", data.Int, 0, []int64{0, 1 << 40, 0, 0}, nil),
		data.NewInts("day", data.Date, 0, []int64{19000, 0, 19001, 0}, some),
	})
}

// fakeEngine answers through a real engine, unless do says otherwise.
type fakeEngine struct {
	real *engine.Engine

	mu   sync.Mutex
	runs []query.Query
	how  []engine.RunOptions

	estimates []query.Query
	sendings  [][]query.Query // what Send was called with
	compiled  []query.Query   // what Compile was called with
	lies      engine.Sent     // what Send says

	calibration cost.Calibration
	do          func(ctx context.Context, r engine.RunOptions) error // before the answer; nil: nothing
}

func (e *fakeEngine) Pivot(ctx context.Context, t *data.Table, q query.Query,
	r engine.RunOptions) (*engine.Answer, error) {
	e.mu.Lock()
	e.runs, e.how = append(e.runs, q), append(e.how, r)
	do := e.do
	e.mu.Unlock()
	if do != nil {
		if err := do(ctx, r); err != nil {
			return nil, err
		}
	}
	return e.real.Pivot(context.WithoutCancel(ctx), t, q, r)
}

func (e *fakeEngine) Estimate(ctx context.Context, t *data.Table, q query.Query,
	r engine.RunOptions) (*profiler.Record, error) {
	e.mu.Lock()
	e.estimates = append(e.estimates, q)
	do := e.do
	e.mu.Unlock()
	if do != nil {
		if err := do(ctx, r); err != nil {
			return nil, err
		}
	}
	return e.real.Estimate(ctx, t, q, r)
}

func (e *fakeEngine) Pages(ctx context.Context, t *data.Table, q query.Query, f query.Field,
	r engine.RunOptions) ([]engine.Page, error) {
	return e.real.Pages(ctx, t, q, f, r)
}

func (e *fakeEngine) PivotWithin(ctx context.Context, t *data.Table, q query.Query,
	most int) (*pivot.Crosstab, error) {
	return e.real.PivotWithin(ctx, t, q, most)
}

func (e *fakeEngine) Attach(t *data.Table, s remote.Server, of *remote.Table) {
	e.real.Attach(t, s, of)
}

func (e *fakeEngine) Detach(t *data.Table) remote.Server { return e.real.Detach(t) }

func (e *fakeEngine) Counted(t *data.Table, column string, distinct int) {
	e.real.Counted(t, column, distinct)
}

func (e *fakeEngine) CountAhead(ctx context.Context, t *data.Table, q query.Query, further []query.Field) error {
	return e.real.CountAhead(ctx, t, q, further)
}

func (e *fakeEngine) KeepSamples(ctx context.Context, t *data.Table) error {
	return e.real.KeepSamples(ctx, t)
}

func (e *fakeEngine) Retain(t *data.Table) { e.real.Retain(t) }

func (e *fakeEngine) DropCopy(t *data.Table) { e.real.DropCopy(t) }

func (e *fakeEngine) RowsUnder(ctx context.Context, t *data.Table, tab *pivot.Crosstab, row, col,
	most int) (pivot.Listing, int, error) {
	e.mu.Lock()
	do := e.do
	e.mu.Unlock()
	if do != nil {
		if err := do(ctx, engine.RunOptions{}); err != nil {
			return pivot.Listing{}, 0, err
		}
	}
	return e.real.RowsUnder(ctx, t, tab, row, col, most)
}

func (e *fakeEngine) Explain(ctx context.Context, t *data.Table, tab *pivot.Crosstab, of explain.Question,
	progress func(float64)) (*explain.Explanation, error) {
	e.mu.Lock()
	do := e.do
	e.mu.Unlock()
	if do != nil {
		if err := do(ctx, engine.RunOptions{}); err != nil {
			return nil, err
		}
	}
	return e.real.Explain(ctx, t, tab, of, progress)
}

func (e *fakeEngine) Quality(ctx context.Context, t *data.Table, columns []string,
	progress func(float64)) ([]engine.Finding, error) {
	e.mu.Lock()
	do := e.do
	e.mu.Unlock()
	if do != nil {
		if err := do(ctx, engine.RunOptions{}); err != nil {
			return nil, err
		}
	}
	return e.real.Quality(ctx, t, columns, progress)
}

func (e *fakeEngine) Duplicates(ctx context.Context, t *data.Table, columns []string) (engine.Finding, error) {
	return e.real.Duplicates(ctx, t, columns)
}

func (e *fakeEngine) Served(t *data.Table) bool { return e.real.Served(t) }

func (e *fakeEngine) Passing(ctx context.Context, t *data.Table, lets []query.Let, where *query.Expr,
	most int) (pivot.Listing, int, error) {
	return e.real.Passing(ctx, t, lets, where, most)
}

func (e *fakeEngine) Calculated(ctx context.Context, t *data.Table, lets []query.Let) (*data.Table, error) {
	return e.real.Calculated(ctx, t, lets)
}

func (e *fakeEngine) Frequencies(ctx context.Context, t *data.Table, lets []query.Let, f query.Field,
	where *query.Expr) (*engine.Frequencies, error) {
	return e.real.Frequencies(ctx, t, lets, f, where)
}

func (e *fakeEngine) Compare(ctx context.Context, t *data.Table, a *engine.Answer,
	r engine.RunOptions) (*profiler.Comparison, error) {
	e.mu.Lock()
	do := e.do
	e.mu.Unlock()
	if do != nil {
		if err := do(ctx, r); err != nil {
			return nil, err
		}
	}
	return e.real.Compare(ctx, t, a, r)
}

func (e *fakeEngine) Calibration(context.Context) (cost.Calibration, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.calibration, e.calibration.Measured()
}

func (e *fakeEngine) Send(_ context.Context, _ *data.Table, queries []query.Query,
	_ []engine.Tier) (engine.Sent, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sendings = append(e.sendings, queries)
	return e.lies, nil
}

func (e *fakeEngine) Compile(_ context.Context, _ *data.Table, queries []query.Query, _ []engine.Tier) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.compiled = append(e.compiled, queries...)
	return nil
}

func (e *fakeEngine) Tune(_ context.Context, found func(engine.Grid, float64)) ([]engine.Grid, error) {
	all := []engine.Grid{{Strategy: "workgroup", MaxSlots: 64, MS: 1, DefaultMS: 1.5},
		{Strategy: "global", MaxSlots: 1 << 22, MS: 2, DefaultMS: 2}}
	for i, g := range all {
		found(g, float64(i+1)/2)
	}
	return all, nil
}

func (e *fakeEngine) Calibrate(ctx context.Context, done func(float64)) (cost.Calibration, error) {
	e.mu.Lock()
	do := e.do
	e.mu.Unlock()
	if do != nil {
		if err := do(ctx, engine.RunOptions{}); err != nil {
			return cost.Calibration{}, err
		}
	}
	done(0.5)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calibration = cost.Calibration{Runs: e.calibration.Runs + 1, At: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	return e.calibration, nil
}

// will sets what the engine does from its next run on.
func (e *fakeEngine) will(do func(ctx context.Context, r engine.RunOptions) error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.do = do
}

func (e *fakeEngine) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.runs)
}

// stuck waits until it is cancelled and tells when it starts.
func stuck(started chan<- string) func(context.Context, engine.RunOptions) error {
	return func(ctx context.Context, _ engine.RunOptions) error {
		started <- "started"
		<-ctx.Done()
		return ctx.Err()
	}
}

// exportedPivot is a pivot of an exported book, and its name.
type exportedPivot struct {
	name string
	export.Pivot
}

// fakeFiles opens its table and saves nothing.
type fakeFiles struct {
	mu    sync.Mutex
	table *data.Table
	err   error
	errs  map[string]error // of single calls

	beginnings []*data.Table
	failure    error // of a call that hung

	lost  string
	hang  chan string                              // where set, every call says so and waits for its cancellation
	keep  func(context.Context, *data.Table) error // nil: no table is worth keeping
	calls []string
	saved export.Pivot // the last one
	book  []exportedPivot
}

func (f *fakeFiles) call(ctx context.Context, what string) (*data.Table, error) {
	f.mu.Lock()
	f.calls = append(f.calls, what)
	hang, table, err := f.hang, f.table, cmp.Or(f.errs[what], f.err)
	f.mu.Unlock()
	if hang != nil {
		hang <- what
		select {
		case <-hang: // the rest is read now
			f.mu.Lock()
			defer f.mu.Unlock()
			return f.table, f.failure
		case <-ctx.Done():
		}
		return nil, fmt.Errorf("stopped: %w", ctx.Err())
	}
	return table, err
}

// set changes what the files are like under the lock.
func (f *fakeFiles) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

func (f *fakeFiles) Open(ctx context.Context, path string, how load.Options) (*data.Table, error) {
	how.Progress(0.25)
	return f.call(ctx, fmt.Sprintf("open %s %s", path, how.Sheet))
}

func (f *fakeFiles) Preview(ctx context.Context, path, _ string, how data.Reading) (*data.Table, error) {
	return f.call(ctx, fmt.Sprintf("preview %s %+v", path, how))
}

func (f *fakeFiles) Losses(ctx context.Context, path, _ string, how data.Reading) ([]data.Loss, error) {
	_, err := f.call(ctx, fmt.Sprintf("losses %s %+v", path, how))
	return []data.Loss{{Row: 1, Text: path}}, err
}

// Paste returns the file whose name is the text.
func (f *fakeFiles) Paste(text []byte) (string, func(), error) {
	return string(text), func() { f.set(func() { f.calls = append(f.calls, "remove "+string(text)) }) }, nil
}

func (f *fakeFiles) Keeping(t *data.Table) func(context.Context) error {
	if f.keep == nil {
		return nil
	}
	return func(ctx context.Context) error { return f.keep(ctx, t) }
}

// Beginnings yields the beginnings that were set.
func (f *fakeFiles) Beginnings(context.Context, string, load.Options) iter.Seq[*data.Table] {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Values(f.beginnings)
}

func (f *fakeFiles) Sample(ctx context.Context) (*data.Table, error) { return f.call(ctx, "sample") }

func (f *fakeFiles) Save(ctx context.Context, path, format, _ string, p export.Pivot) (string, error) {
	_, err := f.call(ctx, fmt.Sprintf("save %s %s %d", path, format, p.Grid.Rows))
	f.set(func() { f.saved = p })
	return f.lost, err
}

func (f *fakeFiles) SaveBook(ctx context.Context, path, format, password string, b export.Book) (string, error) {
	f.book = nil
	for _, n := range b {
		p, err := n.Answer(ctx)
		if err != nil {
			return "", err
		}
		f.book = append(f.book, exportedPivot{n.Name, p})
	}
	_, err := f.call(ctx, "save "+path+" as "+format)
	return f.lost, err
}

func (f *fakeFiles) SaveRows(ctx context.Context, path, format, _ string, l pivot.Listing) (string, error) {
	rows, cols, _, labels := l.Size()
	_, err := f.call(ctx, fmt.Sprintf("save rows %s %s %d %d %d", path, format, rows, cols, labels))
	return f.lost, err
}

func (*fakeEngine) SQL(context.Context, *data.Table, query.Query, string) (string, error) {
	return "", nil
}

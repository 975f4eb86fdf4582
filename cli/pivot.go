package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/each"
	"cardinal/internal/separators"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// shelves has the options for the fields, the values and the filter of a pivot.
type shelves struct {
	rows, cols, values, filters, filterFiles list
	reading                                  reading
	lets                                     lets
}

func (o *shelves) addFlags(f *pflag.FlagSet) {
	f.VarP(&o.rows, "rows", "r", "`FIELDS` on the row shelf: region, year(date), bin(price, 10); cardinal help fields")
	f.VarP(&o.cols, "cols", "c", "`FIELDS` on the column shelf")
	f.VarP(&o.values, "values", "v", "`MEASURES`: sum(revenue), avg(price); else count(); cardinal help measures")
	f.VarP(&o.filters, "filter", "f", "`CONDITION` that rows must meet: region in (\"EU\", \"US\") and price > 3; "+
		"given several times, rows must meet each of them; cardinal help filters")
	f.Var(&o.filterFiles, "filter-file", filterFileUsage)
	o.lets.addFlags(f)
	o.reading.addFlags(f)
}

// query reads the shelves and the filter.
func (o *shelves) query() (q query.Query, err error) {
	if q.Rows, err = query.ParseFields(o.rows.String()); err != nil {
		return q, usagef("--rows: %w", err)
	}
	if q.Cols, err = query.ParseFields(o.cols.String()); err != nil {
		return q, usagef("--cols: %w", err)
	}
	if q.Values, err = query.ParseMeasures(cmp.Or(o.values.String(), "count()")); err != nil {
		return q, usagef("--values: %w", err)
	}
	if q.Lets, err = o.lets.read(); err != nil {
		return q, err
	}
	if q.Filter, err = o.filters.filter(); err != nil {
		return q, err
	}
	o.reading.filterFiles, err = each.Try(o.filterFiles, readFilterFile)
	for _, f := range o.reading.filterFiles {
		f.lets = q.Lets
		q.Filter = query.AllOf(q.Filter, f.condition())
	}
	return q, err
}

// options of the pivot command, as written.
type options struct {
	shelves
	order
	measures
	layout
	groups
	output
	kept
	by, tier, strategy, profile, compare string
	as                                   string // the form of the pivot that is printed instead of its answer
	threads                              int
	said                                 []string // notes that are printed once
	force                                bool
}

func pivotCommand(f *pflag.FlagSet) action {
	var o options
	o.shelves.addFlags(f)
	o.order.addFlags(f)
	o.measures.addFlags(f)
	o.output.addFlags(f)
	o.chartFlag(f)
	o.layout.addFlags(f)
	o.groups.addFlags(f)
	o.kept.addFlags(f)
	f.StringVar(&o.by, "sheets-by", "", "`FIELD` whose labels each get a sheet of the workbook, 255 at most, or a "+
		"pivot on the web page")
	f.StringVar(&o.tier, "tier", "auto", "`HARDWARE`: auto, serial, workers, gpu or, of a table on a server, server")
	f.IntVar(&o.threads, "threads", 0, "greatest `NUMBER` of threads; 0 is one for each core")
	f.StringVar(&o.strategy, "strategy", "", "`NAME` of how rows are grouped, else chosen from a sample; cardinal "+
		"help strategies")
	f.StringVar(&o.profile, "profile", "", "print what was expected and what took how long, on the standard error, "+
		"as `FORM`: text or json")
	f.StringVar(&o.as, "as", "", "print the pivot itself instead of its answer, as `FORM`: command, json (a "+
		"workspace), "+strings.Join(sqlForms(), ", "))
	watch := f.Bool("watch", false, "answer again whenever the file has changed, until Ctrl+C")
	f.BoolVar(&o.force, "force", false, "run the pivot whatever its number of cells")
	f.StringVar(&o.compare, "compare", "", "then run the pivot on every tier and print whether the choice was "+
		"right, as `FORM`: text or json")
	return func(ctx context.Context, operands []string, s Streams) error {
		path, err := o.parseKept(f, operands)
		if err != nil {
			return err
		}
		q, err := o.query()
		if err != nil {
			return err
		}
		if err := o.checkChart(path, s); err != nil {
			return err
		}
		if o.as != "" {
			return o.printPivot(ctx, path, q, s)
		}
		if *watch {
			return o.watchFile(ctx, path, q, s)
		}
		return o.run(ctx, path, q, s)
	}
}

// run answers a query over the table at path and writes the answer, or a workbook of several answers.
func (o *options) run(ctx context.Context, path string, q query.Query, s Streams) error {
	if o.all || o.by != "" {
		return o.writeBook(ctx, path, q, s)
	}
	if err := o.keepChart(o.kept.tab.Chart); err != nil {
		return err
	}
	if err := o.lock(ctx, s); err != nil {
		return err
	}
	e, done := newEngine(engine.Options{NoGPU: o.compare == "" && onHost(o.tier),
		Calibrations: engine.CalibrationFile()})
	defer done()
	sliced := q
	sliced.Rows = slices.Concat(q.Rows, o.kept.tab.Slicers())
	o.reading.only(sliced)
	o.reading.passing(sliced)
	o.reading.repeats = sliced.OnlyCompares
	t, err := o.kept.open(ctx, e, path, o.reading, o.tier, s)
	if err != nil {
		return err
	}
	a, err := o.writeAnswer(ctx, e, path, t, q, s)
	if err != nil {
		return err
	}
	switch o.profile {
	case "text":
		(&Streams{Out: s.Err, manners: s.manners}).help().profile(a.Profile)
	case "json":
		err = profiler.JSON(s.Err, a.Profile)
	}
	if err != nil {
		return err
	}
	return o.compareTiers(ctx, e, t, a, s)
}

// writeAnswer answers a query over a table, and writes the answer. path is that of the table's file.
func (o *options) writeAnswer(ctx context.Context, e *engine.Engine, path string, t *data.Table, q query.Query,
	s Streams) (*engine.Answer, error) {
	printNotes(s, notesOn(t))
	printNotes(s, o.notes)
	a, err := o.answer(ctx, e, t, q, o.how(o.tier), s)
	if err != nil {
		return nil, err
	}
	if err := checkOrders(a.Tab); err != nil {
		return nil, err
	}
	printNotes(s, a.Tab.Remarks)
	if q.Filter != nil && a.Profile.RowsSelected == 0 {
		printNotes(s, []string{"no row passes the filter"})
	}
	if o.out != "" && o.kept.path == "" && len(q.Rows)+len(q.Cols)+len(o.values) == 0 {
		printNotes(s, []string{"the file has the number of rows alone: cardinal behind saves the rows themselves"})
	}
	grid := a.Tab.Grid(export.FoldsOf(o.tab.Folded, a.Tab))
	whole := export.Pivot{Grid: grid, Profile: a.Profile, Curve: a.Curve(), Chart: o.chart,
		Source: source(e, t, a.Tab), Finer: finerPivots(e, t), Slicers: o.kept.tab.Slicers(),
		Origin: o.origin(path, t, o.kept.tab)}
	return a, o.writePivot(ctx, whole, s)
}

// answer answers a pivot. If a conditional format of a workspace does not suit its figures, answer leaves the format
// out with a note, because older versions showed nothing for it either.
func (o *options) answer(ctx context.Context, e *engine.Engine, t *data.Table, q query.Query, how engine.RunOptions,
	s Streams) (*engine.Answer, error) {
	p := s.newProgress()
	defer p.end()
	how.Progress = func(now engine.Progress) { p.tell(now.Stage, t.Rows, now.Done) }
	a, err := e.Pivot(ctx, t, q, how)
	for unsuited := (*query.UnsuitedMark)(nil); o.kept.path != "" && errors.As(err, &unsuited); a, err = e.Pivot(ctx,
		t, q, how) {
		o.noteOnce("a conditional format is left out: "+err.Error(), s)
		q.Values = slices.Clone(q.Values)
		q.Values[unsuited.Value].Marks = query.Marks{}
	}
	var large *engine.TooLarge
	switch {
	case errors.As(err, &large):
		return nil, waysOut(large, q.Layout.ShowEmpty)
	case err != nil:
		return nil, err
	}
	a.Tab = a.Tab.In(o.kept.words)
	return a, nil
}

// waysOut returns an error for a pivot that is too large. The error lists options that make the pivot smaller, and says
// what running all of it is expected to take.
func waysOut(e *engine.TooLarge, showsEmpty bool) error {
	var ways []string
	if c := e.Coarser; c != nil {
		shelf := "--rows"
		if c.Cols {
			shelf = "--cols"
		}
		ways = append(ways, fmt.Sprintf("group %s with %s in %s (%s)", c.Words(), c.Field, shelf, c.Size()))
	}
	switch {
	case showsEmpty:
		ways = append(ways, "leave out --show-empty")
	case e.Top > 0:
		ways = append(ways, fmt.Sprintf("keep the top %s rows with --top %d", profiler.Count(e.Top), e.Top))
	case e.Coarser == nil:
		ways = append(ways, "keep fewer fields")
	}
	all := "or run it all with --force"
	if needs := e.Needs(); needs != "" {
		all += ", in " + needs
	}
	return separators.Errorf("%s: %s", e.Excess(), strings.Join(append(ways, all), ", "))
}

// noteOnce prints a note that is not printed yet.
func (o *options) noteOnce(note string, s Streams) {
	if !slices.Contains(o.said, note) {
		o.said = append(o.said, note)
		printNotes(s, []string{note})
	}
}

// newEngine makes the engine of a pivot; done closes it. Tests replace newEngine, to use one engine with a started GPU
// for many commands.
var newEngine = func(o engine.Options) (e *engine.Engine, done func()) {
	e = engine.New(o)
	return e, e.Close
}

// checkStrategy refuses a strategy that the tier does not have.
func (o *options) checkStrategy() error {
	names := func(t engine.Tier) (list []string) {
		for _, s := range engine.Strategies(t) {
			list = append(list, s.Name)
		}
		return list
	}
	host, gpu := names(engine.Auto), names(engine.GPU)
	switch {
	case o.strategy == "" || slices.Contains(names(engine.Tier(o.tier)), o.strategy):
		return nil
	case slices.Contains(gpu, o.strategy):
		return usagef("--strategy: %q is one of the GPU's: add --tier gpu", o.strategy)
	case slices.Contains(host, o.strategy):
		return usagef("--strategy: %q is one of the processor's: leave --tier %s out", o.strategy, o.tier)
	}
	return usagef("--strategy: %q is none of %s, and, with --tier gpu, %s", o.strategy, strings.Join(host, ", "),
		strings.Join(gpu, ", "))
}

// most returns the greatest number of figures that are written without --force: fewer for people than for programs.
func (o *options) most() int {
	if o.format == "table" {
		return 10_000_000
	}
	return 100_000_000
}

// gpuPatience returns how long a command waits for the GPU to start if the GPU could be the fastest tier.
func gpuPatience() time.Duration {
	if !system.MayHaveGPU() {
		return 0
	}
	return 2 * time.Second
}

// longReading is the time of reading a file after which the GPU starts during the reading. After less reading, a core
// answers the pivot in less time than a GPU takes to start.
const longReading = 200 * time.Millisecond

// shortReading is the largest size of a file that starts no GPU, even if a busy machine takes long to read it.
const shortReading = 1 << 20

// openTable reads a table, or finds it on its server, where it stays.
func openTable(ctx context.Context, e *engine.Engine, path string, how reading, tier string,
	s Streams) (*data.Table, error) {
	if how.stays(path) {
		return how.attach(ctx, e, path)
	}
	return loadAndProbe(ctx, e, path, how, tier, s)
}

// loadAndProbe reads the file. If that takes long, the tier is auto and there may be a GPU, it starts the GPU
// meanwhile.
func loadAndProbe(ctx context.Context, e *engine.Engine, path string, how reading, tier string,
	s Streams) (*data.Table, error) {
	o, err := how.loading()
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); tier == "auto" && (err != nil || info.IsDir() || info.Size() > shortReading) &&
		gpuPatience() > 0 {
		probe := time.AfterFunc(longReading, func() { _, _ = e.Probe(ctx) })
		defer probe.Stop()
	}
	p := s.newProgress()
	defer p.end()
	o.Progress = func(done float64) { p.tell("reading", 0, done) }
	t, err := how.open(ctx, path, o, s)
	for _, f := range how.filterFiles {
		if err == nil {
			err = f.match(ctx, e, t, s)
		}
	}
	return t, err
}

// query reads the options. It returns a usage error if an option is wrong.
func (o *options) query() (q query.Query, err error) {
	if o.kept.path != "" {
		if q, err = o.tab.Query(); err != nil {
			return q, err
		}
		return q, o.checkRun()
	}
	if q, err = o.shelves.query(); err != nil {
		return q, err
	}
	if err = o.order.apply(&q); err != nil {
		return q, err
	}
	if err = o.measures.apply(&q); err != nil {
		return q, err
	}
	q.SortByTops()
	if err = o.layout.apply(&q); err != nil {
		return q, err
	}
	if err = o.groups.apply(q.Rows, q.Cols); err != nil {
		return q, err
	}
	return q, o.checkRun()
}

// checkRun checks the options that say how the pivot runs.
func (o *options) checkRun() error {
	if o.threads < 0 || o.threads > 1024 {
		return usagef("--threads: %d is not between 0 and 1024", o.threads)
	}
	if names := tierNames(); !slices.Contains(names, o.tier) {
		return usagef("--tier: %q is none of %s", o.tier, separators.Join(names, "and"))
	}
	if err := o.checkStrategy(); err != nil {
		return err
	}
	if o.profile != "" && o.profile != "text" && o.profile != "json" {
		return usagef("--profile: %q is neither text nor json", o.profile)
	}
	if forms := append(sqlForms(), "command", "json"); o.as != "" && !slices.Contains(forms, o.as) {
		return usagef("--as: %q is none of %s", o.as, separators.Join(forms, "and"))
	}
	if o.as != "" && (o.out != "" || o.all || o.by != "") {
		return usagef("--as prints one pivot, without --out, --all-tabs and --sheets-by")
	}
	if o.compare != "" && o.compare != "text" && o.compare != "json" {
		return usagef("--compare: %q is neither text nor json", o.compare)
	}
	return nil
}

// tierNames lists the tiers that --tier takes.
func tierNames() []string {
	names := []string{string(engine.Auto)}
	for _, t := range engine.Tiers() {
		names = append(names, t.Name)
	}
	return names
}

// onHost reports whether a tier needs no device.
func onHost(name string) bool {
	return slices.ContainsFunc(engine.Tiers(), func(t profiler.Tier) bool { return t.Name == name && t.Host })
}

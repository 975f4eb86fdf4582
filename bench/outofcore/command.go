package outofcore

import (
	"context"
	"flag"
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
	"cardinal/bench/timing"
	"cardinal/data"
	"cardinal/profiler"
)

// question is a pivot in our words and in SQL's.
type question struct{ keys, measures, sql string }

var questions = []question{
	{"id4", "sum(v1)", "sum(v1) as a"},
	{"id6", "sum(v1)", "sum(v1) as a"},
	{"id6", "sum(v1), sum(v2), max(v2)", "sum(v1) as a, sum(v2) as b, max(v2) as c"},
	{"id4, id6", "sum(v1)", "sum(v1) as a"},
}

// perGroup are the values of K: id4 has K groups, id6 a group for every K rows.
var perGroup = []int{100, 2}

// Command is bench outofcore.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows")
	rounds := f.Int("rounds", 3, "rounds")
	room := f.Int64("memory", 64, "MB of the GPU that a pivot may take")
	threads := f.Int("threads", runtime.NumCPU(), "threads of the cores and of DuckDB")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		e, adapter, why := ours.OpenBounded(ctx, *room<<20)
		defer e.Close() //nolint:staticcheck // an engine without a GPU is one, too
		if why != nil {
			return fmt.Errorf("no GPU: %w", why)
		}
		t := report.Table{Header: []string{"keys", "measures", "groups", "tiles", "partitions", "GPU, ms", "all cores, ms", "DuckDB, ms", "DuckDB / GPU", "all cores / GPU"}, Left: 2}
		for _, k := range perGroup {
			d, err := g1.New(g1.Spec{Rows: *rows, K: k})
			if err != nil {
				return err
			}
			if err := measure(ctx, e, d, &t, *rounds, *threads); err != nil {
				return err
			}
			debug.FreeOSMemory()
		}
		body := fmt.Sprintf("%s GPU: %s.\n\n%s rows; a pivot may take %d MB of the GPU's memory. Nothing is on the GPU before a run. The answer is materialised. A cell has\n"+
			"the fastest of %d rounds, all sides in turns, on %d threads. The checksums of the sides agree.\n\n%s",
			report.Machine(), adapter, report.Count(*rows), *room, *rounds, *threads, &t)
		fmt.Println(body)
		return page.Section("Beyond the memory of the GPU", body)
	}
}

// measure asks the questions of one set of data.
func measure(ctx context.Context, e *ours.Engine, d *g1.Data, t *report.Table, rounds, threads int) error {
	table := ours.Table(d)
	db, err := duck.Open(ctx, threads)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Load(ctx, d, "double"); err != nil {
		return err
	}
	for _, q := range questions {
		if err := q.measure(ctx, e, table, db, t, rounds); err != nil {
			return err
		}
	}
	return nil
}

// measure asks one question of all sides, and compares the sums of their answers.
func (q question) measure(ctx context.Context, e *ours.Engine, table *data.Table, db *duck.Database, t *report.Table, rounds int) error {
	parsed, err := ours.Query(q.keys, q.measures, "")
	if err != nil {
		return err
	}
	keys := len(parsed.Rows)
	var onGPU *profiler.Record
	var want []float64
	on := func(tier string) timing.Side {
		return func() (any, error) {
			a, err := e.Answer(ctx, ours.Anew(table), parsed, tier)
			if err != nil {
				return nil, err
			}
			if a.Record.Tier != tier {
				return nil, fmt.Errorf("%s by %s ran on %s: %s", q.measures, q.keys, a.Record.Tier, a.Record.Reason)
			}
			if tier == gpu {
				onGPU = a.Record
			}
			return a, nil
		}
	}
	sides := []timing.Side{on(gpu), on(workers), func() (any, error) {
		return nil, db.Materialise(ctx, fmt.Sprintf("select %s, %s from %s group by %s", q.keys, q.sql, duck.Text, q.keys))
	}}
	times := timing.Plan{Rounds: rounds, Check: func(_ int, made any) error {
		var sums []float64
		if a, ok := made.(*ours.Answer); ok {
			sums = a.Checksums()
		} else if sums, err = db.Checksums(ctx, keys); err != nil {
			return err
		}
		if want == nil {
			want = sums
		}
		for i := range want {
			if math.Abs(sums[i]-want[i]) > 1e-9*math.Abs(want[i]) {
				return fmt.Errorf("%s by %s: checksums %v and %v", q.measures, q.keys, want, sums)
			}
		}
		return nil
	}}.Alternate(sides...)
	row := []string{q.keys, q.measures}
	var ms []string
	for _, side := range times {
		if side.Err != nil {
			return side.Err
		}
		ms = append(ms, report.MS(side.Min()))
	}
	row = append(row, report.Count(onGPU.GroupsActual), report.Count(onGPU.Tiles), report.Count(onGPU.Partitions))
	row = append(append(row, ms...), report.Ratio(times[2].Min().Seconds()/times[0].Min().Seconds()), report.Ratio(times[1].Min().Seconds()/times[0].Min().Seconds()))
	t.Add(row...)
	fmt.Fprintln(os.Stderr, time.Now().Format(time.TimeOnly), strings.Join(row, " | "), onGPU.Stages)
	return nil
}

var workers, gpu = ours.Tiers[1], ours.Tiers[2]

package outofcore

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
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

// question is a pivot in Cardinal's language and in SQL.
type question struct{ keys, measures, sql string }

var questions = []question{
	{"id4", "sum(v1)", "sum(v1) as a"},
	{"id6", "sum(v1)", "sum(v1) as a"},
	{"id6", "sum(v1), sum(v2), max(v2)", "sum(v1) as a, sum(v2) as b, max(v2) as c"},
	{"id4, id6", "sum(v1)", "sum(v1) as a"},
}

// perGroup are the values of K. The column id4 has K groups, and id6 has a group for every K rows.
var perGroup = []int{100, 2}

// Command defines the flags of bench outofcore and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows")
	rounds := f.Int("rounds", 3, "rounds")
	rooms := sizes{64}
	f.Var(&rooms, "memory", "`MB` of the GPU that a pivot may take, several with commas")
	threads := f.Int("threads", runtime.NumCPU(), "threads of the cores and of DuckDB")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		t := report.Table{Header: []string{"K", "keys", "measures", "groups", "MB of the GPU", "tiles", "partitions",
			"GPU, ms", "predicted", "cores, ms", "predicted", "DuckDB, ms", "DuckDB / GPU", "cores / GPU",
			"free choice"}, Left: 3}
		dir, err := os.MkdirTemp("", "outofcore")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		calibrations := filepath.Join(dir, "calibrations")
		adapter, err := calibrate(ctx, *threads, calibrations)
		if err != nil {
			return err
		}
		for _, k := range perGroup {
			d, err := g1.New(g1.Spec{Rows: *rows, K: k})
			if err != nil {
				return err
			}
			if err := measure(ctx, d, k, rooms, calibrations, &t, *rounds, *threads); err != nil {
				return err
			}
			debug.FreeOSMemory()
		}
		body := fmt.Sprintf("%s GPU: %s.\n\n%s rows; a pivot may take so many MB of the GPU's memory. Nothing is on "+
			"the GPU before a run. The answer is materialised. A cell has\n"+
			"the fastest of %d rounds, all sides in turns, on %d threads. The free choice was made in a run of its "+
			"own. The checksums of the sides agree.\n\n%s",
			report.Machine(), adapter, report.Count(*rows), *rounds, *threads, &t)
		fmt.Println(body)
		return page.Section("Beyond the memory of the GPU", body)
	}
}

// sizes is a flag with a list of whole numbers.
type sizes []int64

func (s *sizes) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(*s), " ", ","), "[]")
}

func (s *sizes) Set(text string) error {
	*s = nil
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n < 1 {
			return fmt.Errorf("%q is no number of MB", part)
		}
		*s = append(*s, n)
	}
	return nil
}

// calibrate measures the machine with the whole memory of the GPU, and returns the GPU's name.
func calibrate(ctx context.Context, threads int, calibrations string) (adapter string, err error) {
	e, adapter, why := ours.OpenBounded(ctx, 0, threads, calibrations)
	if why != nil {
		e.Close()
		return "", fmt.Errorf("no GPU: %w", why)
	}
	defer e.Close()
	_, err = e.Calibrate(ctx)
	return adapter, err
}

// measure asks the questions about one data set, with each size of the GPU's memory in MB.
func measure(ctx context.Context, d *g1.Data, k int, rooms sizes, calibrations string, t *report.Table, rounds,
	threads int) error {
	table := ours.Table(d)
	db, err := duck.Open(ctx, threads)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Load(ctx, d, "double"); err != nil {
		return err
	}
	for _, room := range rooms {
		e, _, why := ours.OpenBounded(ctx, room<<20, threads, calibrations)
		if why != nil {
			e.Close()
			return fmt.Errorf("no GPU: %w", why)
		}
		for _, q := range questions {
			if err = q.measure(ctx, e, table, db, t, rounds, report.Count(k), report.Count(int(room))); err != nil {
				break
			}
		}
		e.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// measure asks all sides one question, and compares the sums of their answers.
func (q question) measure(ctx context.Context, e *ours.Engine, table *data.Table, db *duck.Database, t *report.Table,
	rounds int, k, room string) error {
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
		return nil, db.Materialise(ctx, fmt.Sprintf("select %s, %s from %s group by %s", q.keys, q.sql,
			duck.Text, q.keys))
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
	row := []string{k, q.keys, q.measures}
	var ms []string
	for i, side := range times {
		if side.Err != nil {
			return side.Err
		}
		ms = append(ms, report.MS(side.Min()))
		if i < 2 {
			ms = append(ms,
				report.MS(time.Duration(onGPU.Predicted[[]string{gpu, workers}[i]]*float64(time.Millisecond))))
		}
	}
	free, err := e.Answer(ctx, ours.Anew(table), parsed, "")
	if err != nil {
		return err
	}
	row = append(row, report.Count(onGPU.GroupsActual), room, report.Count(onGPU.Tiles), report.Count(onGPU.Partitions))
	ratio := func(side int) string { return report.Ratio(times[side].Min().Seconds() / times[0].Min().Seconds()) }
	row = append(append(row, ms...), ratio(2), ratio(1), free.Record.Tier)
	t.Add(row...)
	fmt.Fprintln(os.Stderr, time.Now().Format(time.TimeOnly), strings.Join(row, " | "), onGPU.Gates, onGPU.Stages)
	return nil
}

var workers, gpu = ours.Tiers[1], ours.Tiers[2]

package scale

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/data"
	"cardinal/profiler"
)

var (
	rowCounts   = []int{1e5, 3e5, 1e6, 3e6, 1e7, 3e7, 1e8}
	groupCounts = []int{100, 1_000, 10_000}
)

// point is one measurement.
type point struct {
	rows, groups int
	bytes        int           // bytes of the key's codes and the values
	fastest      time.Duration // fastest run; 0 before the first run
	strategy     string        // strategy of the fastest run
	cores        int           // cores that aggregated in the fastest run
	recorded     float64       // bytes per second of the aggregation, as the engine records it
	runs         int
	spent        time.Duration // processor time of all runs
}

func (p *point) nsPerRow() float64 { return float64(p.fastest.Nanoseconds()) / float64(p.rows) }

// cost returns the cost of a row as for parallel algorithms: the number of cores times the time (Grama, Gupta, Karypis
// and Kumar, Introduction to Parallel Computing, 2003, chapter 5).
func (p *point) cost() float64 { return float64(p.cores) * p.nsPerRow() }

func (p *point) spentPerRow() float64 {
	return float64(p.spent.Nanoseconds()) / float64(p.runs) / float64(p.rows)
}

func (p *point) bytesPerSecond() float64 { return float64(p.bytes) / p.fastest.Seconds() }

// Command defines the flags of bench scale and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	most := f.Int("rows", 1e8, "the most rows")
	rounds := f.Int("rounds", 20, "rounds over the numbers of rows")
	threads := f.Int("threads", runtime.NumCPU(), "threads")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		bodies := []string{report.Machine()}
		for _, n := range slices.Compact([]int{1, *threads}) {
			body, err := scale(ctx, n, *most, *rounds)
			if err != nil {
				return err
			}
			fmt.Println(body)
			bodies = append(bodies, body)
		}
		return page.Section("Cost of a row, and the memory's speed", strings.Join(bodies, "\n\n"))
	}
}

// scale measures with `threads` threads and describes the result.
func scale(ctx context.Context, threads, most, rounds int) (string, error) {
	runtime.GOMAXPROCS(threads)
	bandwidth := Bandwidth(threads)
	e := ours.Open(threads)
	defer e.Close()
	if _, err := e.Calibrate(ctx); err != nil { // as the app does after its first start
		return "", err
	}
	debug.FreeOSMemory()
	fmt.Fprintf(os.Stderr, "%d threads; memory: %.1f GB/s\n", threads, bandwidth/1e9)
	var points []*point
	for _, groups := range groupCounts {
		some, err := measure(ctx, e, groups, most, rounds)
		if err != nil {
			return "", err
		}
		debug.FreeOSMemory()
		for _, p := range some {
			fmt.Fprintf(os.Stderr, "%d groups, %d rows: %.3f ns a row\n", groups, p.rows, p.nsPerRow())
		}
		points = append(points, some...)
	}
	if len(points) == 0 {
		return "", fmt.Errorf("at least %d rows are needed", rowCounts[0])
	}
	return describe(points, bandwidth, threads), nil
}

// measure times all numbers of rows in turns, so that other work on the machine affects all of them equally.
func measure(ctx context.Context, e *ours.Engine, groups, most, rounds int) ([]*point, error) {
	q, err := ours.Query("key", "sum(v)", "")
	if err != nil {
		return nil, err
	}
	var points []*point
	var tables []*data.Table
	for _, rows := range rowCounts {
		if rows > most {
			continue
		}
		t := table(rows, groups)
		tables = append(tables, t)
		points = append(points, &point{rows: rows, groups: groups, bytes: t.Bytes()})
	}
	debug.FreeOSMemory()
	for range rounds {
		for i, p := range points {
			if err := p.round(func() (*profiler.Record, error) { return e.Tier(ctx, tables[i], q, "") }); err != nil {
				return nil, fmt.Errorf("%d rows, %d groups: %w", p.rows, groups, err)
			}
		}
	}
	return points, nil
}

// Every round measures a point for at least this long, and at least `runs` times.
const (
	atLeast = 20 * time.Millisecond
	runs    = 2
)

// round runs once to fill the caches, and then measures for a while.
func (p *point) round(run func() (*profiler.Record, error)) error {
	if _, err := run(); err != nil {
		return err
	}
	before, err := Processor()
	if err != nil {
		return err
	}
	for n, began := 0, time.Now(); n < runs || time.Since(began) < atLeast; n++ {
		start := time.Now()
		r, err := run()
		if err != nil {
			return err
		}
		if d := time.Since(start); p.fastest == 0 || d < p.fastest {
			p.fastest, p.strategy, p.cores = d, r.Strategy, r.Threads
		}
		p.recorded = max(p.recorded, r.GBPerSecond*1e9)
		p.runs++
	}
	after, err := Processor()
	p.spent += after - before
	return err
}

// describe writes the page's section: a table, how constant the cost of a row is, and the roofline.
func describe(points []*point, bandwidth float64, threads int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "The question is the sum of an integer by a text key, with the answer materialised. Threads: %d. "+
		"A time is that of the fastest of many runs; all\n"+
		"numbers of rows take turns. GB/s counts the bytes of the key's codes and of the values. The share is that "+
		"of the %.1f GB/s at which plain sums on as\n"+
		"many threads read 1 GiB. In brackets is what the engine records for its aggregation alone. The cost is the "+
		"number of cores that aggregated, times\n"+
		"the time. The processor time is the mean of all cores together, with garbage collection. The engine was "+
		"calibrated, as the\n"+
		"app is after its first start, and took as many cores as it expected to gain by. With few rows, the fixed "+
		"work weighs more: waking a core, and\n"+
		"reading out the groups, which are a tenth of the rows at 10,000 groups and 100,000 rows.\n\n",
		threads, bandwidth/1e9)
	t := report.Table{Header: []string{"groups", "rows", "strategy", "cores", "ms", "ns a row", "cost, ns a row",
		"processor ns a row", "GB/s", "of the memory's speed"}}
	for _, p := range points {
		t.Add(report.Count(p.groups), report.Count(p.rows), p.strategy, report.Count(p.cores), report.MS(p.fastest),
			fmt.Sprintf("%.3f", p.nsPerRow()), fmt.Sprintf("%.3f", p.cost()),
			fmt.Sprintf("%.3f", p.spentPerRow()),
			fmt.Sprintf("%.1f (%.1f)", p.bytesPerSecond()/1e9, p.recorded/1e9),
			fmt.Sprintf("%.0f%%", 100*p.bytesPerSecond()/bandwidth))
	}
	b.WriteString(t.String() + "\nFrom the cheapest row to the dearest, in ns:\n\n")
	for _, groups := range groupCounts {
		some := slices.DeleteFunc(slices.Clone(points), func(p *point) bool { return p.groups != groups })
		if len(some) == 0 {
			continue
		}
		fmt.Fprintf(&b, "- %s groups: cost %s; time %s; processor time %s\n", report.Count(groups),
			describeRange(some, (*point).cost), describeRange(some, (*point).nsPerRow),
			describeRange(some, (*point).spentPerRow))
	}
	last := points[0]
	for _, p := range points {
		if p.groups == last.groups && p.rows > last.rows {
			last = p
		}
	}
	fmt.Fprintf(&b, "\nRoofline: question 1's shape, %s rows and %s groups, reads %.0f MB in %s ms: %.1f GB/s, "+
		"%.0f%% of the machine's measured read bandwidth.\n",
		report.Count(last.rows), report.Count(last.groups), float64(last.bytes)/1e6, report.MS(last.fastest),
		last.bytesPerSecond()/1e9, 100*last.bytesPerSecond()/bandwidth)
	return b.String()
}

// describeRange writes the least and the greatest cost of a row.
func describeRange(points []*point, cost func(*point) float64) string {
	order := func(a, b *point) int { return cmp.Compare(cost(a), cost(b)) }
	least, most := slices.MinFunc(points, order), slices.MaxFunc(points, order)
	return fmt.Sprintf("%.3f to %.3f, a factor of %.2f (%s and %s rows)",
		cost(least), cost(most), cost(most)/cost(least), report.Count(least.rows), report.Count(most.rows))
}

package estimates

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/profiler"
)

// Case is a shape at a number of rows, with what was expected and found for one seed.
type Case struct {
	Shape
	Rows, Seed          int
	Estimate, Low, High int
	Found               int
	Method              string
	Sampled             int
	EstimateMS, TotalMS float64
}

func (c *Case) inside() bool   { return c.Low <= c.Found && c.Found <= c.High }
func (c *Case) width() float64 { return float64(c.High) / float64(max(1, c.Low)) }
func (c *Case) cost() float64  { return c.EstimateMS / c.TotalMS }

// off returns the factor between the estimate and the number that was found. It is at least 1.
func (c *Case) off() float64 { return report.Off(float64(c.Estimate), float64(c.Found)) }

// Command defines the flags of bench estimates and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.String("rows", "1000000,10000000", "the numbers of rows, with commas between them")
	seeds := f.Int("seeds", 3, "tables of each shape")
	rounds := f.Int("rounds", 3, "pivots of each table; the one that took the median time counts")
	rest := f.Bool("rest", false, "after the window's rest, in which it counts the groups of likely pivots")
	only := f.String("only", "", "the family of shapes; else all of them")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		e := ours.Open(runtime.GOMAXPROCS(0))
		defer e.Close()
		var all []*Case
		for _, text := range strings.Split(*rows, ",") {
			n, err := strconv.Atoi(text)
			if err != nil {
				return fmt.Errorf("-rows: %w", err)
			}
			for _, s := range Shapes {
				for seed := 1; seed <= *seeds && (*only == "" || *only == s.Family); seed++ {
					c, err := measure(ctx, e, s, n, seed, *rounds, *rest)
					if err != nil {
						return fmt.Errorf("%s: %w", s.Name, err)
					}
					fmt.Fprintf(os.Stderr, "%s, %d rows: %d expected, %d to %d, by %s of %d rows; %d found; %.1f%% "+
						"of %.1f ms\n", s.Name, n, c.Estimate, c.Low, c.High, c.Method, c.Sampled, c.Found,
						100*c.cost(), c.TotalMS)
					all = append(all, c)
				}
			}
		}
		body := describe(all)
		fmt.Println(body)
		return page.Section("Hostile shapes", body)
	}
}

// measure groups a table of a shape. If rest is true, the engine counts the groups before, as it does while the window
// is idle. Otherwise the engine has not seen the table before.
func measure(ctx context.Context, e *ours.Engine, s Shape, rows, seed, rounds int, rest bool) (*Case, error) {
	table, keys := s.table(rows, uint64(seed))
	q, err := ours.Query(keys, "sum(v)", "")
	if err != nil {
		return nil, err
	}
	var records []*profiler.Record
	for range rounds {
		runtime.GC()
		anew := ours.Anew(table)
		if rest {
			if err := e.Count(ctx, anew, q); err != nil {
				return nil, err
			}
		}
		a, err := e.Group(ctx, anew, q, "")
		if err != nil {
			return nil, err
		}
		records = append(records, a.Record)
		e.Forget()
	}
	slices.SortFunc(records, func(a, b *profiler.Record) int { return cmp.Compare(a.TotalMS, b.TotalMS) })
	r := records[len(records)/2]
	return &Case{Shape: s, Rows: rows, Seed: seed, Estimate: r.GroupsEstimated, Low: r.GroupsLow, High: r.GroupsHigh,
		Found: r.GroupsActual, Method: r.Estimate.Method, Sampled: r.Estimate.SampleRows,
		EstimateMS: r.Estimate.MS, TotalMS: r.TotalMS}, ctx.Err()
}

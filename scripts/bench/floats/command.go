package floats

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
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
)

// keys are the columns to group by: of db-benchmark's integers, id4 has 100 values and id6 one value for every 100
// rows.
var keys = []string{"id4", "id6"}

// question is an aggregate in Cardinal's language and in SQL: the plain form, and the form that corrects rounding
// errors.
type question struct{ measure, plain, corrected string }

var questions = []question{
	{"sum(v3)", "sum(v3)", "fsum(v3)"},
	{"avg(v3)", "avg(v3)", "favg(v3)"},
	{"stddev(v3)", "stddev(v3)", ""},
}

// Command defines the flags of bench floats and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows")
	rounds := f.Int("rounds", 5, "rounds")
	threads := f.Int("threads", runtime.NumCPU(), "threads")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		d, err := g1.New(g1.Spec{Rows: *rows, K: 100})
		if err != nil {
			return err
		}
		t := report.Table{Header: []string{"values", "groups", "figure", "Cardinal, ms", "DuckDB, ms",
			"DuckDB corrected, ms", "times as fast", "as the corrected"}, Left: 1}
		for _, c := range columns {
			c.fill(rand.New(rand.NewPCG(7, 7)), d.V3)
			if err := c.measure(ctx, d, &t, *rounds, *threads); err != nil {
				return err
			}
			debug.FreeOSMemory()
		}
		body := fmt.Sprintf("%s\n\nSums, averages and standard deviations of %s floats by an integer key on %d "+
			"threads, the answer materialised; the fastest\n"+
			"of %d rounds, all sides in turns. Cardinal's figures are exact and rounded once. DuckDB's sum adds in "+
			"the order that its threads happen to\n"+
			"have; fsum and favg carry Kahan's correction, and are not exact either.\n\n%s",
			report.Machine(), report.Count(*rows), *threads, *rounds, &t)
		fmt.Println(body)
		return page.Section("Sums of floats", body)
	}
}

// measure asks all questions about one column.
func (c column) measure(ctx context.Context, d *g1.Data, t *report.Table, rounds, threads int) error {
	table := ours.Table(d)
	e := ours.Open(threads)
	defer e.Close()
	db, err := duck.Open(ctx, threads)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Load(ctx, d, "double"); err != nil {
		return err
	}
	for _, key := range keys {
		for _, q := range questions {
			parsed, err := ours.Query(key, q.measure, "")
			if err != nil {
				return err
			}
			groups := 0
			sql := func(figure string) timing.Side {
				return func() (any, error) {
					return nil, db.Materialise(ctx, fmt.Sprintf("select %s, %s as f from %s group by %s", key, figure,
						duck.Text, key))
				}
			}
			sides := []timing.Side{func() (any, error) {
				a, err := e.Group(ctx, table, parsed, "")
				if err == nil {
					groups = a.Rows()
				}
				return a, err
			}, sql(q.plain)}
			if q.corrected != "" {
				sides = append(sides, sql(q.corrected))
			}
			times := timing.Plan{Rounds: rounds}.Alternate(sides...)
			row := []string{c.name, report.Count(groups), strings.TrimSuffix(q.measure, "(v3)")}
			var ms, ratios []string
			for i := range 3 {
				if i >= len(times) {
					times = append(times, timing.Times{})
				}
				if err := times[i].Err; err != nil && i == 0 {
					return err
				}
				ms = append(ms, report.MS(times[i].Min()))
				if i > 0 {
					ratios = append(ratios, report.Ratio(times[i].Min().Seconds()/times[0].Min().Seconds()))
				}
			}
			t.Add(append(append(row, ms...), ratios...)...)
			fmt.Fprintln(os.Stderr, time.Now().Format(time.TimeOnly), c.name, key, q.measure, ms)
		}
	}
	return nil
}

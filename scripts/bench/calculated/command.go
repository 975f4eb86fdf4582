package calculated

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/bench/timing"
	"cardinal/engine"
	"cardinal/engine/query"
)

// question asks for the sum of a field by a key. The field or the key may be the calculated field x.
type question struct{ let, key, sum, filter, sql string }

var questions = []question{
	{"", "", "v3", "", "select sum(v3) as s from t"},
	{"v1 * v3", "", "x", "", "select sum(v1 * v3) as s from t"},
	{"v1 * v3", "id1", "x", "", "select id1, sum(v1 * v3) as s from t group by id1"},
	{"v3 / v1", "", "x", "", "select sum(v3 / v1) as s from t"},
	{"if(v3 > 50, v1, 0)", "", "x", "", "select sum(case when v3 > 50 then v1 else 0 end) as s from t"},
	{"round(v3, 2)", "", "x", "", "select sum(round(v3, 2)) as s from t"},
	{"if(v3 > 50, concat(id1, '-high'), id2)", "x", "v1", "",
		"select case when v3 > 50 then id1 || '-high' else id2::varchar end as x, sum(v1) as s from t group by x"},
	{"upper(id1) & '/' & id2", "x", "v1", "", "select upper(id1) || '/' || id2 as x, sum(v1) as s from t group by x"},
	{"", "", "v1", "v3 between 20 and 40", "select sum(v1) as s from t where v3 between 20 and 40"},
	{"", "", "v1", "v1 * v3 > 50", "select sum(v1) as s from t where v1 * v3 > 50"},
	{"", "", "v1", "id3 contains '77'", "select sum(v1) as s from t where contains(id3, '77')"},
	{"", "", "v1", "id3 ends '77'", "select sum(v1) as s from t where ends_with(id3, '77')"},
}

// String writes the question as a person would ask it.
func (q question) String() string {
	text := fmt.Sprintf("sum(%s)", q.sum)
	if q.key != "" {
		text += " by " + q.key
	}
	if q.filter != "" {
		text += " where " + q.filter
	}
	if q.let != "" {
		text += ", x is " + q.let
	}
	return text
}

func (q question) query() (query.Query, error) {
	out, err := ours.Query(q.key, "sum("+q.sum+")", q.filter)
	if q.let != "" {
		out.Lets = []query.Let{{Name: "x", Expr: q.let}}
	}
	return out, err
}

// Command defines the flags of bench calculated and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 9, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		runtime.GOMAXPROCS(*threads)
		d, err := g1.New(g1.Spec{Rows: *rows, K: 100})
		if err != nil {
			return err
		}
		table, e := ours.Table(d), ours.Open(*threads)
		defer e.Close()
		db, err := duck.Open(ctx, *threads)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		if err := db.Load(ctx, d, "double"); err != nil {
			return err
		}
		debug.FreeOSMemory()
		t := report.Table{Header: []string{"", "Cardinal", "DuckDB", "ratio"}, Left: 1}
		var ratios []float64
		for _, q := range questions {
			asked, err := q.query()
			if err != nil {
				return err
			}
			var got []float64
			pivot := func() (any, error) {
				a, err := e.Pivot(ctx, ours.Anew(table), asked)
				if err == nil {
					got = finest(a)
				}
				return a, err
			}
			sets := func() (any, error) { return nil, db.Materialise(ctx, "with t as (from "+duck.Text+") "+q.sql) }
			times := timing.Plan{Rounds: *rounds}.Alternate(pivot, sets)
			for _, side := range times {
				if side.Err != nil {
					return fmt.Errorf("%s: %w", q, side.Err)
				}
			}
			want, err := db.Floats(ctx, "select count(*)::double, sum(s)::double from ans")
			if err != nil {
				return err
			}
			if w := want[0]; got[0] != w[0] || math.Abs(got[1]-w[1]) > 1e-9*math.Abs(w[1]) {
				return fmt.Errorf("%s: %v, and DuckDB has %v", q, got, w)
			}
			ratio := float64(times[1].Median()) / float64(times[0].Median())
			ratios = append(ratios, ratio)
			t.Add(q.String(), report.MS(times[0].Median()), report.MS(times[1].Median()), report.Ratio(ratio))
			fmt.Fprintf(os.Stderr, "%s: %s and %s ms (least %s and %s)\n", q, report.MS(times[0].Median()),
				report.MS(times[1].Median()), report.MS(times[0].Min()), report.MS(times[1].Min()))
		}
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		fmt.Printf("\n%s\nGeometric mean %s.\n", t.String(), report.Ratio(report.GeometricMean(ratios)))
		return page.Section(fmt.Sprintf("Calculated fields and filters, %s rows", report.Count(*rows)), fmt.Sprintf(`%s

%s, in memory on both sides. A cell is the median of %d rounds in milliseconds, in turns in one process, %d threads a
side. DuckDB %s has v3 as double. Cardinal has v3 as exact decimals, and computes each field anew in each round.

%s`, report.Machine(), d.Name(), *rounds, *threads, version, t.String()))
	}
}

// finest returns the number of cells at the finest level of an answer, i.e. without totals, and the sum of their
// figures.
func finest(a *engine.Answer) []float64 { return ours.Levels(a.Tab)[0][1:] }

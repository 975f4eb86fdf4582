package measures

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/bench/timing"
	"cardinal/data"
	"cardinal/engine"
)

// question asks for a measure by a key. sql is the same measure for DuckDB.
type question struct{ figure, key, sql string }

var questions = []question{
	{"distinct(f)", "id1", "count(distinct f)"},
	{"distinct(f)", "id5", "count(distinct f)"},
	{"distinct(z)", "id4", "count(distinct z)"},
	{"distinct(z)", "id6", "count(distinct z)"},
	{"distinct(id3)", "id2", "count(distinct id3)"},
	{"distinct(id6)", "id1", "count(distinct id6)"},
	{"median(f)", "id1", "median(f)"},
	{"median(f)", "id6", "median(f)"},
	{"quantile(f, 0.9)", "id4", "quantile_cont(f, 0.9)"},
	{"median(z)", "id5", "median(z)"},
	{"stddev(f)", "id6", "stddev(f)"},
	{"mode(z)", "id4", "mode(z)"},
	{"mode(id6)", "id1", "mode(id6)"},
}

// newTable makes the measured table: id1 to id3 are 100, 1,000 and 100,000 texts, id4 to id6 are 1,000, 10,000 and
// 100,000 integers, f is floats, and z is wide integers, a million values by Zipf's law.
func newTable(rows int) *data.Table {
	r := rand.New(rand.NewPCG(61, 61))
	var columns []*data.Column
	for i, n := range []int{100, 1000, 100_000} {
		codes, values := make([]uint32, rows), make([]string, n)
		for v := range values {
			values[v] = fmt.Sprintf("id%010d", v)
		}
		for row := range codes {
			codes[row] = uint32(r.IntN(n))
		}
		columns = append(columns, data.NewText(fmt.Sprintf("id%d", i+1), codes, values, nil))
	}
	ints := func(name string, value func() int64) {
		values := make([]int64, rows)
		for row := range values {
			values[row] = value()
		}
		columns = append(columns, data.NewInts(name, data.Int, 0, values, nil))
	}
	for i, n := range []int64{1000, 10_000, 100_000} {
		ints(fmt.Sprintf("id%d", i+4), func() int64 { return r.Int64N(n) })
	}
	floats := make([]float64, rows)
	for row := range floats {
		floats[row] = 100 * r.Float64()
	}
	columns = append(columns, data.NewFloats("f", floats, nil))
	zipf := rand.NewZipf(r, 1.1, 1, 999_999)
	ints("z", func() int64 { return int64(zipf.Uint64()+1) * 10_000_019 })
	return data.NewTable("measures", columns)
}

// Command defines the flags of bench measures and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 5, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	alone := f.Bool("alone", false, "measure Cardinal alone")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		runtime.GOMAXPROCS(*threads)
		table, e := newTable(*rows), ours.Open(*threads)
		defer e.Close()
		db, err := duck.Open(ctx, *threads)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		if !*alone {
			if err := db.LoadTable(ctx, duck.Text, table); err != nil {
				return err
			}
			if err := db.Encode(ctx, duck.Enum3); err != nil {
				return err
			}
			if err := db.Forget(ctx, duck.Text); err != nil {
				return err
			}
		}
		debug.FreeOSMemory()
		t := report.Table{Header: []string{"", "fresh", "again", "keys", "group", "arrange", "assemble", "DuckDB",
			"fresh", "again"}, Left: 1}
		var fresh, again []float64
		for _, q := range questions {
			sides, err := q.measure(ctx, e, db, table, timing.Plan{Rounds: *rounds}, *alone)
			if err != nil {
				return fmt.Errorf("%s by %s: %w", q.figure, q.key, err)
			}
			row := append([]string{q.figure + " by " + q.key}, sides.cells()...)
			if !*alone {
				fresh, again = append(fresh, sides.ratio(0)), append(again, sides.ratio(1))
				row = append(row, report.MS(sides.times[2].Median()), report.Ratio(sides.ratio(0)),
					report.Ratio(sides.ratio(1)))
			}
			t.Add(row...)
			fmt.Fprintln(os.Stderr, strings.Join(row, "  "))
		}
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		body := fmt.Sprintf(`%s

%s rows, %d threads a side, the median of %d rounds in milliseconds, in turns in one process. Fresh: the whole pivot of
a table that was never asked, with its totals; again: the same table once more. Keys to assemble: the stages of the
fastest fresh round. DuckDB %s has the texts as ENUM and answers the GROUP BY alone.

%s
Geometric mean %s fresh, %s again.`, report.Machine(), report.Count(*rows), *threads, *rounds, version, t.String(),
			report.Ratio(report.GeometricMean(fresh)), report.Ratio(report.GeometricMean(again)))
		fmt.Println(body)
		return page.Section("Measures that need all values of a group", body)
	}
}

// measured has the times of a question: over a new table, over a table that was asked before, and of DuckDB.
type measured struct {
	times  []timing.Times
	stages map[string]float64 // of the fastest round over a new table
}

func (q question) measure(ctx context.Context, e *ours.Engine, db *duck.Database, table *data.Table, plan timing.Plan,
	alone bool) (*measured, error) {
	asked, err := ours.Query(q.key, q.figure, "")
	if err != nil {
		return nil, err
	}
	m := &measured{}
	var answer *engine.Answer
	best := math.Inf(1)
	sides := []timing.Side{func() (any, error) {
		a, err := e.Pivot(ctx, ours.Anew(table), asked)
		if err != nil {
			return nil, err
		}
		stages, sum := map[string]float64{}, 0.0
		for _, s := range a.Profile.Stages {
			stages[s.Name] += s.MS
			sum += s.MS
		}
		if sum < best {
			best, m.stages = sum, stages
		}
		return a, nil
	}, func() (_ any, err error) {
		answer, err = e.Pivot(ctx, table, asked)
		return answer, err
	}}
	if !alone {
		sides = append(sides, func() (any, error) {
			return nil, db.Materialise(ctx, fmt.Sprintf("select %s, %s as s from %s group by %[1]s", q.key, q.sql,
				duck.Enum3))
		})
	}
	m.times = plan.Alternate(sides...)
	e.Forget()
	for _, t := range m.times {
		if t.Err != nil || alone {
			return m, t.Err
		}
	}
	if strings.HasPrefix(q.figure, "mode") { // several values may be the most frequent
		return m, nil
	}
	want, err := db.Floats(ctx, "select count(*)::double, sum(s)::double from ans")
	if err != nil {
		return nil, err
	}
	got := ours.Levels(answer.Tab)[0][1:]
	if w := want[0]; got[0] != w[0] || math.Abs(got[1]-w[1]) > 1e-9*math.Abs(w[1]) {
		return nil, fmt.Errorf("%v, and DuckDB has %v", got, w)
	}
	return m, nil
}

// cells returns the times of Cardinal for a row of the report.
func (m *measured) cells() []string {
	keys, group := m.stages["keys"], 0.0
	for name, ms := range m.stages {
		if name != "keys" && name != "arrange" && name != "assemble" {
			group += ms
		}
	}
	cells := []string{report.MS(m.times[0].Median()), report.MS(m.times[1].Median())}
	for _, ms := range []float64{keys, group, m.stages["arrange"], m.stages["assemble"]} {
		cells = append(cells, fmt.Sprintf("%.0f", ms))
	}
	return cells
}

// ratio returns by how much a side of Cardinal is faster than DuckDB.
func (m *measured) ratio(side int) float64 {
	return float64(m.times[2].Median()) / float64(m.times[side].Median())
}

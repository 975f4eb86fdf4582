package breadth

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/ours"
	"cardinal/bench/program"
	"cardinal/bench/report"
	"cardinal/bench/rss"
	"cardinal/bench/timing"
	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/query"
)

// question asks for a measure by a key. In sql, FILE is the file or the table, and LABELS the small file.
type question struct {
	what, file, key, measure, filter, let, sql string
	further                                    []string // options of the command
	fileOnly                                   bool
}

var questions = []question{
	{what: "CSV by 100 labels", file: "g.csv", key: "id1", measure: "sum(v1)",
		sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "the same, from the kept table", file: "kept.csv", key: "id1", measure: "sum(v1)", fileOnly: true,
		sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "Parquet by 100 labels", file: "g.parquet", key: "id1", measure: "sum(v1)",
		sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "Parquet, filtered by a range", file: "g.parquet", key: "id1", measure: "sum(v1)",
		filter: "v3 between 20 and 40", sql: "select id1, sum(v1) from FILE where v3 between 20 and 40 group by id1"},
	{what: "Parquet by identifiers", file: "g.parquet", key: "id3", measure: "sum(v1)",
		sql: "select id3, sum(v1) from FILE group by id3"},
	{what: "lines of JSON by 100 labels, a fifth of the rows", file: "g.jsonl", key: "id1", measure: "sum(v1)",
		fileOnly: true, sql: "select id1, sum(v1) from FILE group by id1"},
	{what: "median by 100 labels", file: "g.csv", key: "id1", measure: "median(v3)",
		sql: "select id1, median(v3) from FILE group by id1"},
	{what: "sum(v1 * v3)", file: "g.csv", measure: "sum(x)", let: "v1 * v3", sql: "select sum(v1 * v3) from FILE"},
	{what: "sum(v3 / v1)", file: "g.csv", measure: "sum(x)", let: "v3 / v1", sql: "select sum(v3 / v1) from FILE"},
	{what: "if(v3 > 50, concat(id1, '-high'), id2) as a key", file: "g.csv", key: "x", measure: "sum(v1)",
		let: "if(v3 > 50, concat(id1, '-high'), id2)",
		sql: "select case when v3 > 50 then id1 || '-high' else id2 end as x, sum(v1) from FILE group by x"},
	{what: "filter by the end of a text", file: "g.csv", measure: "sum(v1)", filter: "id3 ends '77'",
		sql: "select sum(v1) from FILE where ends_with(id3, '77')"},
	{what: "look-up of 100 labels", file: "g.csv", key: "region", measure: "sum(v1)", fileOnly: true,
		sql: "select region, sum(v1) from FILE as t left join LABELS as l on t.id1 = l.label group by region"},
}

// args returns the arguments of the command that answers the question.
func (q question) args(folder string) []string {
	args := append([]string{"pivot", filepath.Join(folder, q.file), "--values", q.measure}, q.further...)
	for option, value := range map[string]string{"--rows": q.key, "--filter": q.filter} {
		if value != "" {
			args = append(args, option, value)
		}
	}
	if q.let != "" {
		args = append(args, "--let", "x = "+q.let)
	}
	if strings.Contains(q.sql, "LABELS") {
		args = append(args, "--lookup", filepath.Join(folder, "labels.csv")+" on id1 = label")
	}
	return args
}

// query returns the question for the engine.
func (q question) query() (query.Query, error) {
	out, err := ours.Query(q.key, q.measure, q.filter)
	if q.let != "" {
		out.Lets = []query.Let{{Name: "x", Expr: q.let}}
	}
	return out, err
}

// Command defines the flags of bench breadth and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	var p program.Program
	p.Flag(f)
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 5, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	var work report.Folder
	work.Flag(f, "the files of the measurement")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		folder, remove, err := work.Open()
		if err != nil {
			return err
		}
		defer remove()
		runtime.GOMAXPROCS(*threads)
		db, err := duck.Open(ctx, *threads)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		if err := write(ctx, db, folder, *rows); err != nil {
			return err
		}
		p.Folder, p.Threads = folder, *threads
		m := measurement{db: db, folder: folder, program: &p, rounds: *rounds}
		time.Sleep(keptAge)
		keep := question{file: "kept.csv", measure: "count()", further: []string{"--keep"}}
		if _, _, _, err := m.program.Run(ctx, nil, keep.args(folder)...); err != nil {
			return err
		}
		table, err := load.Open(ctx, filepath.Join(folder, "g.csv"), load.Options{})
		if err != nil {
			return err
		}
		e := ours.Open(*threads)
		defer e.Close()
		body, err := m.all(ctx, e, table)
		if err != nil {
			return err
		}
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		fmt.Println(body)
		return page.Section(fmt.Sprintf("Around the group-by, %s rows", report.Count(*rows)), fmt.Sprintf(`%s

%s rows of db-benchmark's data, K=100, %d threads. A cell is the median of %d rounds in milliseconds, in turns. From
the file, Cardinal is a whole process, from its start to its end, and DuckDB %s is a query of a running one. From the
table, both have the table in memory, and Cardinal computes each field anew. Memory is the peak of the process, and for
DuckDB what the query adds, in MiB.

%s`, report.Machine(), report.Count(*rows), *threads, *rounds, version, body))
	}
}

// keptAge is the age of a file from which on its table is kept.
const keptAge = 3 * time.Second

// write writes the files.
func write(ctx context.Context, db *duck.Database, folder string, rows int) error {
	d, err := g1.New(g1.Spec{Rows: rows, K: 100})
	if err != nil {
		return err
	}
	path := filepath.Join(folder, "g.csv")
	for _, name := range []string{path, filepath.Join(folder, "kept.csv")} {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		if err := d.WriteCSV(f); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	var labels strings.Builder
	labels.WriteString("label,region\n")
	for i := range 100 {
		fmt.Fprintf(&labels, "id%03d,region %d\n", i+1, i%7)
	}
	if err := os.WriteFile(filepath.Join(folder, "labels.csv"), []byte(labels.String()), 0o644); err != nil {
		return err
	}
	parquet := filepath.Join(folder, "g.parquet")
	if err := db.WriteParquet(ctx, parquet, path); err != nil {
		return err
	}
	if err := db.LoadParquet(ctx, "loaded", parquet); err != nil {
		return err
	}
	return db.WriteJSON(ctx, fmt.Sprintf("from loaded limit %d", rows/5), filepath.Join(folder, "g.jsonl"))
}

// measurement is what all questions share.
type measurement struct {
	db      *duck.Database
	folder  string
	program *program.Program
	rounds  int
}

// all measures all questions.
func (m measurement) all(ctx context.Context, e *ours.Engine, table *data.Table) (string, error) {
	t := report.Table{Left: 1, Header: []string{"", "from the file", "DuckDB", "ratio", "memory", "DuckDB",
		"from the table", "DuckDB", "ratio"}}
	var files, tables []float64
	for _, q := range questions {
		asked, err := q.query()
		if err != nil {
			return "", err
		}
		file := duck.CSV(filepath.Join(m.folder, q.file))
		switch filepath.Ext(q.file) {
		case ".parquet":
			file = duck.Parquet(filepath.Join(m.folder, q.file))
		case ".jsonl":
			file = duck.JSON(filepath.Join(m.folder, q.file))
		}
		var peak, theirs int64
		query := strings.ReplaceAll(q.sql, "LABELS", duck.CSV(filepath.Join(m.folder, "labels.csv")))
		sides := []timing.Side{
			func() (any, error) {
				_, _, bytes, err := m.program.Run(ctx, nil, q.args(m.folder)...)
				peak = max(peak, bytes)
				return nil, err
			},
			func() (any, error) { return nil, m.db.Materialise(ctx, strings.ReplaceAll(query, "FILE", file)) },
			func() (any, error) { return e.Pivot(ctx, ours.Anew(table), asked) },
			func() (any, error) { return nil, m.db.Materialise(ctx, strings.ReplaceAll(query, "FILE", "loaded")) },
		}
		if q.fileOnly {
			sides = sides[:2]
		}
		times := timing.Plan{Rounds: m.rounds}.Alternate(sides...)
		for _, side := range times {
			if side.Err != nil {
				return "", fmt.Errorf("%s: %w", q.what, side.Err)
			}
		}
		if theirs, err = added(sides[1]); err != nil {
			return "", err
		}
		ratio := func(at int) float64 { return float64(times[at+1].Median()) / float64(times[at].Median()) }
		files = append(files, ratio(0))
		cells := []string{q.what, report.MS(times[0].Median()), report.MS(times[1].Median()), report.Ratio(ratio(0)),
			report.MiB(peak), report.MiB(theirs), "", "", ""}
		if !q.fileOnly {
			tables = append(tables, ratio(2))
			copy(cells[6:], []string{report.MS(times[2].Median()), report.MS(times[3].Median()), report.Ratio(ratio(2))})
		}
		t.Add(cells...)
		fmt.Fprintln(os.Stderr, strings.Join(cells, " | "))
	}
	return fmt.Sprintf("%s\nThe geometric mean is %s from the file and %s from the table.", t.String(),
		report.Ratio(report.GeometricMean(files)), report.Ratio(report.GeometricMean(tables))), nil
}

// added returns the peak memory that a side adds to this process, in bytes.
func added(side timing.Side) (int64, error) {
	debug.FreeOSMemory()
	if err := rss.ResetPeak(); err != nil {
		return 0, err
	}
	before, _, err := rss.Resident()
	if err != nil {
		return 0, err
	}
	if _, err := side(); err != nil {
		return 0, err
	}
	_, peak, err := rss.Resident()
	return peak - before, err
}

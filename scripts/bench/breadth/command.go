package breadth

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"cardinal/bench/duck"
	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/data"
	"cardinal/data/load"
)

// Command defines the flags of bench breadth and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	program := f.String("program", "", "cardinal, as make run builds it")
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 5, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	only := f.String("only", "", "a regular expression that the names of the measured questions match")
	var work report.Folder
	work.Flag(f, "the files of the measurement")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		wanted, err := regexp.Compile(*only)
		if err != nil {
			return err
		}
		folder, remove, err := work.Open()
		if err != nil {
			return err
		}
		defer remove()
		folder = filepath.Join(folder, fmt.Sprint(*rows)) // the files of another number of rows stay
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		runtime.GOMAXPROCS(*threads)
		db, err := duck.Open(ctx, *threads)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		m := measurement{db: db, folder: folder, program: *program, threads: *threads, rounds: *rounds}
		table, err := m.prepare(ctx, *rows)
		if err != nil {
			return err
		}
		e := ours.Open(*threads)
		defer e.Close()
		body, err := m.all(ctx, e, table, files{db, folder, *rows}, wanted)
		if err != nil {
			return err
		}
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		fmt.Println(body)
		return page.Section(fmt.Sprintf("Around the group-by, %s rows", report.Count(*rows)), fmt.Sprintf(`%s

%s rows of db-benchmark's data, K=100, %d threads. A cell is the median of %d rounds in milliseconds, in turns, and in
brackets the processor time of all threads. From the file, Cardinal is a whole process, from its start to its end, and
DuckDB %s is a query of a running one; other programs are processes. From the table, both have the table in memory, and
Cardinal computes each field anew. Memory is the peak of a process, and for DuckDB what the query adds, in MiB.

%s`, report.Machine(), report.Count(*rows), *threads, *rounds, version, body))
	}
}

// keptAge is the least age of a file whose table is kept.
const keptAge = 3 * time.Second

// prepare writes the files that all questions share, and loads the tables of both sides.
func (m measurement) prepare(ctx context.Context, rows int) (*data.Table, error) {
	f := files{m.db, m.folder, rows}
	for _, name := range []string{"g.csv", "kept.csv"} {
		if err := f.write(ctx, name); err != nil {
			return nil, err
		}
	}
	var labels strings.Builder
	labels.WriteString("label,region\n")
	for i := range 100 {
		fmt.Fprintf(&labels, "id%03d,region %d\n", i+1, i%7)
	}
	if err := os.WriteFile(filepath.Join(m.folder, "labels.csv"), []byte(labels.String()), 0o644); err != nil {
		return nil, err
	}
	path := filepath.Join(m.folder, "g.csv")
	if err := m.db.LoadCSV(ctx, "loaded", path); err != nil {
		return nil, err
	}
	time.Sleep(keptAge)
	if err := m.process(ctx, &cost{}, m.program, "pivot", filepath.Join(m.folder, "kept.csv"), "--keep"); err != nil {
		return nil, err
	}
	return load.Open(ctx, path, load.Options{})
}

// all measures the wanted questions.
func (m measurement) all(ctx context.Context, e *ours.Engine, table *data.Table, f files,
	wanted *regexp.Regexp) (string, error) {
	t := report.Table{Left: 1, Header: []string{"", "from the file", "DuckDB", "ratio", "memory", "DuckDB",
		"from the table", "DuckDB", "ratio"}}
	var fromFiles, fromTables []float64
	for _, q := range questions {
		if !wanted.MatchString(q.what) {
			continue
		}
		for _, name := range q.files {
			if err := f.write(ctx, name); err != nil {
				return "", err
			}
		}
		cells, ratios, err := m.measure(ctx, e, table, q)
		if err != nil {
			return "", fmt.Errorf("%s: %w", q.what, err)
		}
		fromFiles = append(fromFiles, ratios[0])
		fromTables = append(fromTables, ratios[1:]...)
		t.Add(cells...)
		fmt.Fprintln(os.Stderr, strings.Join(cells, " | "))
	}
	return fmt.Sprintf("%s\nThe geometric mean is %s from the file and %s from the table.", t.String(),
		report.Ratio(report.GeometricMean(fromFiles)), report.Ratio(report.GeometricMean(fromTables))), nil
}

package loading

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/data/load"
)

// Command defines the flags of bench loading and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 5, "rounds after the first run of each side")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	files := f.String("files", "csv,gz,zst", "forms of the file: csv, gz, zst, parquet")
	only := f.String("file", "", "a file of delimited text, or a Parquet file, to load in the place of the data")
	by := f.String("by", "id1", "column that the first question about a Parquet file groups by")
	of := f.String("sum", "v1", "column that the first question about a Parquet file adds up")
	var folder report.Folder
	folder.Flag(f, "the files")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		runtime.GOMAXPROCS(*threads)
		dir, remove, err := folder.Open()
		if err != nil {
			return err
		}
		defer remove()
		db, err := duck.Open(ctx, *threads)
		if err != nil {
			return err
		}
		defer db.Close()
		paths, err := write(ctx, db, dir, g1.Spec{Rows: *rows, K: 100}, strings.Split(*files, ","))
		if *only != "" {
			paths, err = []string{*only}, nil
		}
		if err != nil {
			return err
		}
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		t := report.Table{Header: []string{"file", "MB", "side", "s", "CPU s", "peak MiB", "time / DuckDB's",
			"CPU / DuckDB's", "memory / DuckDB's"}}
		for _, path := range paths {
			if err := compare(ctx, &t, db, path, *rounds); err != nil {
				return err
			}
			if strings.HasSuffix(path, ".parquet") {
				if err := compareAnswers(ctx, &t, db, path, *by, *of, *threads, *rounds); err != nil {
					return err
				}
			}
		}
		body := fmt.Sprintf("%s Threads: %d. DuckDB %s.\n\n%s\n%s", report.Machine(), *threads, version,
			method, t.String())
		fmt.Println(body)
		return page.Section("Loading delimited text", body)
	}
}

const method = "The file is read into a table in memory, with all columns and their types. Both sides run in one " +
	"process in turns, after one run that is not counted. " +
	"Each figure is the least of all rounds. A CPU time is the time of all cores, including the time in the system. " +
	"The peak is the memory that the process needs in addition to its memory before the run. " +
	"Cardinal's tables keep the order of the rows; DuckDB may change it."

// compare adds the two sides of a file to the table.
func compare(ctx context.Context, t *report.Table, db *duck.Database, path string, rounds int) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	loadFile := db.LoadCSV
	if strings.HasSuffix(path, ".parquet") {
		loadFile = db.LoadParquet
	}
	sides := []side{
		{name: "Cardinal", load: func() (any, error) { return load.Open(ctx, path, load.Options{}) },
			drop: func() error { return nil }},
		{name: "DuckDB", load: func() (any, error) { return nil, loadFile(ctx, "loaded", path) }, drop: func() error {
			if err := db.Forget(ctx, "loaded"); err != nil {
				return err
			}
			return db.Release(ctx)
		}},
	}
	if err := alternate(sides, rounds); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	add(t, filepath.Base(path), info.Size(), sides)
	return nil
}

// compareAnswers adds both sides' times from a Parquet file to the answer of one question. Each side reads the two
// columns of the question.
func compareAnswers(ctx context.Context, t *report.Table, db *duck.Database, path, by, of string, threads,
	rounds int) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	e := ours.Open(threads)
	defer e.Close()
	q, err := ours.PivotQuery(by, "", "sum("+of+")")
	if err != nil {
		return err
	}
	sides := []side{
		{name: "Cardinal", load: func() (any, error) {
			table, err := load.Open(ctx, path, load.Options{Columns: q.Sources()})
			if err != nil {
				return nil, err
			}
			return e.Pivot(ctx, table, q)
		}, drop: func() error { return nil }},
		{name: "DuckDB", load: func() (any, error) { return nil, db.AnswerParquet(ctx, path, by, "sum("+of+")") },
			drop: func() error { return db.Release(ctx) }},
	}
	if err := alternate(sides, rounds); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	add(t, filepath.Base(path)+", answer", info.Size(), sides)
	return nil
}

// add adds the sides of a comparison to the table.
func add(t *report.Table, what string, size int64, sides []side) {
	peer := &sides[1]
	for i := range sides {
		s := &sides[i]
		t.Add(what, fmt.Sprintf("%.0f", float64(size)/1e6), s.name, fmt.Sprintf("%.2f", s.wall.Seconds()),
			fmt.Sprintf("%.2f", s.processor.Seconds()),
			report.MiB(s.peak), ratio(s.wall, peer.wall), ratio(s.processor, peer.processor), ratio(s.peak, peer.peak))
	}
}

func ratio[T ~int64](a, b T) string { return report.Ratio(float64(a) / float64(b)) }

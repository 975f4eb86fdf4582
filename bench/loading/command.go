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
	"cardinal/bench/report"
	"cardinal/data/load"
)

// Command is bench loading.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 5, "rounds after the first run of each side")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	files := f.String("files", "csv,gz,zst", "forms of the file: csv, gz, zst")
	folder := f.String("folder", "", "a folder that keeps the files; if not given: a new one, which is removed")
	only := f.String("file", "", "a file of delimited text to load in the place of the data")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		runtime.GOMAXPROCS(*threads)
		if *folder == "" {
			made, err := os.MkdirTemp("", "cardinal-loading-")
			if err != nil {
				return err
			}
			defer func() { _ = os.RemoveAll(made) }()
			*folder = made
		}
		paths, err := write(*folder, g1.Spec{Rows: *rows, K: 100}, strings.Split(*files, ","))
		if *only != "" {
			paths, err = []string{*only}, nil
		}
		if err != nil {
			return err
		}
		db, err := duck.Open(ctx, *threads)
		if err != nil {
			return err
		}
		defer db.Close()
		version, err := db.Version(ctx)
		if err != nil {
			return err
		}
		t := report.Table{Header: []string{"file", "MB", "side", "s", "CPU s", "peak MiB", "time to DuckDB's", "CPU to DuckDB's", "memory to DuckDB's"}}
		for _, path := range paths {
			if err := compare(ctx, &t, db, path, *rounds); err != nil {
				return err
			}
		}
		body := fmt.Sprintf("%s Threads: %d. DuckDB %s.\n\n%s\n%s", report.Machine(), *threads, version, method, t.String())
		fmt.Println(body)
		return page.Section("Loading delimited text", body)
	}
}

const method = "The whole file becomes a table in memory: types found, all columns. Both sides run in one process in turns, after one run that is not counted. " +
	"A time is the least of all rounds, and so is a CPU time (of all cores, with the system's). The peak is what the process takes beyond what it had before " +
	"the run, the least of all rounds. Cardinal's tables keep the order of the rows; DuckDB is told that it need not."

// compare adds the two sides of a file to the table.
func compare(ctx context.Context, t *report.Table, db *duck.Database, path string, rounds int) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	sides := []side{
		{name: "Cardinal", load: func() (any, error) { return load.Open(ctx, path, load.Options{}) }, drop: func() error { return nil }},
		{name: "DuckDB", load: func() (any, error) { return nil, db.LoadCSV(ctx, "loaded", path) }, drop: func() error {
			if err := db.Forget(ctx, "loaded"); err != nil {
				return err
			}
			return db.Release(ctx)
		}},
	}
	if err := alternate(sides, rounds); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	peer := &sides[1]
	for i := range sides {
		s := &sides[i]
		t.Add(filepath.Base(path), fmt.Sprintf("%.0f", float64(info.Size())/1e6), s.name, fmt.Sprintf("%.2f", s.wall.Seconds()), fmt.Sprintf("%.2f", s.processor.Seconds()),
			report.MiB(s.peak), ratio(s.wall, peer.wall), ratio(s.processor, peer.processor), ratio(s.peak, peer.peak))
	}
	return nil
}

func ratio[T ~int64](a, b T) string { return report.Ratio(float64(a) / float64(b)) }

package loading

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/data"
	"cardinal/data/load"
)

// First defines the flags of bench first and returns the command. It measures the time from a file to the first answer.
func First(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 5, "rounds after the first run of each side")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	var folder report.Folder
	folder.Flag(f, "the file")
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
		paths, err := write(ctx, db, dir, g1.Spec{Rows: *rows, K: 100}, []string{"csv"})
		if err != nil {
			return err
		}
		body, err := first(ctx, db, paths[0], *rounds, *threads)
		if err != nil {
			return err
		}
		body = fmt.Sprintf("%s Threads: %d. %s", report.Machine(), *threads, body)
		fmt.Println(body)
		return page.Section("From the file to the first answer", body)
	}
}

// The question, and how the sides answer it.
const (
	firstKey, firstMeasure = "id1", "sum(v1)"
	firstMethod            = "The question is the sum of v1 by id1. Cardinal reads the whole file into a table, all " +
		"columns with their types, and answers over the table, as the window does. " +
		"A command reads only the columns of the question. " +
		"Until the answer is there, the window shows an answer over the beginning of the file, marked as such: " +
		"that is the third line, and no exact answer. " +
		"DuckDB answers in two ways: over a table into which it has read the file, so that the next question needs " +
		"no file, and over the file alone, of which it then keeps nothing. " +
		"All sides run in one process in turns, after one run that is not counted; a figure is the least of all " +
		"rounds. The exact answers are compared."
)

// first measures the time from a file to the first answer on all sides and writes a table.
func first(ctx context.Context, db *duck.Database, path string, rounds, threads int) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	version, err := db.Version(ctx)
	if err != nil {
		return "", err
	}
	engine := ours.Open(threads)
	defer engine.Close()
	q, err := ours.Query(firstKey, firstMeasure, "")
	if err != nil {
		return "", err
	}
	var answers [][]float64 // the exact answers
	over := func(t *data.Table) ([]float64, error) {
		a, err := engine.Group(ctx, t, q, "")
		if err != nil {
			return nil, err
		}
		var figures []float64
		for row := range a.Table.Rows {
			n, _ := a.Table.Columns[1].Value(row).Number()
			figures = append(figures, n)
		}
		slices.Sort(figures)
		return figures, nil
	}
	answered := func(o load.Options) (any, error) {
		t, err := load.Open(ctx, path, o)
		if err != nil {
			return nil, err
		}
		figures, err := over(t)
		answers = append(answers, figures)
		return t, err
	}
	nothing := func() error { return nil }
	sides := []side{
		{name: "Cardinal", drop: nothing, load: func() (any, error) { return answered(load.Options{}) }},
		{name: "Cardinal, by command", drop: nothing, load: func() (any, error) {
			return answered(load.Options{Columns: q.Sources()})
		}},
		{name: "Cardinal, over the beginning", drop: nothing, load: func() (any, error) {
			for t := range load.Beginnings(ctx, path, load.Options{}) {
				_, err := over(t)
				return t, err
			}
			return nil, fmt.Errorf("%s has no beginning", path)
		}},
		{name: "DuckDB, over a table", load: func() (any, error) {
			if err := db.LoadCSV(ctx, "loaded", path); err != nil {
				return nil, err
			}
			figures, err := db.Column(ctx, "select "+firstMeasure+"::double from loaded group by "+firstKey)
			answers = append(answers, figures)
			return nil, err
		}, drop: func() error {
			if err := db.Forget(ctx, "loaded"); err != nil {
				return err
			}
			return db.Release(ctx)
		}},
		{name: "DuckDB, over the file", drop: nothing, load: func() (any, error) {
			figures, err := db.Column(ctx, "select "+firstMeasure+"::double from "+duck.CSV(path)+" group by "+firstKey)
			answers = append(answers, figures)
			return nil, err
		}},
	}
	if err := alternate(sides, rounds); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	for _, a := range answers {
		if !slices.Equal(a, answers[0]) {
			return "", fmt.Errorf("%s: the answers differ", path)
		}
	}
	t := report.Table{Header: []string{"side", "s", "CPU s", "peak MiB", "time to DuckDB's over a table",
		"over the file", "CPU to DuckDB's over a table", "over the file"}}
	table, file := &sides[3], &sides[4]
	for i := range sides {
		s := &sides[i]
		t.Add(s.name, fmt.Sprintf("%.3f", s.wall.Seconds()), fmt.Sprintf("%.3f", s.processor.Seconds()),
			report.MiB(s.peak),
			ratio(s.wall, table.wall), ratio(s.wall, file.wall), ratio(s.processor, table.processor),
			ratio(s.processor, file.processor))
	}
	return fmt.Sprintf("DuckDB %s. The file is %s, %.0f MB.\n\n%s\n\n%s", version, filepath.Base(path),
		float64(info.Size())/1e6, firstMethod, t.String()), nil
}

package loading

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"cardinal/bench/duck"
	"cardinal/bench/g1"
	"cardinal/bench/report"
	"cardinal/bench/scale"
	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/data/load"
	"cardinal/data/text/intern"
)

// Steps defines the flags of bench steps and returns the command. It measures the steps of reading delimited text on
// one core. It compares them with the speed of memory, and with published parsers.
func Steps(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 5, "rounds after the first")
	modules := f.String("modules", "", "the node_modules with nodejs-polars and udsv (npm install nodejs-polars "+
		"udsv); if not given: without these parsers")
	var folder report.Folder
	folder.Flag(f, "the file")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		dir, remove, err := folder.Open()
		if err != nil {
			return err
		}
		defer remove()
		db, err := duck.Open(ctx, 1)
		if err != nil {
			return err
		}
		defer db.Close()
		paths, err := write(ctx, db, dir, g1.Spec{Rows: *rows, K: 100}, []string{"csv"})
		if err != nil {
			return err
		}
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		memory := 0.0
		for range 3 { // another program may disturb a run
			memory = max(memory, scale.Bandwidth(1))
		}
		body, err := steps(ctx, paths[0], memory, *rounds)
		if err != nil {
			return err
		}
		info, err := os.Stat(paths[0])
		if err != nil {
			return err
		}
		others, err := compareParsers(ctx, parsers(db, *modules), paths[0], float64(info.Size()), memory,
			*rows, *rounds)
		if err != nil {
			return err
		}
		body = report.Machine() + " " + strings.TrimSpace(body) + "\n\n" + others
		fmt.Println(body)
		return page.Section("Delimited text beside the speed of memory", body)
	}
}

const stepsMethod = `The file is read four times on one core, each time with one step more. A step's time is the processor's time of a pass less that of the pass
before, with the system's time, and the least of all rounds.

- Read copies the file from the system's memory, and looks for the ends of the blocks.
- Scan finds the fields.
- Intern turns the fields of the three columns of texts into codes.
- The last pass opens the file as a table. The rest are types, numbers, statistics and columns.

The speed of memory is that of a sum over 1 GiB on one core.`

// passes are the ways in which the file is read. Each has one step more than the one before.
var passes = []struct {
	step string
	run  func(ctx context.Context, path string) error
}{
	{"read", func(_ context.Context, path string) error { return pass(path, false, false) }},
	{"scan", func(_ context.Context, path string) error { return pass(path, true, false) }},
	{"intern", func(_ context.Context, path string) error { return pass(path, true, true) }},
	{"the rest", func(ctx context.Context, path string) error {
		_, err := load.Open(ctx, path, load.Options{})
		return err
	}},
}

func steps(ctx context.Context, path string, memory float64, rounds int) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	least := make([]time.Duration, len(passes))
	for round := range rounds + 1 {
		for i, p := range passes {
			runtime.GC()
			before, err := scale.Processor()
			if err != nil {
				return "", err
			}
			if err := p.run(ctx, path); err != nil {
				return "", err
			}
			after, err := scale.Processor()
			if err != nil {
				return "", err
			}
			if took := after - before; round > 0 && (least[i] == 0 || took < least[i]) {
				least[i] = took
			}
		}
	}
	size := float64(info.Size())
	t := report.Table{Header: []string{"step", "s", "ns a byte", "GB/s a core", "of the speed of memory"}}
	add := func(step string, took time.Duration) {
		speed := size / took.Seconds()
		t.Add(step, fmt.Sprintf("%.3f", took.Seconds()), fmt.Sprintf("%.2f", took.Seconds()/size*1e9),
			fmt.Sprintf("%.2f", speed/1e9), fmt.Sprintf("%.1f%%", 100*speed/memory))
	}
	before := time.Duration(0)
	for i, p := range passes {
		add(p.step, max(least[i]-before, time.Microsecond))
		before = least[i]
	}
	add("the whole file into a table", before)
	return fmt.Sprintf("The file is %s, %.0f MB. One core sums memory at %.1f GB/s.\n\n%s\n\n%s", filepath.Base(path),
		size/1e6, memory/1e9, stepsMethod, t.String()), nil
}

// pass reads a file in blocks. If asked to, it also scans the fields, and turns texts into codes.
func pass(path string, scan, texts bool) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	text := &cut.Text{ReaderAt: f, Dialect: cut.Dialect{Delim: ',', EOL: '\n'}, Size: info.Size()}
	blocks := cut.Splitter{Text: text}
	const width = len(g1.IDNames) + 3 // v1, v2 and v3
	batch := infer.NewBatch(width)
	var tables [g1.Texts]intern.Table
	spans, codes := make([]intern.Span, len(batch.Cells)/width), make([]uint32, len(batch.Cells)/width)
	var block []byte
	for {
		if _, block, err = blocks.Next(block); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		scanner := cut.Scanner{Src: block, Dialect: text.Dialect}
		for scan && scanner.Batch(&batch, func() { scanner.Add(&batch) }) {
			for k := 0; texts && k < len(tables); k++ {
				for row := range batch.Rows {
					spans[row] = batch.Cells[row*width+k]
				}
				tables[k].Codes(codes, block[:len(block)+intern.Padding], spans[:batch.Rows])
			}
		}
	}
}

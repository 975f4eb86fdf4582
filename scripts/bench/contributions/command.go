package contributions

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strings"

	"cardinal/bench/duck"
	"cardinal/bench/program"
	"cardinal/bench/report"
)

// Command defines the flags of bench explain and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	var p program.Program
	p.Flag(f)
	tables := f.Int("tables", 200, "random tables of which a figure is explained")
	rows := f.Int("rows", 1e7, "rows of the table of 12 columns to time; 0: none")
	rounds := f.Int("rounds", 3, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads")
	var work report.Folder
	work.Flag(f, "the tables")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		folder, remove, err := work.Open()
		if err != nil {
			return err
		}
		defer remove()
		runtime.GOMAXPROCS(*threads)
		p.Folder, p.Threads = folder, *threads
		body := report.Machine()
		if *tables > 0 {
			text, err := agree(ctx, &p, *tables)
			if err != nil {
				return err
			}
			fmt.Println(text)
			body += "\n\n" + text
		}
		if *rows > 0 {
			text, err := measureAll(ctx, *rows, *rounds, *threads)
			if err != nil {
				return err
			}
			fmt.Println(text)
			body += "\n\n" + text
		}
		return page.Section("Why a figure is what it is", body)
	}
}

// agree explains a figure of each of some random tables. It says how many of the explanations are equal to DuckDB's.
func agree(ctx context.Context, p *program.Program, tables int) (string, error) {
	db, err := duck.Open(ctx, 1)
	if err != nil {
		return "", err
	}
	defer func() { _ = db.Close() }()
	version, err := db.Version(ctx)
	if err != nil {
		return "", err
	}
	path := filepath.Join(p.Folder, "t.parquet")
	explained, lines, wrong := 0, 0, 0
	asked := map[string]int{}
	for seed := uint64(0); explained < tables; seed++ {
		r := rand.New(rand.NewPCG(seed, 601))
		if err := load(ctx, db, r, path); err != nil {
			return "", err
		}
		q := newQuestion(r)
		printed, code, _, err := p.Run(ctx, []int{1}, append(q.args, path)...)
		if err != nil {
			return "", err
		}
		if code == 1 { // no row has these labels
			continue
		}
		explained++
		n, text, err := q.check(ctx, db, printed)
		if err != nil {
			return "", err
		}
		asked[q.name]++
		if lines += n; text != "" {
			wrong++
			fmt.Printf("seed %d, %s: %s\n", seed, strings.Join(q.args, " "), text)
		}
	}
	if wrong > 0 {
		return "", fmt.Errorf("%d of %d explanations differ", wrong, tables)
	}
	return fmt.Sprintf("Of %d figures of random tables, DuckDB %s finds the same contributions with GROUP BY over every "+
		"other column in all: %s lines with their rows, both figures, contribution, change, mix and rate. Sums, counts and "+
		"their changes are equal to the last digit.", tables, version, report.Count(lines)), nil
}

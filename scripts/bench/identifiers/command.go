package identifiers

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"

	"cardinal/bench/report"
)

// Command defines the flags of bench identifiers and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 5, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	only := f.String("only", "", "shapes whose name has one of these texts, by commas; without it all")
	alone := f.Bool("alone", false, "without DuckDB")
	files := f.Bool("files", false, "also from a Parquet file, and of all groups to a CSV file")
	profile := f.String("profile", "", "the file that a profile of the processor is written to")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		runtime.GOMAXPROCS(*threads)
		if *profile != "" {
			out, err := os.Create(*profile)
			if err != nil {
				return fmt.Errorf("cannot write the profile: %w", err)
			}
			defer out.Close()
			if err := pprof.StartCPUProfile(out); err != nil {
				return fmt.Errorf("cannot write the profile: %w", err)
			}
			defer pprof.StopCPUProfile()
		}
		t := report.Table{Left: 1, Header: []string{
			"Keys", "Groups", "Fresh, ms", "of it keys", "aggregate", "assemble", "Repeated, ms", "DuckDB, ms",
			"Fresh / DuckDB", "All cores, ms", "DuckDB's, ms", "Peak, MiB", "DuckDB's, MiB",
		}}
		if *files && !*alone {
			t.Header = append(t.Header, "From Parquet, ms", "DuckDB's, ms", "All groups to CSV, ms", "DuckDB's, ms")
		}
		for _, s := range shapes {
			if !isAsked(s.name, *only) {
				continue
			}
			r, err := s.measure(ctx, *rows, *rounds, *threads, *alone, *files)
			if err != nil {
				return err
			}
			t.Add(r.cells(s.name)...)
			debug.FreeOSMemory()
		}
		fmt.Printf("\n%s", t.String())
		title := fmt.Sprintf("Keys of millions of values, %s rows", report.Count(*rows))
		return page.Section(title, fmt.Sprintf("%d threads on both sides, the fastest of %d rounds in turns. The "+
			"first 100 rows of the answer are read in "+
			"the order of their labels. Peak is what the first run adds to the memory of the process.\n\n%s", *threads,
			*rounds, t.String()))
	}
}

func isAsked(name, only string) bool {
	for part := range strings.SplitSeq(only, ",") {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

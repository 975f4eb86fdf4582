package shows

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"

	"cardinal/bench/ours"
	"cardinal/bench/report"
)

// Command defines the flags of bench shows and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	rounds := f.Int("rounds", 7, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads")
	only := f.String("only", "", "pivots and variants whose name has this in it, as in the tables; without it all")
	profile := f.String("profile", "", "the file that a profile of the processor is written to")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		runtime.GOMAXPROCS(*threads)
		table := makeTable(*rows)
		debug.FreeOSMemory()
		e := ours.Open(*threads)
		defer e.Close()
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
		var s sections
		for _, part := range []*section{{title: "Ways to show a measure", pivots: shownPivots()},
			{title: "Tops with Others", pivots: toppedPivots()}} {
			for _, p := range part.pivots {
				if p = p.keepOnly(*only); len(p.variants) == 0 {
					continue
				}
				results, err := p.run(ctx, e, table, *rounds)
				if err != nil {
					return err
				}
				part.add(p, results)
			}
			s = append(s, part)
		}
		fmt.Printf("\n%s", s)
		title := fmt.Sprintf("Show as and Others, %s rows", report.Count(*rows))
		return page.Section(title, s.body(*rounds, *threads))
	}
}

// keepOnly returns the pivot with the variants whose names contain a text.
func (p pivot) keepOnly(text string) pivot {
	var kept []variant
	for _, v := range p.variants {
		if strings.Contains(p.String()+": "+v.name, text) {
			kept = append(kept, v)
		}
	}
	p.variants = kept
	return p
}

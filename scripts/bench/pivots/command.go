package pivots

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"cardinal/bench/g1"
	"cardinal/bench/report"
)

// Command defines the flags of bench pivots and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 1e7, "rows of the data")
	k := f.Int("k", 100, "labels of id1, id2, id4 and id5; id3 and id6 have rows/k")
	rounds := f.Int("rounds", 5, "rounds after the first run")
	threads := f.Int("threads", runtime.NumCPU(), "threads of both sides")
	numbers := f.String("questions", "1,2,3,4,5,6,7,8,9,10", "questions")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		asked := slices.DeleteFunc(questions(), func(q question) bool {
			return !slices.Contains(strings.Split(*numbers, ","), fmt.Sprint(q.Number))
		})
		runtime.GOMAXPROCS(*threads)
		d, err := g1.New(g1.Spec{Rows: *rows, K: *k})
		if err != nil {
			return err
		}
		s, err := load(ctx, d, *threads)
		if err != nil {
			return err
		}
		defer s.close()
		version, err := s.db.Version(ctx)
		if err != nil {
			return err
		}
		debug.FreeOSMemory()
		var results []*result
		wrong := 0
		for _, q := range asked {
			r, err := s.measure(ctx, q, *rounds)
			if err != nil {
				return err
			}
			if results = append(results, r); r.fault != "" {
				wrong++
			}
		}
		fmt.Printf("\n%s\n%s", table(results), summary(results))
		title := fmt.Sprintf("The ten questions as pivots, %s rows", report.Count(*rows))
		if err := page.Section(title, body(results, d.Name(), version, *rounds, *threads)); err != nil {
			return err
		}
		if wrong > 0 {
			return fmt.Errorf("the answers to %d questions differ: see the checksums", wrong)
		}
		return nil
	}
}

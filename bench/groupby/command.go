package groupby

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"

	"cardinal/bench/report"
)

// flags that the questions and the memory pass share.
type flags struct {
	*flag.FlagSet
	rows, rounds, threads      *int
	sets, questions, sides, v3 *string
	page                       *string
}

func newFlags(name, sets string) *flags {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	return &flags{
		FlagSet:   f,
		rows:      f.Int("rows", 1e7, "rows of every data set"),
		rounds:    f.Int("rounds", 5, "rounds after the first run"),
		threads:   f.Int("threads", runtime.NumCPU(), "threads of every side"),
		sets:      f.String("sets", sets, "data sets"),
		questions: f.String("questions", all(Questions, func(q Question) string { return fmt.Sprint(q.Number) }), "questions"),
		sides:     f.String("sides", "ours,text,enum", "sides: ours, and DuckDB with text, enum (id1 and id2) and enum3 (id3 too)"),
		v3:        f.String("v3", "double", "type of v3 in DuckDB: double, float (as db-benchmark has it) or decimal(9,6)"),
		page:      f.String("page", "", "the Markdown page to write into"),
	}
}

// Command is bench groupby: it asks the questions.
func Command(ctx context.Context, args []string) error {
	f := newFlags("groupby", all(Sets, func(s Set) string { return s.Name }))
	if err := f.Parse(args); err != nil {
		return err
	}
	h := how{rounds: *f.rounds, threads: *f.threads, v3: *f.v3}
	sets, err := pick(*f.sets, *f.rows)
	if err != nil {
		return err
	}
	questions, err := pickQuestions(*f.questions)
	if err != nil {
		return err
	}
	if h.sides, err = pickSides(*f.sides); err != nil {
		return err
	}
	runtime.GOMAXPROCS(h.threads)
	var done []*measured
	for _, set := range sets {
		m, err := measure(ctx, set, questions, h)
		if err != nil {
			return fmt.Errorf("data set %s: %w", set.Name, err)
		}
		done = append(done, m)
		fmt.Printf("\n%s, %s rows\n\n%s\n", set.What, report.Count(set.Spec.Rows), m.table(h.sides))
		debug.FreeOSMemory()
	}
	fmt.Println(summary(done, h.sides))
	if *f.page != "" {
		if err := report.Section(*f.page, fmt.Sprintf("The ten questions, %s rows", report.Count(*f.rows)), page(done, h)); err != nil {
			return err
		}
	}
	return disagreement(done)
}

// disagreement is an error that counts the questions whose answers failed or differ, nil where there are none.
func disagreement(sets []*measured) error {
	wrong := 0
	for _, m := range sets {
		for _, r := range m.results {
			if !r.agrees {
				wrong++
			}
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d questions failed or their answers differ: see the checksums", wrong)
	}
	return nil
}

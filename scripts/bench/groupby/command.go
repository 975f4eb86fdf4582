package groupby

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"

	"cardinal/bench/report"
)

// asked has the values of the flags of the commands groupby and memory.
type asked struct {
	sets      []Set
	questions []Question
	rows      int
	how       how
	page      report.Page
}

// flags defines the flags of a command that asks questions about data sets. sets is the default of the flag sets. The
// returned function reads the values after they are parsed.
func (a *asked) flags(f *flag.FlagSet, sets string) (read func() error) {
	f.IntVar(&a.rows, "rows", 1e7, "rows of every data set")
	f.IntVar(&a.how.rounds, "rounds", 5, "rounds after the first run")
	f.IntVar(&a.how.threads, "threads", runtime.NumCPU(), "threads of every side")
	f.StringVar(&sets, "sets", sets, "data sets")
	questions := f.String("questions", joinNames(Questions, func(q Question) string { return fmt.Sprint(q.Number) }),
		"questions")
	sides := f.String("sides", "ours,text,enum", "sides: ours, and DuckDB with text, enum (id1 and id2) and enum3 "+
		"(id3 too)")
	f.StringVar(&a.how.v3, "v3", "double", "type of v3 in DuckDB: double, float (as db-benchmark has it) or "+
		"decimal(9,6)")
	a.page.Flag(f)
	return func() (err error) {
		if a.sets, err = pick(sets, a.rows); err == nil {
			a.questions, err = pickQuestions(*questions)
		}
		if err == nil {
			a.how.sides, err = pickSides(*sides)
		}
		return err
	}
}

// Command defines the flags of bench groupby and returns the command, which asks the questions.
func Command(f *flag.FlagSet) func(context.Context) error {
	var a asked
	read := a.flags(f, joinNames(Sets, func(s Set) string { return s.Name }))
	return func(ctx context.Context) error {
		if err := read(); err != nil {
			return err
		}
		runtime.GOMAXPROCS(a.how.threads)
		var done []*measured
		for _, set := range a.sets {
			m, err := measure(ctx, set, a.questions, a.how)
			if err != nil {
				return fmt.Errorf("data set %s: %w", set.Name, err)
			}
			done = append(done, m)
			fmt.Printf("\n%s, %s rows\n\n%s\n", set.What, report.Count(set.Spec.Rows), m.table(a.how.sides))
			debug.FreeOSMemory()
		}
		fmt.Println(summary(done, a.how.sides))
		if err := a.page.Section(fmt.Sprintf("The ten questions, %s rows", report.Count(a.rows)),
			page(done, a.how)); err != nil {
			return err
		}
		return disagreement(done)
	}
}

// disagreement returns an error with the number of questions whose answers failed or differ, or nil.
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

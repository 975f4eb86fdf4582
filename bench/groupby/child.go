package groupby

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"cardinal/bench/g1"
	"cardinal/bench/rss"
)

// ChildWord is the word of the command line that makes the program a child of Memory.
const ChildWord = "memory-child"

// footprint is what a child reports: the process's memory with its table loaded, and its peak during the question.
type footprint struct {
	Loaded, Peak int64
}

// Child loads one data set on one side, asks one question once and prints the footprint.
func Child(ctx context.Context, args []string) error {
	a, err := read(ChildWord, "k100", args)
	if err != nil {
		return err
	}
	if len(a.sets)*len(a.questions)*len(a.how.sides) != 1 {
		return fmt.Errorf("one data set, one question and one side, not %v", args)
	}
	runtime.GOMAXPROCS(a.how.threads)
	got, err := measureMemory(ctx, a.sets[0], a.questions[0], a.how)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(got)
}

func measureMemory(ctx context.Context, set Set, q Question, h how) (f footprint, err error) {
	d, err := g1.New(set.Spec)
	if err != nil {
		return f, err
	}
	sides, db, err := load(ctx, d, h)
	if err != nil {
		return f, err
	}
	if db != nil {
		defer db.Close()
		if err := db.Release(ctx); err != nil {
			return f, err
		}
	}
	debug.FreeOSMemory()
	if err := rss.TouchCode(); err != nil {
		return f, err
	}
	if err := rss.ResetPeak(); err != nil {
		return f, err
	}
	if f.Loaded, _, err = rss.Resident(); err != nil {
		return f, err
	}
	answer, err := sides[0].ask(ctx, q)
	if err != nil {
		return f, err
	}
	_, f.Peak, err = rss.Resident()
	runtime.KeepAlive(answer)
	runtime.KeepAlive(sides)
	return f, err
}

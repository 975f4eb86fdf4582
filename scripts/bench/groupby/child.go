package groupby

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"runtime"
	"runtime/debug"

	"cardinal/bench/g1"
	"cardinal/bench/rss"
)

// ChildWord is the argument with which Memory starts this program as its child.
const ChildWord = "memory-child"

// footprint is what a child reports: its memory after it has loaded its table, and its peak during the question.
type footprint struct {
	Loaded, Peak int64
}

// Child loads the first data set on the first side, asks the first question once and prints the footprint.
func Child(f *flag.FlagSet) func(context.Context) error {
	var a asked
	read := a.flags(f, "k100")
	return func(ctx context.Context) error {
		if err := read(); err != nil {
			return err
		}
		runtime.GOMAXPROCS(a.how.threads)
		got, err := measureMemory(ctx, a.sets[0], a.questions[0], a.how)
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(got)
	}
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

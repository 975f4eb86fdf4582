package beyond

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"cardinal/bench/duck"
	"cardinal/bench/ours"
	"cardinal/bench/rss"
	"cardinal/data/load"
	"cardinal/internal/memory"
)

// ChildWord is the argument with which Command starts this program as its child.
const ChildWord = "beyond-child"

// ran is what a child reports.
type ran struct {
	MS        float64   // time from the file to the answer
	CPU       float64   `json:"-"` // seconds of all cores of the whole process; the parent measures it
	Peak      int64     // bytes of memory, with the pages of mapped files, without the program's own code
	Anonymous int64     // bytes of memory without these pages
	Rows      int       // rows of the answer
	Checksums []float64 // sums of its measures
}

// Child answers one question about a file once, on one side, and prints time and memory.
func Child(f *flag.FlagSet) func(context.Context) error {
	side := f.String("side", sideOurs, "cardinal or duckdb")
	path := f.String("file", "", "the file")
	at := f.Int("question", 0, "which question")
	limit := f.Int64("memory", 0, "bytes that may be taken")
	folder := f.String("folder", "", "the folder for what DuckDB's memory does not hold")
	return func(ctx context.Context) error {
		if err := rss.TouchCode(); err != nil {
			return err
		}
		code := rss.Mapped()
		if err := rss.ResetPeak(); err != nil {
			return err
		}
		watched := rss.Watch()
		var r ran
		var err error
		if *side == sideDuck {
			r, err = askDuck(ctx, *path, questions[*at], *limit, *folder)
		} else {
			r, err = ask(ctx, *path, questions[*at], *limit)
		}
		if err != nil {
			return err
		}
		r.Anonymous = watched()
		if _, r.Peak, err = rss.Resident(); err != nil {
			return err
		}
		r.Peak -= code
		return json.NewEncoder(os.Stdout).Encode(r)
	}
}

// ask answers a question with Cardinal. It reads the file as the command pivot does.
func ask(ctx context.Context, path string, q question, limit int64) (r ran, err error) {
	start := time.Now()
	memory.SetLimit(limit)
	asked, err := ours.Query(q.keys, q.measures, "")
	if err != nil {
		return r, err
	}
	t, err := load.Open(ctx, path, load.Options{Columns: asked.Sources()})
	if err != nil {
		return r, err
	}
	e := ours.Open(runtime.GOMAXPROCS(0))
	defer e.Close()
	a, err := e.Group(ctx, t, asked, "")
	if err != nil {
		return r, err
	}
	r.MS = float64(time.Since(start).Microseconds()) / 1000
	r.Rows, r.Checksums = a.Rows(), a.Checksums()
	return r, nil
}

func askDuck(ctx context.Context, path string, q question, limit int64, folder string) (r ran, err error) {
	start := time.Now()
	db, err := duck.Open(ctx, runtime.GOMAXPROCS(0))
	if err != nil {
		return r, err
	}
	defer func() { _ = db.Close() }()
	if err := db.Limit(ctx, limit, folder); err != nil {
		return r, err
	}
	from := duck.CSV(path)
	if strings.HasSuffix(path, ".parquet") {
		from = duck.Parquet(path)
	}
	columns := q.keys
	for i, measure := range strings.Split(q.measures, ", ") {
		columns += fmt.Sprintf(", %s as m%d", measure, i+1)
	}
	if err := db.Materialise(ctx, "select "+columns+" from "+from+" group by "+q.keys); err != nil {
		return r, err
	}
	r.MS = float64(time.Since(start).Microseconds()) / 1000
	if r.Rows, err = db.Rows(ctx); err != nil {
		return r, err
	}
	r.Checksums, err = db.Checksums(ctx, len(strings.Split(q.keys, ",")))
	return r, err
}

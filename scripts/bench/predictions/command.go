package predictions

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/profiler"
)

// ChildWord is the argument with which Command starts this program as its child.
const ChildWord = "predictions-child"

// Run is a pivot with its predicted and its measured time. It also has the times of the pivot's steps.
type Run struct {
	Predicted, Taken float64
	Groups           int
	Tier             string
	Steps            []profiler.Step
}

// states are the states in which a pivot runs: what the process and its table have done before.
var states = []string{"first of a process", "first over its columns", "repeated"}

// Pivot has the runs of a question, one for each state.
type Pivot struct {
	question
	Runs []Run
}

// Command defines the flags of bench predictions and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	rows := f.String("rows", "100000,1000000,10000000", "the numbers of rows, with commas between them")
	every := f.Int("every", 1, "asks only every so manieth question")
	shipped := f.Bool("shipped", false, "predict by the constants as shipped and not by a calibration")
	var folder report.Folder
	folder.Flag(f, "the calibration")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		path, remove, err := folder.Open()
		if err != nil {
			return err
		}
		defer remove()
		if !*shipped {
			if err := calibrate(ctx, path); err != nil {
				return err
			}
		}
		var all []*Pivot
		for _, text := range strings.Split(*rows, ",") {
			n, err := strconv.Atoi(text)
			if err != nil {
				return fmt.Errorf("-rows: %w", err)
			}
			for at := 0; at < len(questions(n)); at += *every {
				p, err := spawn(ctx, "-rows", text, "-at", strconv.Itoa(at), "-folder", path)
				if err != nil {
					return err
				}
				line := ""
				for _, r := range p.Runs {
					line += fmt.Sprintf(" %.1f of %.1f", r.Taken, r.Predicted)
				}
				fmt.Fprintf(os.Stderr, "%d rows, %s: %d groups,%s ms\n", n, p.question, p.Runs[0].Groups, line)
				all = append(all, p)
			}
		}
		body := describe(all)
		fmt.Println(body)
		if err := page.CSV("predictions.csv", csvLines(all)); err != nil {
			return err
		}
		return page.Section("Predicted and taken", body)
	}
}

// calibrate measures the machine, unless its calibration is in the folder already.
func calibrate(ctx context.Context, folder string) error {
	e := ours.OpenKept(folder, runtime.GOMAXPROCS(0))
	defer e.Close()
	if e.Calibrated(ctx) {
		return nil
	}
	_, err := e.Calibrate(ctx)
	return err
}

// spawn asks a question in a process of its own.
func spawn(ctx context.Context, args ...string) (p *Pivot, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, self, append([]string{ChildWord}, args...)...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("the child failed: %w: %s", err, strings.TrimSpace(said.String()))
	}
	p = &Pivot{}
	return p, json.Unmarshal(out, p)
}

// Child asks a question in each state and prints the runs.
func Child(f *flag.FlagSet) func(context.Context) error {
	rows := f.Int("rows", 0, "rows of the table")
	at := f.Int("at", 0, "which question")
	folder := f.String("folder", "", "the folder with the calibration")
	return func(ctx context.Context) error {
		p, err := ask(ctx, questions(*rows)[*at], *folder)
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(p)
	}
}

// again is the number of repeated runs, of which the run of median time counts.
const again = 3

// ask asks a question in three states. The first run of the process uses memory that was never written. Then the pivot
// is repeated. Then it runs over a new table of the same columns.
func ask(ctx context.Context, q question, folder string) (*Pivot, error) {
	asked, err := q.query()
	if err != nil {
		return nil, err
	}
	t, e := q.table(asked), ours.OpenKept(folder, runtime.GOMAXPROCS(0))
	defer e.Close()
	debug.FreeOSMemory()
	run := func() (r Run) {
		if err != nil {
			return r
		}
		runtime.GC()
		time.Sleep(rest)
		record, failed := e.Free(ctx, t, asked)
		if err = failed; err != nil {
			return r
		}
		r = Run{Predicted: record.PredictedMS(), Taken: record.TotalMS, Groups: record.GroupsActual, Tier: record.Tier}
		for _, s := range record.Steps(nil) {
			if !s.Part {
				s.Name, _, _ = strings.Cut(s.Name, ", ")
				r.Steps = append(r.Steps, s)
			}
		}
		return r
	}
	first := run()
	var later []Run
	for range again {
		later = append(later, run())
	}
	slices.SortFunc(later, func(a, b Run) int { return int(1e6 * (a.Taken - b.Taken)) })
	t = ours.Anew(t)
	return &Pivot{q, []Run{first, run(), later[again/2]}}, err
}

// rest is a pause before every run. In it the cores go to sleep, as they do before a person's next edit.
const rest = 5 * time.Millisecond

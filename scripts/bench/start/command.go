package start

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardinal/bench/report"
	"cardinal/bench/rss"
	"cardinal/internal/workspace"
)

// run has the measurements of two starts: one with a file, and one with a workspace whose pivot is computed at once.
type run struct {
	frame  time.Duration // from the start of the process to the first frame
	memory int64         // resident at the first frame
	opened int64         // resident when the file is open
	pivot  time.Duration // from the start of the process to the frame that shows the figures of the workspace
}

// Command defines the flags of bench start and returns the command.
func Command(f *flag.FlagSet) func(context.Context) error {
	program := f.String("program", "", "the program to start, as make run builds it")
	file := f.String("file", "", "a file to open; if not given: the sample")
	rounds := f.Int("rounds", 7, "starts")
	var page report.Page
	page.Flag(f)
	return func(ctx context.Context) error {
		if *program == "" {
			return errors.New("name the program to start: --program ./cardinal")
		}
		folder, err := os.MkdirTemp("", "cardinal-start-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		var runs []run
		for range *rounds {
			r, err := once(ctx, *program, *file, folder)
			if err != nil {
				return err
			}
			if r.pivot, err = firstPivot(ctx, *program, folder); err != nil {
				return err
			}
			runs = append(runs, r)
		}
		body := report.Machine() + "\n\n" + describe(runs, *file)
		fmt.Println(body)
		return page.Section("Start to first window", body)
	}
}

const (
	patience = time.Minute            // longest wait for the first frame
	settling = 3 * time.Second        // after this time, the file is open and nothing runs
	look     = 500 * time.Microsecond // pause between two looks for the file of the first frame
)

// window is the process of a started program.
type window struct {
	*exec.Cmd
	said  *bytes.Buffer // stderr of the program; to be read after its end
	began time.Time
	ended chan error
	stop  context.CancelFunc
}

// open starts the program with its own folders for preferences and cache.
func open(ctx context.Context, program, folder string, args []string, env ...string) (*window, error) {
	ctx, stop := context.WithCancel(ctx)
	c := exec.CommandContext(ctx, program, args...)
	c.Env = append(append(os.Environ(), "XDG_CONFIG_HOME="+folder, "XDG_CACHE_HOME="+folder), env...)
	var said bytes.Buffer
	c.Stderr = &said
	w := &window{Cmd: c, said: &said, began: time.Now(), ended: make(chan error, 1), stop: stop}
	if err := c.Start(); err != nil {
		stop()
		return nil, fmt.Errorf("cannot start the program: %w", err)
	}
	go func() { w.ended <- c.Wait() }()
	return w, nil
}

// end stops the program.
func (w *window) end() {
	w.stop()
	<-w.ended //nolint:errcheck // it was stopped
}

// until waits until happened returns true, and returns the time since the start.
func (w *window) until(happened func() bool, what string) (time.Duration, error) {
	for !happened() {
		if time.Since(w.began) > patience {
			return 0, fmt.Errorf("no %s after %v", what, patience)
		}
		select {
		case err := <-w.ended:
			w.ended <- err
			line, _, _ := strings.Cut(w.said.String(), "\n")
			return 0, fmt.Errorf("the program ended before its %s: %s", what, line)
		case <-time.After(look):
		}
	}
	return time.Since(w.began), nil
}

// once opens a file, or the sample if no file is named.
func once(ctx context.Context, program, file, folder string) (r run, err error) {
	frame := filepath.Join(folder, "frame")
	_ = os.Remove(frame)
	var args []string
	if file != "" {
		args = []string{file}
	}
	w, err := open(ctx, program, folder, args, "CARDINAL_FIRST_FRAME="+frame)
	if err != nil {
		return run{}, err
	}
	defer w.end()
	if r.frame, err = w.until(func() bool { _, err := os.Stat(frame); return err == nil }, "window"); err != nil {
		return run{}, err
	}
	if r.memory, err = rss.Of(w.Process.Pid); err != nil {
		return run{}, err
	}
	select {
	case <-time.After(settling):
	case <-ctx.Done():
		return run{}, ctx.Err()
	}
	r.opened, err = rss.Of(w.Process.Pid)
	return r, err
}

// pivot is a workspace over the sample.
var pivot = workspace.File{Version: workspace.Version, Source: workspace.Source{Sample: true}, Tabs: []workspace.Tab{{
	Name: "Pivot", Rows: []string{"region", "city"}, Cols: []string{"year(date)"},
	Values: []workspace.Value{{Measure: "sum(revenue)"}, {Measure: "median(revenue)"}},
}}}

// firstPivot opens the workspace, and returns the time until its figures are painted, which the log of the window has.
func firstPivot(ctx context.Context, program, folder string) (time.Duration, error) {
	path, log := filepath.Join(folder, "pivot"+workspace.Extension), filepath.Join(folder, "log")
	_ = os.Remove(log)
	text, err := pivot.Encode()
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return 0, err
	}
	w, err := open(ctx, program, folder, []string{"--log", log, path})
	if err != nil {
		return 0, err
	}
	defer w.end()
	return w.until(func() bool {
		said, _ := os.ReadFile(log)
		return bytes.Contains(said, []byte("msg=painted"))
	}, "first pivot")
}

// describe writes the section of the page.
func describe(runs []run, file string) string {
	what := "the sample of half a million rows"
	if file != "" {
		what = filepath.Base(file)
	}
	of := func(value func(run) float64) (least, median float64) {
		var all []float64
		for _, r := range runs {
			all = append(all, value(r))
		}
		slices.Sort(all)
		return all[0], all[len(all)/2]
	}
	t := &report.Table{Header: []string{"", "least", "median"}}
	for _, line := range []struct {
		name, unit string
		value      func(run) float64
	}{
		{"start of the process to the first frame", "ms", func(r run) float64 {
			return float64(r.frame.Microseconds()) / 1000
		}},
		{"memory at the first frame", "MB", func(r run) float64 { return float64(r.memory) / 1e6 }},
		{"memory with the file open", "MB", func(r run) float64 { return float64(r.opened) / 1e6 }},
		{"start of the process to the figures of a workspace over the sample", "ms", func(r run) float64 {
			return float64(r.pivot.Microseconds()) / 1000
		}},
	} {
		least, median := of(line.value)
		t.Add(line.name, fmt.Sprintf("%.0f %s", least, line.unit), fmt.Sprintf("%.0f %s", median, line.unit))
	}
	return fmt.Sprintf("%d starts as a person makes them, with no preferences and no cache; then %s opens. The "+
		"workspace has cities by year, with sums and medians. Memory is the resident memory of the window's process, "+
		"the graphics driver included.\n\n%s", len(runs), what, t)
}

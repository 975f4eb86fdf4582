package start

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"cardinal/bench/report"
	"cardinal/bench/rss"
)

// run is one start.
type run struct {
	frame  time.Duration // from the start of the process to the first frame
	memory int64         // resident at the first frame
	opened int64         // resident when the file is open
}

// Command is bench start.
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
			runs = append(runs, r)
		}
		body := report.Machine() + "\n\n" + describe(runs, *file)
		fmt.Println(body)
		return page.Section("Start to first window", body)
	}
}

const (
	patience = time.Minute            // for the first frame
	settling = 3 * time.Second        // after which the file is open and nothing runs
	look     = 500 * time.Microsecond // between two looks for the file of the first frame
)

// once starts the program with preferences and a cache of its own, and ends it when its file is open.
func once(ctx context.Context, program, file, folder string) (run, error) {
	frame := filepath.Join(folder, "frame")
	_ = os.Remove(frame)
	var args []string
	if file != "" {
		args = []string{file}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c := exec.CommandContext(ctx, program, args...)
	c.Env = append(os.Environ(), "CARDINAL_FIRST_FRAME="+frame, "XDG_CONFIG_HOME="+folder, "XDG_CACHE_HOME="+folder)
	began := time.Now()
	if err := c.Start(); err != nil {
		return run{}, fmt.Errorf("cannot start the program: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	defer func() {
		stop()
		<-ended //nolint:errcheck // it was stopped
	}()
	var r run
	for {
		if _, err := os.Stat(frame); err == nil {
			r.frame = time.Since(began)
			break
		}
		if time.Since(began) > patience {
			return run{}, fmt.Errorf("no window after %v", patience)
		}
		select {
		case err := <-ended:
			ended <- err
			return run{}, fmt.Errorf("the program ended before its window: %v", err) //nolint:errorlint // nil where it ended well
		case <-time.After(look):
		}
	}
	var err error
	if r.memory, err = rss.Of(c.Process.Pid); err != nil {
		return run{}, err
	}
	select {
	case <-time.After(settling):
	case <-ctx.Done():
		return run{}, ctx.Err()
	}
	r.opened, err = rss.Of(c.Process.Pid)
	return r, err
}

// describe is the section of the page.
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
		{"start of the process to the first frame", "ms", func(r run) float64 { return float64(r.frame.Microseconds()) / 1000 }},
		{"memory at the first frame", "MB", func(r run) float64 { return float64(r.memory) / 1e6 }},
		{"memory with the file open", "MB", func(r run) float64 { return float64(r.opened) / 1e6 }},
	} {
		least, median := of(line.value)
		t.Add(line.name, fmt.Sprintf("%.0f %s", least, line.unit), fmt.Sprintf("%.0f %s", median, line.unit))
	}
	return fmt.Sprintf("%d starts as a person makes them, with no preferences and no cache; then %s opens. Memory is the resident memory of the window's process, "+
		"the graphics driver included.\n\n%s", len(runs), what, t)
}

package breadth

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"cardinal/bench/duck"
	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/bench/rss"
	"cardinal/bench/timing"
	"cardinal/data"
)

// measurement is what all questions share.
type measurement struct {
	db              *duck.Database
	folder, program string
	threads, rounds int
}

// cost is what the runs of a side need: the processor time of each run, and the peak memory of a process in bytes.
type cost struct {
	processor []time.Duration
	peak      int64
}

func (c cost) median() time.Duration {
	slices.Sort(c.processor)
	return c.processor[len(c.processor)/2]
}

// process runs a program to its end.
func (m measurement) process(ctx context.Context, c *cost, program string, args ...string) error {
	command := exec.CommandContext(ctx, program, args...)
	var told strings.Builder
	command.Stderr = &told
	command.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", m.threads), "XDG_CACHE_HOME="+m.folder,
		"XDG_CONFIG_HOME="+m.folder)
	if err := command.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				return fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, told.String())
			}
			state := command.ProcessState
			c.processor = append(c.processor, state.UserTime()+state.SystemTime())
			return nil
		case <-time.After(10 * time.Millisecond): // rusage of an ended process is at least the peak of this one
			c.peak = max(c.peak, peakOf(command.Process.Pid))
		}
	}
}

// peakOf returns the peak memory of a process so far in bytes, or 0 if the process has ended.
func peakOf(pid int) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kib := int64(0)
	_, _ = fmt.Sscan(rest, &kib)
	return kib << 10
}

// here returns a side that runs in this process, and adds its processor time to c.
func here(c *cost, do func() (any, error)) timing.Side {
	return func() (any, error) {
		before := timing.Processor()
		made, err := do()
		c.processor = append(c.processor, timing.Processor()-before)
		return made, err
	}
}

// source returns the SQL that reads the file of a question.
func (m measurement) source(q question) string {
	path := filepath.Join(m.folder, q.files[0])
	switch {
	case q.source != "":
		return strings.ReplaceAll(q.source, "FOLDER", m.folder)
	case filepath.Ext(path) == ".parquet":
		return duck.Parquet(path)
	case filepath.Ext(path) == ".jsonl":
		return duck.JSON(path)
	case filepath.Ext(path) == ".arrow":
		return "arriving"
	}
	return duck.CSV(path)
}

// answerOf returns the path of the file into which the other side writes its answer.
func (m measurement) answerOf(q question) string {
	if q.out != "" {
		return filepath.Join(m.folder, "other-"+q.out)
	}
	return filepath.Join(m.folder, "other.csv")
}

// theirs returns the other side: DuckDB, or another program.
func (m measurement) theirs(ctx context.Context, q question, c *cost) timing.Side {
	if q.other != nil {
		program, args := q.other.args(m, q, m.answerOf(q))
		return func() (any, error) { return nil, m.process(ctx, c, program, args...) }
	}
	sql := strings.ReplaceAll(q.sql, "LABELS", duck.CSV(filepath.Join(m.folder, "labels.csv")))
	sql = strings.ReplaceAll(sql, "FILE", m.source(q))
	return here(c, func() (any, error) {
		switch {
		case q.out != "":
			return nil, m.db.Copy(ctx, sql, m.answerOf(q), "format "+strings.TrimPrefix(filepath.Ext(q.out), "."))
		case filepath.Ext(q.files[0]) == ".arrow":
			return nil, m.db.MaterialiseArrow(ctx, filepath.Join(m.folder, q.files[0]), sql)
		}
		return nil, m.db.Materialise(ctx, sql)
	})
}

// measure measures a question. It returns its row of the report, and the ratios of both sides: from the file and, if
// there is one, from the table.
func (m measurement) measure(ctx context.Context, e *ours.Engine, table *data.Table, q question) ([]string, []float64,
	error) {
	asked, err := q.query()
	if err != nil {
		return nil, nil, err
	}
	var costs [4]cost
	loaded := here(&costs[3], func() (any, error) {
		return nil, m.db.Materialise(ctx, strings.ReplaceAll(q.sql, "FILE", "loaded"))
	})
	sides := []timing.Side{
		func() (any, error) { return nil, m.process(ctx, &costs[0], m.program, q.args(m.folder)...) },
		m.theirs(ctx, q, &costs[1]),
		here(&costs[2], func() (any, error) { return e.Pivot(ctx, ours.Anew(table), asked) }),
		loaded,
	}
	if q.fileOnly {
		sides = sides[:2]
	}
	times := timing.Plan{Rounds: m.rounds}.Alternate(sides...)
	for _, side := range times {
		if side.Err != nil {
			return nil, nil, side.Err
		}
	}
	theirs := costs[1].peak
	if q.other == nil {
		if theirs, err = added(sides[1]); err != nil {
			return nil, nil, err
		}
	}
	if err := m.compare(ctx, q); err != nil {
		return nil, nil, err
	}
	cell := func(i int) string {
		return fmt.Sprintf("%s (%s)", report.MS(times[i].Median()), report.MS(costs[i].median()))
	}
	ratio := func(i int) float64 { return float64(times[i+1].Median()) / float64(times[i].Median()) }
	both := func(i int) string {
		return fmt.Sprintf("%s (%s)", report.Ratio(ratio(i)),
			report.Ratio(float64(costs[i+1].median())/float64(costs[i].median())))
	}
	cells := []string{q.what, cell(0), cell(1), both(0), report.MiB(costs[0].peak), report.MiB(theirs), "", "", ""}
	ratios := []float64{ratio(0)}
	if !q.fileOnly {
		copy(cells[6:], []string{cell(2), cell(3), both(2)})
		ratios = append(ratios, ratio(2))
	}
	return cells, ratios, nil
}

// compare returns an error if the answers of both sides differ. The values of the last column may differ by a
// billionth.
func (m measurement) compare(ctx context.Context, q question) error {
	got, want := filepath.Join(m.folder, "got.csv"), "ans"
	args := q.args(m.folder)
	read := func(path string) (string, error) {
		switch filepath.Ext(path) {
		case ".parquet":
			return duck.Parquet(path), nil
		case ".xlsx":
			return duck.CSV(path + ".csv"), m.process(ctx, &cost{}, m.program, "behind", path, "--out", path+".csv")
		}
		if q.cols != "" { // finding the types of 10,000 columns takes a minute
			return duck.CSVAs(path, "header=true, all_varchar=true"), nil
		}
		return duck.CSVAs(path, "header=true, sample_size=-1"), nil
	}
	if q.out != "" {
		got = filepath.Join(m.folder, q.out)
	} else {
		args = append(args, "--totals", "none", "--repeat-labels", "--out", got)
	}
	if err := m.process(ctx, &cost{}, m.program, args...); err != nil {
		return err
	}
	ours, err := read(got)
	if err != nil {
		return err
	}
	if q.other != nil || q.out != "" {
		if want, err = read(m.answerOf(q)); err != nil {
			return err
		}
	}
	if q.answer != "" {
		ours = "(" + strings.ReplaceAll(q.answer, "ANSWER", ours) + ")"
		want = "(" + strings.ReplaceAll(q.answer, "ANSWER", want) + ")"
	}
	rows, differ, err := m.db.Differ(ctx, ours, want)
	switch {
	case err != nil:
		return err
	case rows == 0 || differ > 0:
		return fmt.Errorf("%d of %d rows of the answer differ from the other side", differ, rows)
	}
	return nil
}

// added returns the peak memory that a side adds to this process, in bytes.
func added(side timing.Side) (int64, error) {
	debug.FreeOSMemory()
	if err := rss.ResetPeak(); err != nil {
		return 0, err
	}
	before, _, err := rss.Resident()
	if err != nil {
		return 0, err
	}
	if _, err := side(); err != nil {
		return 0, err
	}
	_, peak, err := rss.Resident()
	return peak - before, err
}

package identifiers

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"cardinal/bench/duck"
	"cardinal/bench/ours"
	"cardinal/bench/report"
	"cardinal/bench/rss"
	"cardinal/bench/timing"
	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
)

// shownRows is the number of rows of an answer that are read.
const shownRows = 100

type result struct {
	groups             int
	stages             map[string]float64 // stages of the fastest fresh pivot
	fresh, again, duck time.Duration
	peak, peakDuck     int64
	work, workDuck     time.Duration // processor time of all cores
	// with files: the time from a Parquet file to the first rows, and of writing all groups to a CSV file
	read, readDuck, written, writtenDuck time.Duration
}

// measure times the pivot of a shape: when its key columns must be made, when they are there, and in DuckDB.
func (s *shape) measure(ctx context.Context, rows, rounds, threads int, alone, files bool) (*result, error) {
	table := data.NewTable(s.name, s.columns(rows))
	e := ours.Open(threads)
	defer e.Close()
	asked, err := ours.PivotQuery(s.rows, "", s.figure)
	if err != nil {
		return nil, err
	}
	order := "all"
	if s.top > 0 {
		by := query.Measure{Func: query.Count}
		asked.Tops, asked.Sorts, order = []query.TopN{{N: s.top, By: by}}, []query.Sort{{Desc: true}}, "figure desc"
	}
	if s.sorted {
		asked.Sorts, order = []query.Sort{{Desc: true}}, "figure desc"
	}
	r := &result{}
	best := time.Duration(math.MaxInt64)
	pivot := func() (any, error) {
		start := time.Now()
		a, err := e.Pivot(ctx, table, asked)
		if err != nil {
			return nil, err
		}
		show(a)
		if took := time.Since(start); took < best {
			best, r.groups, r.stages = took, a.Profile.GroupsActual, map[string]float64{}
			for _, stage := range a.Profile.Stages {
				r.stages[stage.Name] += stage.MS
			}
		}
		return a, nil
	}
	fresh := func() (any, error) {
		e.Forget()
		return pivot()
	}
	sides := []timing.Side{timeProcessor(&r.work, fresh)}
	if r.peak, err = peak(fresh); err != nil {
		return nil, err
	}
	if !alone {
		db, err := duck.Open(ctx, threads)
		if err != nil {
			return nil, err
		}
		defer db.Close()
		if err := db.LoadTable(ctx, "t", table); err != nil {
			return nil, err
		}
		keys := `"` + strings.ReplaceAll(s.rows, ", ", `", "`) + `"`
		sql := fmt.Sprintf("select %s, %s as figure from t group by all order by %s limit %d", keys, s.sql,
			order, shownRows)
		ask := func() (any, error) { return nil, db.Materialise(ctx, sql) }
		if r.peakDuck, err = peak(ask); err != nil {
			return nil, err
		}
		sides = append(sides, timeProcessor(&r.workDuck, ask))
		if files {
			if err := s.measureFiles(ctx, r, rounds, e, db, table, asked, sql); err != nil {
				return nil, err
			}
		}
	}
	best = math.MaxInt64
	times := timing.Plan{Rounds: rounds}.Alternate(sides...)
	if times[0].Err != nil {
		return nil, times[0].Err
	}
	r.fresh = times[0].Min()
	if !alone {
		if times[1].Err != nil {
			return nil, times[1].Err
		}
		r.duck = times[1].Min()
	}
	best = 0 // do not replace the stages again
	again := timing.Plan{Rounds: rounds}.Alternate(pivot)
	r.again = again[0].Min()
	fmt.Fprintf(os.Stderr, "%s: %v\n", s.name, r.cells(s.name))
	return r, again[0].Err
}

// measureFiles times the pivot of a Parquet file up to its first rows, and the writing of all groups to a CSV file.
func (s *shape) measureFiles(ctx context.Context, r *result, rounds int, e *ours.Engine, db *duck.Database,
	table *data.Table, asked query.Query, sql string) error {
	folder, err := os.MkdirTemp("", "identifiers")
	if err != nil {
		return fmt.Errorf("cannot make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	from, to := filepath.Join(folder, "t.parquet"), filepath.Join(folder, "all.csv")
	if _, err := export.SaveRows(ctx, from, "", "", pivot.Listing{Table: table}); err != nil {
		return err
	}
	all := strings.Replace(sql, fmt.Sprintf(" limit %d", shownRows), "", 1)
	times := timing.Plan{Rounds: rounds}.Alternate(func() (any, error) {
		t, err := load.Open(ctx, from, load.Options{Columns: asked.Sources()})
		if err != nil {
			return nil, err
		}
		a, err := e.Pivot(ctx, t, asked)
		if err == nil {
			show(a)
		}
		return a, err
	}, func() (any, error) {
		return nil, db.Materialise(ctx, strings.Replace(sql, "from t ", "from "+duck.Parquet(from)+" ", 1))
	}, func() (any, error) {
		e.Forget()
		a, err := e.Pivot(ctx, table, asked)
		if err != nil {
			return nil, err
		}
		return export.Save(ctx, to, "", "", export.Pivot{Grid: a.Tab.Grid(pivot.Folds{}), Profile: a.Profile})
	}, func() (any, error) { return nil, db.WriteCSV(ctx, all, to) })
	for i, took := range []*time.Duration{&r.read, &r.readDuck, &r.written, &r.writtenDuck} {
		if times[i].Err != nil {
			return times[i].Err
		}
		*took = times[i].Min()
	}
	return nil
}

// timeProcessor returns a side that also keeps the least processor time of its runs, summed over all cores.
func timeProcessor(least *time.Duration, side timing.Side) timing.Side {
	spent := func() time.Duration {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return func() (any, error) {
		before := spent()
		made, err := side()
		if took := spent() - before; *least == 0 || took < *least {
			*least = took
		}
		return made, err
	}
}

// show reads the first rows of an answer as texts.
func show(a *engine.Answer) {
	g := a.Tab.Grid(pivot.Folds{})
	for row := range min(g.Rows, g.HeaderRows+shownRows) {
		for col := range g.Cols {
			c := g.Cell(row, col)
			_ = c.Text()
		}
	}
}

// peak returns by how many bytes a run raises the peak memory of the process.
func peak(side timing.Side) (int64, error) {
	debug.FreeOSMemory()
	if err := rss.ResetPeak(); err != nil {
		return 0, err
	}
	before, _, err := rss.Resident()
	if err != nil {
		return 0, err
	}
	made, err := side()
	if err != nil {
		return 0, err
	}
	_, most, err := rss.Resident()
	runtime.KeepAlive(made)
	return most - before, err
}

func (r *result) cells(name string) []string {
	ms := func(v float64) string { return report.MS(time.Duration(v * 1e6)) }
	rest := 0.0
	for stage, took := range r.stages {
		if stage != "keys" && stage != "assemble" {
			rest += took
		}
	}
	out := []string{name, report.Count(r.groups), report.MS(r.fresh), ms(r.stages["keys"]), ms(rest),
		ms(r.stages["assemble"]), report.MS(r.again)}
	if r.duck == 0 {
		return append(out, "", "", report.MS(r.work), "", report.MiB(r.peak), "")
	}
	out = append(out, report.MS(r.duck), report.Ratio(float64(r.fresh)/float64(r.duck)), report.MS(r.work),
		report.MS(r.workDuck), report.MiB(r.peak), report.MiB(r.peakDuck))
	if r.read == 0 {
		return out
	}
	return append(out, report.MS(r.read), report.MS(r.readDuck), report.MS(r.written), report.MS(r.writtenDuck))
}

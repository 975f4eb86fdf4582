package shards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"cardinal/bench/ours"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// pivot is a question in the syntax of the command line.
type pivot struct{ rows, cols, values, where string }

func (p pivot) String() string {
	text := p.values + " by " + p.rows
	for _, w := range []string{p.cols, p.where} {
		if w != "" {
			text += " | " + w
		}
	}
	return text
}

func (p pivot) query() (query.Query, error) {
	q, err := ours.PivotQuery(p.rows, p.cols, p.values)
	if err == nil && p.where != "" {
		q.Filter, err = query.ParseFilter(p.where)
	}
	return q, err
}

var pivots = []pivot{
	{rows: "label", values: "sum(value)"},
	{rows: "label", cols: "year(day)", values: "sum(value), avg(wide), count()"},
	{rows: "thousand", values: "sum(wide), max(value)"},
	{rows: "label", cols: "thousand", values: "avg(wide)"},
	{rows: "label", values: "median(value)"},
	{rows: "label", values: "sum(value), min(day)", where: "thousand < 100"},
}

// cell has the measurements of a pivot over the tables.
type cell struct {
	pivot  pivot
	groups int
	ms     []float64 // milliseconds of the whole pivot on each table, in the median round
	stages []stages  // stages of that round
	// milliseconds of the server for the rows of one shard of each table, if only this shard is asked; the median round
	alone []float64
	// milliseconds of the slowest shard, if all shards of the table are asked for their own rows at once; the median
	// round
	beside []float64
}

// stages has the milliseconds of the steps of a pivot.
type stages map[string]float64

func stagesOf(r *profiler.Record) stages {
	s := stages{}
	for _, stage := range r.Stages {
		s[stage.Name] += stage.MS
	}
	return s
}

// spread is a table whose rows are spread over shards.
type spread struct {
	whole  *ours.Served
	shards []*ours.Served // the rows of each shard
}

// slowestOwn asks all shards at once for a pivot of their own rows, and returns the milliseconds of the slowest shard.
func slowestOwn(ctx context.Context, shards []*ours.Served, q query.Query) (slowest float64, err error) {
	took, failed := make([]float64, len(shards)), make([]error, len(shards))
	var wait sync.WaitGroup
	for i, s := range shards {
		wait.Go(func() {
			r, err := s.Pivot(ctx, q, "server")
			if failed[i] = err; err == nil {
				took[i] = stagesOf(r)["server"]
			}
		})
	}
	wait.Wait()
	return slices.Max(took), errors.Join(failed...)
}

// measure makes a table for each number of shards in sizes, and asks the pivots of all tables in turns. `writers`
// writers fill each shard at once.
func measure(ctx context.Context, ports []int, sizes []int, rows, writers, rounds int) ([]*cell, error) {
	folder, err := os.MkdirTemp("", "bench-shards-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	e := ours.OpenKept(folder, runtime.NumCPU())
	defer e.Close()
	attach := func(port int, table string) (*ours.Served, error) {
		return e.Attach(ctx, fmt.Sprintf("clickhouse://default@127.0.0.1:%d/default?table=%s", port, table))
	}
	var tables []*spread
	for _, n := range sizes {
		name := fmt.Sprintf("rows_%d", n)
		start := time.Now()
		if err := create(ctx, ports[:n], name, rows, writers); err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f s to make\n", name, time.Since(start).Seconds())
		t := &spread{}
		if t.whole, err = attach(ports[0], name); err != nil {
			return nil, err
		}
		defer t.whole.Close()
		for _, port := range ports[:n] {
			shard, err := attach(port, name+"_shard")
			if err != nil {
				return nil, err
			}
			defer shard.Close()
			t.shards = append(t.shards, shard)
		}
		tables = append(tables, t)
	}
	var out []*cell
	for _, p := range pivots {
		c, err := ask(ctx, tables, p, rounds)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f ms\n", p, c.ms)
		out = append(out, c)
	}
	return out, nil
}

// ask measures one pivot. An extra round before the others warms the servers.
func ask(ctx context.Context, tables []*spread, p pivot, rounds int) (*cell, error) {
	q, err := p.query()
	if err != nil {
		return nil, err
	}
	c, took, alone, beside := &cell{pivot: p}, make([][]*profiler.Record, len(tables)), make([][]float64, len(tables)),
		make([][]float64, len(tables))
	for round := range rounds + 1 {
		for i, t := range tables {
			r, err := t.whole.Pivot(ctx, q, "server")
			if err != nil {
				return nil, err
			}
			if c.groups == 0 {
				c.groups = r.GroupsActual
			}
			if r.GroupsActual != c.groups || r.RowsSelected <= 0 {
				return nil, fmt.Errorf("the tables differ: %d groups and %d", r.GroupsActual, c.groups)
			}
			one, err := slowestOwn(ctx, t.shards[:1], q)
			if err != nil {
				return nil, err
			}
			all, err := slowestOwn(ctx, t.shards, q)
			if err != nil {
				return nil, err
			}
			if round > 0 {
				took[i], alone[i], beside[i] = append(took[i], r), append(alone[i], one), append(beside[i], all)
			}
		}
	}
	for i, records := range took {
		slices.SortFunc(records, func(a, b *profiler.Record) int { return cmp.Compare(a.TotalMS, b.TotalMS) })
		r := records[len(records)/2]
		c.ms, c.stages, c.alone, c.beside = append(c.ms, r.TotalMS), append(c.stages, stagesOf(r)),
			append(c.alone, median(alone[i])), append(c.beside, median(beside[i]))
	}
	return c, ctx.Err()
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

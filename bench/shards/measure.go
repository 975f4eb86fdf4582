package shards

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"

	"cardinal/bench/ours"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// pivot is a question.
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

// cell is a pivot over the tables.
type cell struct {
	pivot  pivot
	groups int
	ms     []float64 // of the whole pivot on each table, the median round
	stages []stages  // of that round
	alone  []float64 // what the server takes for the rows of one shard of each table, asked of that shard alone; the median round
}

// stages are the milliseconds of the steps of a pivot.
type stages map[string]float64

func stagesOf(r *profiler.Record) stages {
	s := stages{}
	for _, stage := range r.Stages {
		s[stage.Name] += stage.MS
	}
	return s
}

// measure asks the pivots of a table on so many shards as each of sizes says, in turns.
func measure(ctx context.Context, ports []int, sizes []int, rows, rounds int) ([]*cell, error) {
	folder, err := os.MkdirTemp("", "bench-shards-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	e := ours.OpenServed(folder, runtime.NumCPU())
	defer e.Close()
	var tables, alone []*ours.Served
	for _, n := range sizes {
		name := fmt.Sprintf("rows_%d", n)
		if err := create(ctx, ports[:n], name, rows); err != nil {
			return nil, err
		}
		for list, table := range map[*[]*ours.Served]string{&tables: name, &alone: name + "_shard"} {
			t, err := e.Attach(ctx, fmt.Sprintf("clickhouse://default@127.0.0.1:%d/default?table=%s", ports[0], table))
			if err != nil {
				return nil, err
			}
			defer t.Close()
			*list = append(*list, t)
		}
	}
	var out []*cell
	for _, p := range pivots {
		c, err := ask(ctx, tables, alone, p, rounds)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f ms\n", p, c.ms)
		out = append(out, c)
	}
	return out, nil
}

// ask is measure for one pivot. A round before the others warms the servers.
func ask(ctx context.Context, tables, alone []*ours.Served, p pivot, rounds int) (*cell, error) {
	q, err := p.query()
	if err != nil {
		return nil, err
	}
	c, took, shard := &cell{pivot: p}, make([][]*profiler.Record, len(tables)), make([][]float64, len(tables))
	for round := range rounds + 1 {
		for i, t := range tables {
			r, err := t.Pivot(ctx, q, "server")
			if err != nil {
				return nil, err
			}
			if c.groups == 0 {
				c.groups = r.GroupsActual
			}
			if r.GroupsActual != c.groups || r.RowsSelected <= 0 {
				return nil, fmt.Errorf("the tables differ: %d groups and %d", r.GroupsActual, c.groups)
			}
			own, err := alone[i].Pivot(ctx, q, "server")
			if err != nil {
				return nil, err
			}
			if round > 0 {
				took[i], shard[i] = append(took[i], r), append(shard[i], stagesOf(own)["server"])
			}
		}
	}
	for i, records := range took {
		slices.SortFunc(records, func(a, b *profiler.Record) int { return cmp.Compare(a.TotalMS, b.TotalMS) })
		slices.Sort(shard[i])
		r := records[len(records)/2]
		c.ms, c.stages, c.alone = append(c.ms, r.TotalMS), append(c.stages, stagesOf(r)), append(c.alone, shard[i][len(shard[i])/2])
	}
	return c, ctx.Err()
}

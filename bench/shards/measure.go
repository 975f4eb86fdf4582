package shards

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"

	"cardinal/bench/ours"
	"cardinal/engine/query"
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
	var tables []*ours.Served
	for _, n := range sizes {
		name := fmt.Sprintf("rows_%d", n)
		if err := create(ctx, ports[:n], name, rows); err != nil {
			return nil, err
		}
		t, err := e.Attach(ctx, fmt.Sprintf("clickhouse://default@127.0.0.1:%d/default?table=%s", ports[0], name))
		if err != nil {
			return nil, err
		}
		defer t.Close()
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

// ask is measure for one pivot. A round before the others warms the servers.
func ask(ctx context.Context, tables []*ours.Served, p pivot, rounds int) (*cell, error) {
	q, err := p.query()
	if err != nil {
		return nil, err
	}
	c, took := &cell{pivot: p}, make([][]float64, len(tables))
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
			if round > 0 {
				took[i] = append(took[i], r.TotalMS)
			}
		}
	}
	for _, ms := range took {
		slices.Sort(ms)
		c.ms = append(c.ms, ms[len(ms)/2])
	}
	return c, ctx.Err()
}

package ours

import (
	"context"
	"fmt"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Engine runs queries on the workers, never on a GPU.
type Engine struct {
	engine  *engine.Engine
	threads int
}

// Open makes an engine that uses so many threads.
func Open(threads int) *Engine {
	return &Engine{engine: engine.New(engine.Options{NoGPU: true}), threads: threads}
}

// Close ends the engine.
func (e *Engine) Close() { e.engine.Close() }

// Query reads a query from text: keys and measures as the command line has them, a filter or "".
func Query(keys, measures, filter string) (q query.Query, err error) {
	if q.Rows, err = query.ParseFields(keys); err != nil {
		return q, err
	}
	if q.Values, err = query.ParseMeasures(measures); err != nil {
		return q, err
	}
	if filter != "" {
		q.Filter, err = query.ParseFilter(filter)
	}
	q.Totals = query.TotalsNone
	return q, err
}

// Answer is a materialised answer and the record of its run.
type Answer struct {
	answer *engine.Answer
	Record *profiler.Record
}

// Group answers q with the strategy named, "" for the engine's own choice.
func (e *Engine) Group(ctx context.Context, t *data.Table, q query.Query, strategy string) (*Answer, error) {
	if strategy != "" {
		return nil, fmt.Errorf("strategies cannot be named yet: %s", strategy)
	}
	a, err := e.engine.Pivot(ctx, t, q, engine.Run{Tier: engine.Workers, Threads: e.threads})
	if err != nil {
		return nil, err
	}
	return &Answer{answer: a, Record: a.Profile}, nil
}

// Rows is the number of groups.
func (a *Answer) Rows() int { return a.Record.GroupsActual }

// Checksums are the sums of the answer's measures. Null and NaN count as 0.
func (a *Answer) Checksums() []float64 {
	tab := a.answer.Tab
	out := make([]float64, len(tab.Measures))
	for node := range tab.Rows.Nodes {
		if tab.Rows.Nodes[node].Depth != len(tab.Query.Rows) {
			continue
		}
		for m := range out {
			if v, ok := tab.Cell(node, 0, m).Number(); ok && v == v {
				out[m] += v
			}
		}
	}
	return out
}

// Strategies are the names that Group knows.
var Strategies = []string{"dense", "independent", "shared", "hybrid", "contention", "partition", "plat", "runs", "sort"}

package ours

import (
	"context"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/cpu"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Engine runs queries.
type Engine struct {
	engine  *engine.Engine
	history *profiler.History
	threads int
}

// Strategies are the names that Group knows.
var Strategies = cpu.Names()

// Legend lists the strategies with their words, a line of Markdown each.
func Legend() string {
	var b strings.Builder
	for _, s := range cpu.Strategies {
		compared := ""
		if !s.Chosen() {
			compared = " (compared, never chosen)"
		}
		fmt.Fprintf(&b, "- `%s`: %s%s\n", s.Name, s.Words, compared)
	}
	return b.String()
}

// Mix is the hash of the engine's tables of keys.
func Mix(k uint64) uint64 { return key.Mix(k) }

// Open makes an engine that uses so many threads and never a GPU.
func Open(threads int) *Engine { return open(engine.Options{NoGPU: true}, threads) }

func open(o engine.Options, threads int) *Engine {
	o.History = &profiler.History{}
	return &Engine{engine: engine.New(o), history: o.History, threads: threads}
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
	return q, err
}

// Answer is a materialised answer and the record of its run.
type Answer struct {
	Table  *data.Table
	Record *profiler.Record
	keys   int // leading columns
}

// Group answers q on all cores with the strategy named, or as the engine chooses where that is "", as if it had
// never been asked before: its groups are estimated from the rows, not remembered.
func (e *Engine) Group(ctx context.Context, t *data.Table, q query.Query, strategy string) (*Answer, error) {
	*e.history = profiler.History{}
	how := engine.RunOptions{Threads: e.threads, Strategy: strategy}
	if strategy != "" {
		how.Tier = engine.Workers
	}
	out, record, err := e.engine.Group(ctx, t, q, how)
	if err != nil {
		return nil, err
	}
	return &Answer{Table: out, Record: record, keys: len(q.Rows)}, nil
}

// Forget drops what the engine keeps of its tables, such as key columns.
func (e *Engine) Forget() { e.engine.Retain(nil) }

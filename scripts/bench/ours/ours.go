package ours

import (
	"context"
	"fmt"
	"strings"

	"cardinal/bench/compared"
	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/choice/estimate"
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

// Strategies are the names of the strategies for Group: those of the engine, and those that are only compared.
var Strategies = func() []string {
	cpu.Strategies = append(cpu.Strategies, compared.Strategies...)
	return cpu.Names()
}()

// Legend describes the strategies in Markdown, one line each.
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

// Mix returns the hash that the engine's tables of keys use.
func Mix(k uint64) uint64 { return key.Mix(k) }

// Frequencies is what the estimator knows about a sample.
type Frequencies = estimate.Frequencies

// Regime is what decides which part of the range between the bounds of a sample is likely.
type Regime = estimate.Regime

// Sample returns the frequencies of a sample. It has `rows` rows of a table of `of` rows. counts says how often each
// key is in the sample.
func Sample(rows, of int, counts []uint32) *Frequencies {
	return estimate.NewFrequencies(rows, of, counts)
}

// Open makes an engine with `threads` threads and without a GPU.
func Open(threads int) *Engine { return open(engine.Options{NoGPU: true}, threads) }

func open(o engine.Options, threads int) *Engine {
	o.History = &profiler.History{}
	return &Engine{engine: engine.New(o), history: o.History, threads: threads}
}

// Close ends the engine.
func (e *Engine) Close() { e.engine.Close() }

// Query parses a query: keys and measures in the syntax of the command line, and a filter or "".
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

// Answer is a materialised answer with the record of its run.
type Answer struct {
	Table  *data.Table
	Record *profiler.Record
	keys   int // number of leading key columns
}

// Group answers q on all cores with the named strategy, or with the engine's choice if the name is "". It clears the
// history first, so that the engine must estimate the number of groups again.
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

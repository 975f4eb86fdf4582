package ours

import (
	"context"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/cpu"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Engine runs queries on the workers, never on a GPU.
type Engine struct {
	engine  *engine.Engine
	threads int
}

// Strategies are the names that Group knows.
var Strategies = cpu.Names()

// Mix is the hash of the engine's tables of keys.
func Mix(k uint64) uint64 { return key.Mix(k) }

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
	return q, err
}

// Answer is a materialised answer and the record of its run.
type Answer struct {
	Table  *data.Table
	Record *profiler.Record
	keys   int // leading columns
}

// Group answers q with the strategy named, "" for the engine's own choice.
func (e *Engine) Group(ctx context.Context, t *data.Table, q query.Query, strategy string) (*Answer, error) {
	out, record, err := e.engine.Group(ctx, t, q, engine.Run{Tier: engine.Workers, Threads: e.threads, Strategy: strategy})
	if err != nil {
		return nil, err
	}
	return &Answer{Table: out, Record: record, keys: len(q.Rows)}, nil
}

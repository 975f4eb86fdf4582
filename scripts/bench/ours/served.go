package ours

import (
	"context"
	"path/filepath"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/data/remote/dial"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// OpenKept makes an engine without a GPU. In a folder, the engine keeps its measurements of this machine and of
// servers.
func OpenKept(folder string, threads int) *Engine {
	return open(engine.Options{NoGPU: true, Calibrations: filepath.Join(folder, "calibrations.json")}, threads)
}

// Served is a table on a server.
type Served struct {
	engine *Engine
	table  *data.Table
	server remote.Server
}

// Attach opens the table at an address.
func (e *Engine) Attach(ctx context.Context, address string) (*Served, error) {
	server, of, err := dial.Table(ctx, address)
	if err != nil {
		return nil, err
	}
	s := &Served{e, of.Schema(), server}
	e.engine.Attach(s.table, server, of)
	return s, nil
}

// Close ends the connection.
func (s *Served) Close() {
	s.engine.engine.Detach(s.table)
	s.server.Close()
}

// Pivot answers q on the server or on this machine, or where the engine chooses if the name is "". It has no history,
// and no copy of columns from before.
func (s *Served) Pivot(ctx context.Context, q query.Query, tier string) (*profiler.Record, error) {
	s.engine.engine.DropCopy(s.table)
	*s.engine.history = profiler.History{}
	a, err := s.engine.engine.Pivot(ctx, s.table, q, engine.RunOptions{Tier: engine.Tier(tier),
		Threads: s.engine.threads, Pivots: 1})
	if err != nil {
		return nil, err
	}
	return a.Profile, nil
}

package outofcore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// execution runs a request that does not fit the device: either its groups do not fit, or its rows do not fit and must
// be mapped to groups.
//
// Source: MP-EGA (Wang, Shen and Lei, 2025). If a tile of rows has few groups, the device groups the rows tile by tile
// (execution.groupTiles). Then it merges the groups of the tiles, load by load (execution.mergeTiles). If a tile has
// about as many groups as rows, the rows of all tiles are partitioned by a hash of their keys
// (execution.partitionTiles). Then the device or the cores group each partition on its own (execution.groupPartitions).
//
// Changed: tiles and loads are ordinary Hashed requests, so that every kernel can answer them. If a request has more
// key columns than the device compares, the key is the slot, which the cores compute. Rows are not grouped before they
// are partitioned: grouping pays only if groups are few, and then nothing is partitioned. The authors overlap copies
// and kernels with streams. Here the columns of the next request are sent while the kernels of the current request run.
type execution struct {
	device Run
	r      gpu.Request
	split  Split
	groups int // expected groups
	keys   int // number of key columns
	words  int // u32 words of the state of a group

	row     gpu.Request    // the request for partitions of the rows
	places  map[string]int // the index in fields of each column and bitmap of row, by ID
	names   slab[uint32]
	figures slab[uint64]

	mu      sync.Mutex // guards the fields below, which the cores' threads also write
	res     gpu.Result
	shares  []share // the groups that are done
	grouped int     // rows of the partitions that are done
}

// Run answers a request that fits the device, as host.Client.Run does.
type Run func(context.Context, gpu.Request) (gpu.Result, error)

// Answer runs a request in the tiles and partitions of a split. It returns the errors of run and of loading columns.
func Answer(ctx context.Context, run Run, r gpu.Request, s Split) (gpu.Result, error) {
	return newExecution(run, r, s).answer(ctx)
}

func newExecution(run Run, r gpu.Request, s Split) *execution {
	e := &execution{device: run, r: r.Cached(), split: s, groups: plan.JobOf(&r).Groups(), keys: 1,
		words: stateWords(&r)}
	if r.Form == gpu.Hashed {
		e.keys = len(r.Keys)
	}
	e.row = e.rowRequest()
	return e
}

// serial numbers the requests of all executions.
var serial atomic.Uint64

// uniqueIDs returns a function that makes IDs that no column of an earlier request has had.
func uniqueIDs(kind string) func(id string) string {
	n := serial.Add(1)
	return func(id string) string { return fmt.Sprintf("%s\x00%s %d", id, kind, n) }
}

// answer runs the request.
func (e *execution) answer(ctx context.Context) (gpu.Result, error) {
	for _, s := range e.r.Sources() { // every source is loaded completely, and only once
		if _, err := s.Load(); err != nil {
			return gpu.Result{}, err
		}
		if err := ctx.Err(); err != nil {
			return gpu.Result{}, err
		}
	}
	e.res = e.r.Empty()
	if e.split.byRows {
		if err := e.answerByRows(ctx); err != nil {
			return gpu.Result{}, err
		}
	} else if err := e.answerByGroups(ctx); err != nil {
		return gpu.Result{}, err
	}
	e.res.Tiles = e.split.Tiles
	clock := system.Now()
	err := e.deliver(ctx)
	e.stageSince("collect", clock)
	return e.res, err
}

// run runs a tile or a load on the device, and records its stages.
func (e *execution) run(ctx context.Context, r gpu.Request) (gpu.Result, error) {
	if err := ctx.Err(); err != nil {
		return gpu.Result{}, err
	}
	res, err := e.device(ctx, r)
	if err != nil {
		return res, err
	}
	for _, s := range res.Stages {
		e.stage(s.Name, s.MS)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.res.BytesUploaded += res.BytesUploaded
	e.res.DeviceBytes = res.DeviceBytes
	if !slices.Contains(strings.Split(e.res.Strategy, "+"), res.Strategy) {
		e.res.Strategy = strings.TrimPrefix(e.res.Strategy+"+"+res.Strategy, "+")
	}
	return res, nil
}

// stage adds milliseconds to a stage of the result.
func (e *execution) stage(name string, ms float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.IndexFunc(e.res.Stages, func(s profiler.Stage) bool { return s.Name == name })
	if i < 0 {
		e.res.Stages = append(e.res.Stages, profiler.Stage{Name: name})
		i = len(e.res.Stages) - 1
	}
	e.res.Stages[i].MS += ms
}

// stageSince adds the time since a moment to a stage.
func (e *execution) stageSince(name string, since system.Moment) {
	e.stage(name, float64(system.Since(since).Nanoseconds())/1e6)
}

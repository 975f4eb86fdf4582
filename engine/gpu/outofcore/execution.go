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
	"cardinal/profiler"
)

// execution is the answering of a request whose groups do not fit the device, or whose rows do not and must be mapped to groups.
//
// Source: SEEDS C3 (MP-EGA). The rows go to the device in tiles. Each is grouped there, and its groups come back and are
// spread over partitions by a hash of their keys, as many as Theorem 1 asks for. Then small partitions are merged, and each is
// loaded onto the device, which merges its groups: as much at a time as there is room for beside the groups so far. A
// partition that has too many groups for that is finished on the cores.
//
// Changed from it: tiles and loads are requests like any other with hashed keys, so that every kernel serves them; of a request
// with slots the key is the slot, which is computed here. Groups are spread over partitions here, while the device is at the
// next tile. The groups so far are sent again with every further load, since a hash table here holds numbers of rows that lie
// beside each other. In place of streams, the columns of the next request are sent while the kernels of one run.
type execution struct {
	ask    Ask
	r      gpu.Request
	split  Split
	groups int // that are reckoned with
	keys   int // columns of a key
	words  int // of a group's state

	tiles []tile
	res   gpu.Result
	mu    sync.Mutex // guards res, to which the cores add as well
}

// Ask has the device answer a request that fits it.
type Ask func(context.Context, gpu.Request) (gpu.Result, error)

// Answer runs a request in tiles and partitions.
func Answer(ctx context.Context, ask Ask, r gpu.Request, s Split) (gpu.Result, error) {
	return newExecution(ask, r, s).answer(ctx)
}

// tile is the groups of some rows, those of partition i from start[i] to start[i+1].
type tile struct {
	partials
	start []int
}

func newExecution(ask Ask, r gpu.Request, s Split) *execution {
	b := &execution{ask: ask, r: r.Cached(), split: s, groups: plan.JobOf(&r).Groups(), keys: 1, words: stateWords(&r)}
	if r.Form == gpu.Hashed {
		b.keys = len(r.Keys)
	}
	return b
}

// serial tells the columns of tiles and loads apart, also of requests that were not answered to the end.
var serial atomic.Uint64

// unique gives names that no other column has had.
func unique(of string) func(id string) string {
	n := serial.Add(1)
	return func(id string) string { return fmt.Sprintf("%s\x00%s %d", id, of, n) }
}

// answer runs the request.
func (b *execution) answer(ctx context.Context) (gpu.Result, error) {
	for _, s := range b.r.Sources() { // from here on each is at hand, whole
		if _, err := s.Load(); err != nil {
			return gpu.Result{}, err
		}
		if err := ctx.Err(); err != nil {
			return gpu.Result{}, err
		}
	}
	b.tiles = make([]tile, b.split.Tiles)
	b.res = b.r.Empty()
	if err := b.sendTiles(ctx); err != nil {
		return gpu.Result{}, err
	}
	b.res.Tiles = b.split.Tiles
	if len(b.tiles) == 1 { // whose groups are all there are
		b.res.Partitions = 1
		b.take(b.tiles[0].partials)
		return b.res, nil
	}
	return b.res, b.loadAll(ctx)
}

// tile is the request for the groups of some rows. first is a multiple of 64.
func (b *execution) tile(first, rows int) gpu.Request {
	name := unique("tile")
	t := b.r.Replace(func(c gpu.Column) *gpu.Column {
		slice := c.Slice(name(c.ID), first, rows)
		return &slice
	}, func(m gpu.Bits) *gpu.Bits {
		return &gpu.Bits{ID: name(m.ID), Load: func() []uint64 { return m.Load()[first/64 : (first+rows+63)/64] }}
	})
	t.Form, t.Expected, t.Rows, t.Slots, t.Transient, t.Next = gpu.Hashed, min(rows, b.groups), rows, 0, true, nil
	if b.r.Form != gpu.Hashed {
		t.Keys = []gpu.Key{{Codes: gpu.NewColumn(name("slots"), func() []uint32 { return b.slots(first, rows) })}}
	}
	return t
}

// run asks the device for the answer to a tile or a load, and notes what it took.
func (b *execution) run(ctx context.Context, r gpu.Request) (gpu.Result, error) {
	if err := ctx.Err(); err != nil {
		return gpu.Result{}, err
	}
	res, err := b.ask(ctx, r)
	if err != nil {
		return res, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.res.BytesUploaded += res.BytesUploaded
	b.res.DeviceBytes = res.DeviceBytes
	for _, s := range res.Stages {
		lap(&b.res, s.Name, s.MS)
	}
	if !slices.Contains(strings.Split(b.res.Strategy, "+"), res.Strategy) {
		b.res.Strategy = strings.TrimPrefix(b.res.Strategy+"+"+res.Strategy, "+")
	}
	return res, nil
}

// lap adds to a stage.
func lap(r *gpu.Result, name string, ms float64) {
	i := slices.IndexFunc(r.Stages, func(s profiler.Stage) bool { return s.Name == name })
	if i < 0 {
		r.Stages = append(r.Stages, profiler.Stage{Name: name})
		i = len(r.Stages) - 1
	}
	r.Stages[i].MS += ms
}

// take adds finished groups to the result.
func (b *execution) take(groups partials) {
	b.mu.Lock()
	defer b.mu.Unlock()
	res := &b.res
	if b.r.Form == gpu.Dense {
		put(&b.r, res, groups.words, func(g int) int { return int(groups.names[g]) })
		return
	}
	n := len(res.Groups)
	res.Groups = append(res.Groups, groups.names...)
	for i, a := range b.r.Aggregates {
		res.Values[i] = append(res.Values[i], make([]uint64, len(groups.names))...)
		if a.Op == gpu.Product {
			res.High[i] = append(res.High[i], make([]uint64, len(groups.names))...)
		}
	}
	put(&b.r, res, groups.words, func(g int) int { return n + g })
}

package device

import (
	"fmt"
	"maps"
	"slices"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/wire"
	"cardinal/profiler"
)

// residents is the columns on a device within a budget of bytes. If a further column does not fit, the least recently
// used columns are dropped. residents only counts bytes and rows: a T has the column's buffers, and drop releases them.
type residents[T any] struct {
	budget  int64
	bytes   int64
	others  int64 // bytes that requests keep on the device besides columns
	entries map[string]*resident[T]
	drop    func(T)
	turn    uint64           // number of the running request; the columns that it touches stay
	changed map[string]int64 // since the last call of changes
}

type resident[T any] struct {
	held   T
	bytes  int64
	rows   int
	groups int                 // for a mapping: the number of groups in its list, which is its last buffer
	table  *profiler.HashTable // for a mapping of hashed keys
	width  int                 // bits of its values; 0: not measured
	run    float64             // mean length of the runs of one slot, in rows; 0: not measured
	used   uint64              // turn of the last request that touched the column
}

func newResidents[T any](budget int64, drop func(T)) *residents[T] {
	return &residents[T]{budget: budget, entries: map[string]*resident[T]{}, changed: map[string]int64{}, drop: drop}
}

// begin starts a request: the columns that it touches stay until the next begin.
func (r *residents[T]) begin() { r.turn++ }

// touch returns a column and keeps it for the running request.
func (r *residents[T]) touch(id string) (*resident[T], bool) {
	e, ok := r.entries[id]
	if ok {
		e.used = r.turn
	}
	return e, ok
}

// reserve makes room for `bytes` bytes. It drops columns that the running request has not touched, the least recently
// used first. The error is gpu.ErrMemory.
func (r *residents[T]) reserve(bytes int64) error {
	for r.bytes+r.others+bytes > r.budget {
		if !r.dropOldest() {
			return fmt.Errorf("%w: %d bytes more beside the %d in use, the budget is %d", gpu.ErrMemory, bytes,
				r.bytes+r.others, r.budget)
		}
	}
	return nil
}

// dropOldest drops the least recently used column that the running request has not touched, if there is one.
func (r *residents[T]) dropOldest() bool {
	var oldest string
	for id, e := range r.entries {
		if e.used != r.turn && (oldest == "" || e.used < r.entries[oldest].used ||
			e.used == r.entries[oldest].used && id < oldest) {
			oldest = id
		}
	}
	if oldest == "" {
		return false
	}
	r.remove(oldest)
	return true
}

// put adds a column for which reserve has made room.
func (r *residents[T]) put(id string, held T, bytes int64, rows int) *resident[T] {
	if _, ok := r.entries[id]; ok {
		panic(fmt.Sprintf("BUG: %q is already resident", id))
	}
	e := &resident[T]{held: held, bytes: bytes, rows: rows, used: r.turn}
	r.entries[id] = e
	r.bytes += bytes
	r.changed[id] = bytes
	return e
}

// remove drops a column if it is resident.
func (r *residents[T]) remove(id string) {
	if e, ok := r.entries[id]; ok {
		delete(r.entries, id)
		r.changed[id] = wire.Departed
		r.bytes -= e.bytes
		r.drop(e.held)
	}
}

// clear drops every column.
func (r *residents[T]) clear() {
	for _, id := range slices.Collect(maps.Keys(r.entries)) {
		r.remove(id)
	}
}

// changes returns the bytes of the new columns since the last call, and wire.Departed for the dropped ones.
func (r *residents[T]) changes() map[string]int64 {
	changed := r.changed
	r.changed = map[string]int64{}
	return changed
}

package device

import (
	"fmt"
	"maps"
	"slices"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/wire"
)

// residents are the columns on a device under a budget of bytes. When one more does not fit, the least recently used
// go. It keeps the books only: T is what holds a column, and drop gives it back.
type residents[T any] struct {
	budget  int64
	bytes   int64
	beside  int64 // what requests keep on the device beside columns
	entries map[string]*resident[T]
	drop    func(T)
	turn    uint64           // of the request that is running; what it has touched stays
	news    map[string]int64 // as changes says, since it was asked
}

type resident[T any] struct {
	held   T
	bytes  int64
	rows   int
	groups int     // of a mapping: the entries of the list that is its last buffer
	width  int     // bits of its values, 0 where no one has looked
	run    float64 // rows of a slot that follow each other, on average, 0 where no one has looked
	used   uint64  // turn of the last request that touched it
}

func newResidents[T any](budget int64, drop func(T)) *residents[T] {
	return &residents[T]{budget: budget, entries: map[string]*resident[T]{}, news: map[string]int64{}, drop: drop}
}

// begin starts a request: what it touches from here on stays until the next begin.
func (r *residents[T]) begin() { r.turn++ }

// touch returns a column and keeps it for the request that is running.
func (r *residents[T]) touch(id string) (*resident[T], bool) {
	e, ok := r.entries[id]
	if ok {
		e.used = r.turn
	}
	return e, ok
}

// reserve makes room for so many bytes, dropping what the running request has not touched, oldest first.
func (r *residents[T]) reserve(bytes int64) error {
	for r.bytes+r.beside+bytes > r.budget {
		if !r.dropOldest() {
			return fmt.Errorf("%w: %d bytes more beside the %d in use, the budget is %d", gpu.ErrMemory, bytes, r.bytes+r.beside, r.budget)
		}
	}
	return nil
}

// dropOldest gives back the least recently used column that the running request has not touched, if there is one.
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

// put adds a column that reserve has made room for.
func (r *residents[T]) put(id string, held T, bytes int64, rows int) {
	if _, ok := r.entries[id]; ok {
		panic(fmt.Sprintf("BUG: %q is already resident", id))
	}
	r.entries[id] = &resident[T]{held: held, bytes: bytes, rows: rows, used: r.turn}
	r.bytes += bytes
	r.news[id] = bytes
}

// remove gives a column back.
func (r *residents[T]) remove(id string) {
	if e, ok := r.entries[id]; ok {
		delete(r.entries, id)
		r.news[id] = wire.Departed
		r.bytes -= e.bytes
		r.drop(e.held)
	}
}

// clear gives everything back.
func (r *residents[T]) clear() {
	for _, id := range slices.Collect(maps.Keys(r.entries)) {
		r.remove(id)
	}
}

// changes are the bytes of the columns that came since it was called last, and departed for those that went.
func (r *residents[T]) changes() map[string]int64 {
	news := r.news
	r.news = map[string]int64{}
	return news
}

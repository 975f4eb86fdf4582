package estimate

import (
	"sync/atomic"

	"cardinal/internal/memory"
)

// scratch is the memory for drawing and counting a sample. It is kept between pivots: allocating new memory, and
// touching it for the first time, takes longer than a small sample.
type scratch struct {
	rows    []uint32
	keys    []uint64
	windows []uint64
	firsts  []uint64
	times   []uint32
	slots   []uint32
	counts  []uint32
	flags   []uint8
	margin  []uint32
	seen    []uint64 // a bit for each value of a column
	classes [3][]class

	frequencies [2]Frequencies // of the keys, and of the values of a column
	lanes       lanes
	sums        [2][128]float64 // all zero except while cross runs
}

// spare is the scratch that no estimate uses now, or nil. Concurrent estimates make their own.
var spare atomic.Pointer[scratch]

// keptRows is the largest sample whose scratch is kept.
const keptRows = 1 << 15

func takeScratch() *scratch {
	if s := spare.Swap(nil); s != nil {
		return s
	}
	return new(scratch)
}

func (s *scratch) release() {
	if max(cap(s.rows), cap(s.keys), cap(s.margin)) <= keptRows {
		spare.Store(s)
	}
}

// room returns n entries of a buffer, whose content is arbitrary.
func room[T any](buffer *[]T, n int) []T {
	if cap(*buffer) < n {
		*buffer = memory.Make[T](n)
	}
	return (*buffer)[:n]
}

// zeros returns n zeros in a buffer.
func zeros[T any](buffer *[]T, n int) []T {
	out := room(buffer, n)
	clear(out)
	return out
}

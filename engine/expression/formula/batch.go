package formula

import (
	"context"
	"math"
	"sync"

	"cardinal/data"
	"cardinal/data/parallel"
)

// batchRows is the number of rows that a node computes at a time. It is so small that the values of a few nodes fit the
// processor's first-level cache. It is a multiple of 64, so that a word of a bitmap belongs to one batch.
const batchRows = 1024

// pieceRows is the number of rows that a core takes at a time, and computes batch by batch.
const pieceRows = 64 * batchRows

// lanes are the values of the rows of a batch, in the slice for their type. The values of null rows are arbitrary.
type lanes struct {
	ints   []int64
	floats []float64
	codes  []uint32
	bits   []uint64 // the values yes or no, a bit for each row
	valid  []uint64 // a bit for each row that is not null; nil: no row is null
}

// has reports whether row i is not null.
func (l *lanes) has(i int) bool { return l.valid == nil || l.valid[i>>6]>>(i&63)&1 != 0 }

// batch is a range of rows that one goroutine computes, and the memory for the values of its nodes.
type batch struct {
	lo, n int
	zeros []uint64 // the rows in which a divisor is zero

	ints   stack[int64]
	floats stack[float64]
	codes  stack[uint32]
	words  stack[uint64] // words of bitmaps
}

// stack has slices for the values of nodes. The next batch uses the same slices again.
type stack[T any] struct {
	slices [][]T
	used   int
}

// take returns a slice of length n with arbitrary contents.
func (s *stack[T]) take(n int) []T {
	if s.used == len(s.slices) {
		s.slices = append(s.slices, make([]T, batchRows))
	}
	s.used++
	return s.slices[s.used-1][:n]
}

// width returns the number of words of a bitmap of the batch's rows.
func (b *batch) width() int { return (b.n + 63) / 64 }

// bits returns the words of a bitmap for the rows of the batch. It returns nil if the bitmap is nil.
func (b *batch) bits(of []uint64) []uint64 {
	if of == nil {
		return nil
	}
	return of[b.lo/64:][:b.width()]
}

// both returns the intersection of two bitmaps. A nil bitmap has all rows.
func (b *batch) both(x, y []uint64) []uint64 {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	out := b.words.take(b.width())
	for i, w := range x {
		out[i] = w & y[i]
	}
	return out
}

// part returns the rows of a batch from lanes that have all rows.
func (l *lanes) part(b *batch) lanes {
	return lanes{rowsOf(l.ints, b), rowsOf(l.floats, b), rowsOf(l.codes, b), b.bits(l.bits), b.bits(l.valid)}
}

// settle drops the bitmap valid if none of the n rows is null.
func (l *lanes) settle(n int) {
	for i, w := range l.valid {
		if rest := n - i*64; w != ^uint64(0) && (rest >= 64 || w&(1<<rest-1) != 1<<rest-1) {
			return
		}
	}
	l.valid = nil
}

func rowsOf[T any](of []T, b *batch) []T {
	if of == nil {
		return nil
	}
	return of[b.lo:][:b.n]
}

// run calls do for each batch of n rows, on all cores. do marks the rows in which a divisor is zero in the bitmap
// zeros. run returns an error if the context ends.
func (e *evaluator) run(n int, zeros data.Bitmap, do func(b *batch)) error {
	free := sync.Pool{New: func() any { return &batch{} }}
	return parallel.Do(e.ctx, (n+pieceRows-1)/pieceRows, func(ctx context.Context, piece int) error {
		b := free.Get().(*batch)
		defer free.Put(b)
		for lo, end := piece*pieceRows, min((piece+1)*pieceRows, n); lo < end && ctx.Err() == nil; lo += batchRows {
			b.begin(lo, min(batchRows, end-lo), zeros)
			do(b)
		}
		return ctx.Err()
	})
}

// begin makes b the batch of the n rows that begin at lo.
func (b *batch) begin(lo, n int, zeros data.Bitmap) {
	b.lo, b.n = lo, n
	b.ints.used, b.floats.used, b.codes.used, b.words.used = 0, 0, 0, 0
	if b.zeros = b.bits(zeros); zeros == nil {
		b.zeros = b.words.take(b.width())
		clear(b.zeros)
	}
}

// all calls do for the batches of all rows.
func (e *evaluator) all(do func(b *batch)) error { return e.run(e.n, e.byZero, do) }

// first returns the value that a vector has in its first row. divides reports whether a divisor is zero there.
func first(v *vector) (value data.Value, divides bool) {
	var b batch
	b.begin(0, 1, nil)
	l := v.rows(&b)
	return v.value(&l, 0), b.zeros[0]&1 != 0
}

// ends are the least and the greatest of the integers that are added. Several goroutines may add integers.
type ends struct {
	mu     sync.Mutex
	lo, hi int64
}

// add adds the integers of a batch that are not null.
func (e *ends) add(l *lanes) {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	if l.valid == nil {
		for _, n := range l.ints {
			lo, hi = min(lo, n), max(hi, n)
		}
	} else {
		for i, n := range l.ints {
			if l.has(i) {
				lo, hi = min(lo, n), max(hi, n)
			}
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lo, e.hi = min(e.lo, lo), max(e.hi, hi)
}

package cpu

import (
	"context"
	"math/bits"
	"sync/atomic"

	"cardinal/engine/aggregate"
	"cardinal/engine/key"
)

// worker has private accumulators, and a private table of keys unless slots index the accumulators.
type worker struct {
	task *Task
	accs []aggregate.Accumulator

	packed *key.Table    // hash: ids of 64-bit keys
	rows   *key.RowTable // wide: ids of representative rows
	groups int           // room in accs

	ids   [batchRows]uint32
	keys  [batchRows]uint64
	picks [batchRows]uint32 // rows that pass the filter
}

func newWorker(t *Task, strategy string) *worker {
	w := &worker{task: t, accs: t.Plan.New()}
	switch strategy {
	case "dense":
		w.room(int(t.Key.Slots))
	case "hash":
		w.packed = key.NewTable(t.Groups)
	case "wide":
		w.rows = key.NewRowTable(t.Key)
	}
	return w
}

// room makes the accumulators hold n groups.
func (w *worker) room(n int) {
	if n <= w.groups && w.groups > 0 {
		return
	}
	w.groups = n
	for _, a := range w.accs {
		a.Grow(n)
	}
}

func (w *worker) bytes() int64 {
	n := int64(0)
	for _, a := range w.accs {
		n += a.Bytes()
	}
	if w.packed != nil {
		n += w.packed.Bytes()
	}
	if w.rows != nil {
		n += w.rows.Bytes()
	}
	return n
}

// run takes morsels until none is left, the context ends or another worker failed.
func (w *worker) run(ctx context.Context, next *atomic.Int64, failed *atomic.Pointer[error]) {
	rows := w.task.Key.Rows
	for {
		hi := int(next.Add(morselRows))
		lo := hi - morselRows
		if lo >= rows || ctx.Err() != nil || failed.Load() != nil {
			return
		}
		for hi = min(hi, rows); lo < hi; lo += batchRows {
			w.batch(lo, min(batchRows, hi-lo))
		}
		if w.task.Progress != nil {
			w.task.Progress(float64(hi) / float64(rows))
		}
	}
}

func (w *worker) batch(lo, n int) {
	b := aggregate.Batch{Lo: lo}
	if w.task.Select != nil {
		b.Rows = w.pick(lo, n)
		if len(b.Rows) == 0 {
			return
		}
		n = len(b.Rows)
	}
	b.Groups = w.group(&b, n)
	for _, a := range w.accs {
		a.Update(&b)
	}
}

// pick lists the selected rows of a batch. lo is a multiple of 64.
func (w *worker) pick(lo, n int) []uint32 {
	picks := w.picks[:0]
	for at := 0; at < n; at += 64 {
		word := w.task.Select[(lo+at)>>6]
		for ; word != 0; word &= word - 1 {
			picks = append(picks, uint32(lo+at+bits.TrailingZeros64(word)))
		}
	}
	return picks
}

// group finds the ids of a batch's n rows.
func (w *worker) group(b *aggregate.Batch, n int) []uint32 {
	ids := w.ids[:n]
	switch {
	case w.rows != nil:
		for i := range ids {
			row := uint32(b.Lo + i)
			if b.Rows != nil {
				row = b.Rows[i]
			}
			ids[i] = w.rows.ID(row)
		}
		w.room(len(w.rows.Rows()))
	case w.packed != nil:
		keys := w.keys[:]
		w.spread(b, n, func(dst int) { w.task.Key.Slots64(keys[:dst], b.Lo) }, func(to, from int) { keys[to] = keys[from] })
		for i := range ids {
			ids[i] = w.packed.ID(keys[i])
		}
		w.room(w.packed.Len())
	default:
		all := w.ids[:]
		w.spread(b, n, func(dst int) { w.task.Key.Slots32(all[:dst], b.Lo) }, func(to, from int) { all[to] = all[from] })
	}
	return ids
}

// spread computes the keys of the whole stretch that a batch spans, then closes the gaps that the filter left.
func (w *worker) spread(b *aggregate.Batch, n int, compute func(rows int), move func(to, from int)) {
	if b.Rows == nil {
		compute(n)
		return
	}
	compute(int(b.Rows[n-1]) - b.Lo + 1)
	for i, row := range b.Rows {
		move(i, int(row)-b.Lo)
	}
}

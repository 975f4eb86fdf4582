package duckdb

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"cardinal/data"
	tables "cardinal/data/format/arrow"
	"cardinal/data/parallel"
)

// readFlat reads columns that are neither structs nor lists, several at the same time. known has the statistics of all
// columns of the table. Only a few row groups of each column are in memory, because texts take several times the memory
// of their codes.
func (f *file) readFlat(ctx context.Context, t table, fields []arrow.Field, of []int, groups []rowGroup,
	known []statistics, progress func(float64)) (*data.Table, error) {
	columns, rows := make([]*data.Column, len(of)), 0
	for _, g := range groups {
		rows += g.remaining()
	}
	atOnce := max(2, runtime.GOMAXPROCS(0)/4)
	turns := make(chan struct{}, atOnce)
	var done atomic.Int64
	tell := func() { progress(min(1, float64(done.Add(1))/float64(len(of)*len(groups)))) }
	err := parallel.Do(ctx, len(of), func(ctx context.Context, i int) (err error) {
		turns <- struct{}{}
		defer func() { <-turns }()
		c := &flatColumn{file: f, table: t, place: of[i], schema: arrow.NewSchema(fields[i:i+1], nil), groups: groups,
			tell: tell}
		columns[i], err = tables.Column(ctx, what, fields[i], c.batches(ctx, max(1, runtime.GOMAXPROCS(0)/atOnce)),
			known[of[i]].ends(t.columns[of[i]].typ), int64(rows), f.size)
		f.infinite.Add(c.infinite.Load())
		return err
	})
	if err != nil {
		return nil, err
	}
	out := data.NewTable("", columns)
	out.Rows = rows
	return out, nil
}

// flatColumn is a column that is neither a struct nor a list, while it is read.
type flatColumn struct {
	*file
	table  table
	place  int // index in the table
	schema *arrow.Schema
	groups []rowGroup
	tell   func()
	told   int       // number of row groups for which `tell` was called; reading them again does not count
	spare  sync.Pool // of *rowTexts: buffers that the next batch reuses

	infinite atomic.Int64 // as in file
}

// flatBatch is a batch of the column. texts has the memory of its texts.
type flatBatch struct {
	arrow.RecordBatch
	texts rowTexts
}

// batches yields a batch for each row group. It reads up to `ahead` batches in advance. A batch is valid until the next
// one.
func (c *flatColumn) batches(ctx context.Context, ahead int) tables.Batches {
	return func(yield func(arrow.RecordBatch, error) bool) {
		c.infinite.Store(0)
		g := 0
		for b, err := range readInOrder(len(c.groups), ahead, func(g int) (flatBatch, error) {
			return c.batch(ctx, c.groups[g])
		}) {
			if g++; g > c.told {
				c.told = g
				c.tell()
			}
			if !yield(b.RecordBatch, err) {
				return
			}
			c.spare.Put(&rowTexts{ends: b.texts.ends[:0], bytes: b.texts.bytes[:0], rows: b.texts.rows[:0]})
		}
	}
}

func (c *flatColumn) batch(ctx context.Context, g rowGroup) (b flatBatch, err error) {
	if err := ctx.Err(); err != nil {
		return b, err
	}
	r := c.groupReader()
	defer r.release()
	if spare, _ := c.spare.Get().(*rowTexts); spare != nil {
		r.texts = *spare
	}
	err = guard(func() error {
		v, err := r.column(c.table, g, c.place)
		if err != nil {
			return err
		}
		b = flatBatch{array.NewRecordBatch(c.schema, []arrow.Array{v.array(&c.infinite)}, int64(v.rows)), v.texts}
		return nil
	})
	return b, err
}

// remaining returns the number of rows that are not deleted.
func (g rowGroup) remaining() int {
	if g.keep == nil {
		return g.rows
	}
	n := 0
	for _, k := range g.keep {
		if k {
			n++
		}
	}
	return n
}

// readInOrder reads n parts and yields them in order. While the caller uses one part, it reads the next `ahead` parts.
func readInOrder[T any](n, ahead int, read func(i int) (T, error)) iter.Seq2[T, error] {
	type part struct {
		value T
		err   error
	}
	return func(yield func(T, error) bool) {
		var reading sync.WaitGroup
		defer reading.Wait()
		parts := make([]chan part, n)
		start := func(i int) {
			if i >= n {
				return
			}
			c := make(chan part, 1)
			parts[i] = c
			reading.Go(func() {
				value, err := read(i)
				c <- part{value, err}
			})
		}
		for i := range ahead {
			start(i)
		}
		for i := range n {
			p := <-parts[i]
			parts[i] = nil
			start(i + ahead)
			if !yield(p.value, p.err) || p.err != nil {
				return
			}
		}
	}
}

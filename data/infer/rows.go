package infer

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"cardinal/data"
	"cardinal/data/parallel"
)

const (
	blockCells = 8 * batchCells // approximate cells of a block that Feed makes
	blockSize  = 1 << 20        // approximate limit of the bytes of its texts
	sampled    = 200            // rows of the sample that suggests the conversions
)

// MaxRow is the greatest number of bytes of a row.
const MaxRow = 16 << 20

// errSampled ends the reading of a sample.
var errSampled = errors.New("the sample is read")

// Rows takes rows one by one, and adds them to Cells in batches.
type Rows struct {
	batch Batch
	send  func(Batch) (Batch, error) // adds the batch and returns an empty one
	rows  int
	most  int // greatest number of rows; 0: no limit
}

// Next returns the cells of a new row. They are null until the caller sets them.
func (r *Rows) Next() ([]Cell, error) {
	if r.most > 0 && r.rows == r.most {
		return nil, errSampled
	}
	if r.batch.IsFull() || len(r.batch.Src) > blockSize {
		if err := r.Flush(); err != nil {
			return nil, err
		}
	}
	row := r.batch.Cells[r.batch.Rows*r.batch.Width:][:r.batch.Width]
	clear(row)
	r.batch.Rows++
	r.rows++
	return row, nil
}

// Size returns the number of bytes of the batch's texts so far.
func (r *Rows) Size() int { return len(r.batch.Src) }

// Append returns the cell of a value. add appends the value's bytes. flags are those of Cell.Len.
func (r *Rows) Append(flags uint32, add func(b []byte) []byte) Cell {
	from := len(r.batch.Src)
	r.batch.Src = add(r.batch.Src)
	return Cell{From: uint32(from), Len: uint32(len(r.batch.Src)-from) | flags}
}

// Flush adds the rows of an incomplete batch.
func (r *Rows) Flush() (err error) {
	if r.batch.Rows > 0 {
		r.batch.Src = slices.Grow(r.batch.Src, Padding)
		r.batch, err = r.send(r.batch)
		r.batch.Src, r.batch.Rows = r.batch.Src[:0], 0
	}
	return err
}

// Keep makes r also append each batch to `kept`.
func (r *Rows) Keep(kept *[]Batch) {
	send := r.send
	r.send = func(b Batch) (Batch, error) {
		*kept = append(*kept, b)
		_, err := send(b)
		return newBatch(b.Width, blockCells), err
	}
}

// Replay adds batches that Keep has kept.
func (r *Rows) Replay(kept []Batch) error {
	for _, b := range kept {
		if _, err := r.send(b); err != nil {
			return err
		}
	}
	return nil
}

// Taker returns an empty Rows, which adds its rows to the worker's block.
func (w *Worker) Taker(columns int) *Rows {
	return &Rows{batch: NewBatch(columns), send: func(b Batch) (Batch, error) { return b, w.Add(&b, columns) }}
}

// Read reads a document with the given number of columns. source adds all rows to the Rows that it gets. Read calls it
// twice: for a sample of the first rows, and for all rows. asText and spare are those of Converting.
func Read(ctx context.Context, o Options, columns int, asText func(column int) bool, spare int64,
	source func(*Rows) error) (*Cells, error) {
	sample := New(o, columns)
	if err := sample.feed(ctx, columns, sampled, source); err != nil {
		return nil, err
	}
	cells := sample.Converting(asText, spare)
	return cells, cells.Feed(ctx, columns, source)
}

// Feed calls source and adds its rows in blocks, on all cores.
func (c *Cells) Feed(ctx context.Context, columns int, source func(*Rows) error) error {
	return c.feed(ctx, columns, 0, source)
}

// feed does what Feed does, but adds at most `most` rows; 0: no limit.
func (c *Cells) feed(ctx context.Context, columns, most int, source func(*Rows) error) error {
	type block struct {
		Batch
		number int
	}
	workers := c.Workers(runtime.GOMAXPROCS(0))
	full, free := make(chan block, workers), make(chan Batch, 2*workers)
	return parallel.On(ctx, workers+1, workers+1, func(ctx context.Context, worker int) error {
		if worker == 0 {
			defer close(full)
			number := 0
			r := &Rows{batch: newBatch(columns, blockCells), most: most, send: func(b Batch) (Batch, error) {
				select {
				case full <- block{b, number}:
				case <-ctx.Done():
					return b, ctx.Err()
				}
				number++
				select {
				case b = <-free:
					return b, nil
				default:
					return newBatch(columns, blockCells), nil
				}
			}}
			if err := source(r); err != nil && !errors.Is(err, errSampled) {
				return err
			}
			return r.Flush()
		}
		w := c.Worker()
		defer w.Close()
		for b := range full {
			w.Begin(b.number)
			if err := w.Add(&b.Batch, columns); err != nil {
				return err
			}
			if err := w.End(); err != nil {
				return err
			}
			select {
			case free <- b.Batch:
			default:
			}
		}
		return nil
	})
}

// Column makes a column of texts, converted to the type `chosen`.
func Column(ctx context.Context, texts []string, chosen *Choice) (*data.Column, error) {
	feed := func(c *Cells) error {
		return c.Feed(ctx, 1, func(r *Rows) error {
			for _, t := range texts {
				row, err := r.Next()
				if err != nil {
					return err
				}
				row[0] = r.Append(QuotedCell, func(b []byte) []byte { return append(b, t...) })
			}
			return nil
		})
	}
	all := []*Choice{chosen}
	cells := New(Options{Delimiter: ',', Chosen: all}, 1)
	if err := feed(cells); err != nil {
		return nil, err
	}
	columns, err := cells.Columns(ctx, []string{"column_1"}, all, 0, feed)
	if err != nil {
		return nil, err
	}
	return columns[0], nil
}

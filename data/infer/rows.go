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
	blockCells = 8 * batchCells // about the cells of a block that Feed makes
	blockSize  = 1 << 20        // about the most bytes of its texts
	sampled    = 200            // rows that suggest how columns are converted
)

// MaxRow is the greatest number of bytes of a row.
const MaxRow = 16 << 20

// errSampled ends the reading of a sample.
var errSampled = errors.New("the sample is read")

// Rows takes rows one after the other, and adds them to Cells in batches.
type Rows struct {
	batch Batch
	send  func(Batch) (Batch, error) // adds the batch and returns another one
	rows  int
	most  int // rows; 0: any number
}

// Next returns the cells of a further row, which are null.
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

// Size returns the bytes of the texts of the batch so far.
func (r *Rows) Size() int { return len(r.batch.Src) }

// Append returns the cell of a value whose bytes add appends. flags are those of Cell.Len.
func (r *Rows) Append(flags uint32, add func(b []byte) []byte) Cell {
	from := len(r.batch.Src)
	r.batch.Src = add(r.batch.Src)
	return Cell{From: uint32(from), Len: uint32(len(r.batch.Src)-from) | flags}
}

// Flush adds the rows that are not added yet.
func (r *Rows) Flush() (err error) {
	if r.batch.Rows > 0 {
		r.batch.Src = slices.Grow(r.batch.Src, Padding)
		r.batch, err = r.send(r.batch)
		r.batch.Src, r.batch.Rows = r.batch.Src[:0], 0
	}
	return err
}

// Keep adds all batches to kept as well.
func (r *Rows) Keep(kept *[]Batch) {
	send := r.send
	r.send = func(b Batch) (Batch, error) {
		*kept = append(*kept, b)
		_, err := send(b)
		return newBatch(b.Width, blockCells), err
	}
}

// Replay adds batches that were kept.
func (r *Rows) Replay(kept []Batch) error {
	for _, b := range kept {
		if _, err := r.send(b); err != nil {
			return err
		}
	}
	return nil
}

// Taker returns an empty Rows that adds to the worker's block.
func (w *Worker) Taker(columns int) *Rows {
	return &Rows{batch: NewBatch(columns), send: func(b Batch) (Batch, error) { return b, w.Add(&b, columns) }}
}

// Read adds the rows of a document with the given number of columns. source hands over all rows. It is called once for
// a sample of the first rows, and once for all. asText and spare are those of Converting.
func Read(ctx context.Context, o Options, columns int, asText func(column int) bool, spare int64,
	source func(*Rows) error) (*Cells, error) {
	sample := New(o, columns)
	if err := sample.feed(ctx, columns, sampled, source); err != nil {
		return nil, err
	}
	cells := sample.Converting(asText, spare)
	return cells, cells.Feed(ctx, columns, source)
}

// Feed adds the rows that source hands over, in blocks on all cores.
func (c *Cells) Feed(ctx context.Context, columns int, source func(*Rows) error) error {
	return c.feed(ctx, columns, 0, source)
}

// feed does what Feed does for the given number of rows, 0 for all.
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

// Column makes a column of texts. chosen is the type of the column.
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

package parquet

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/intern"
	"cardinal/data/parallel"
	"cardinal/data/spill"
	"cardinal/memory"

	"github.com/apache/arrow-go/v18/parquet"
)

// column is one column being read. The chunks of its row groups fill disjoint rows of the same slices.
type column struct {
	name   string
	index  int // of the leaf in the file's schema
	maxDef int
	as     *conversion

	physical parquet.Type
	width    int // as plainWidth

	tooWide atomic.Bool // a value did not fit: the column is read again with the conversion's fallback
	ints    []int64
	floats  []float64
	bools   []uint8
	codes   []uint32
	groups  []rowGroup
}

type rowGroup struct {
	valid data.Bitmap
	texts *intern.Table
}

// allocate makes room for all rows, in a space where they are spilled.
func (c *column) allocate(s *spill.Space, rows, groups int) (err error) {
	c.ints, c.floats, c.bools, c.codes = nil, nil, nil, nil
	switch {
	case c.as.ints != nil:
		c.ints, err = spill.Make[int64](s, rows)
	case c.as.floats != nil:
		c.floats, err = spill.Make[float64](s, rows)
	case c.as.bools != nil:
		c.bools, err = spill.Make[uint8](s, rows)
	default:
		c.codes, err = spill.Make[uint32](s, rows)
	}
	c.groups = make([]rowGroup, groups)
	return err
}

// sink returns the sink of the rows from from up to, and not including, to.
func (c *column) sink(from, to int) sink {
	k := c.as
	switch {
	case k.ints != nil:
		return &numbers[int64]{decode: k.ints, out: c.ints[from:to]}
	case k.floats != nil:
		return &numbers[float64]{decode: k.floats, out: c.floats[from:to]}
	case k.bools != nil:
		return &numbers[uint8]{decode: k.bools, out: c.bools[from:to]}
	}
	return &texts{next: k.next, format: k.format, out: c.codes[from:to]}
}

var (
	errTooLarge = tooLarge{}
	errPages    = errors.New("its pages contradict each other")
)

// tooLarge is the error of texts that the memory cannot hold.
type tooLarge struct{}

func (tooLarge) Error() string {
	return "its texts need more memory than is free; " + memory.Advice() + " or open a smaller file"
}

// readChunk reads one column of one row group. The error names both.
func (l *loader) readChunk(ctx context.Context, c *column, g int) error {
	if c.tooWide.Load() {
		return nil
	}
	err := parallel.Guard(func() error { return l.readPages(ctx, c, g) })
	if errors.Is(err, errTooWide) && c.as.fallback != nil {
		c.tooWide.Store(true)
	} else if err != nil {
		if ctx.Err() != nil || errors.Is(err, errTooLarge) {
			return err
		}
		if errors.Is(err, parallel.ErrPanic) {
			err = errPages
		}
		return fmt.Errorf("the Parquet file is damaged: column %q of row group %d cannot be read: %w", c.name, g, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	if l.progress != nil {
		l.progress(min(1, float64(l.done)/float64(len(c.groups)*len(l.columns))))
	}
	return nil
}

func (l *loader) readPages(ctx context.Context, c *column, g int) error {
	from, to := l.starts[g], l.starts[g+1]
	pages, err := l.pages(c, g)
	if err != nil {
		return err
	}
	s := c.sink(from, to)
	if t, ok := s.(*texts); ok {
		t.limit = l.limit
	}
	k := chunk{rows: to - from, most: l.most, maxDef: c.maxDef, physical: c.physical, width: c.width, sink: s}
	if err := k.read(ctx, pages); err != nil {
		return err
	}
	c.groups[g].valid = k.valid
	if t, ok := s.(*texts); ok {
		c.groups[g].texts = &t.table
		if used := l.texts.Add(int64(t.table.Bytes())); l.limit > 0 && used > l.limit {
			return errTooLarge
		}
	}
	return nil
}

// finish makes the column of the table. It reads the column once more where a value did not fit.
func (l *loader) finish(ctx context.Context, c *column) (*data.Column, error) {
	for c.tooWide.Load() {
		c.tooWide.Store(false)
		c.as = c.as.fallback
		if err := c.allocate(l.spill, l.rows(), len(c.groups)); err != nil {
			return nil, err
		}
		for g := range c.groups {
			if err := l.readChunk(ctx, c, g); err != nil {
				return nil, err
			}
		}
	}
	valid := l.validity(c)
	var out *data.Column
	switch {
	case c.ints != nil:
		out = data.NewInts(c.name, c.as.typ, c.as.scale, c.ints, valid)
		out.UTC = c.as.utc
	case c.floats != nil && c.as.single:
		out = data.NewSingles(c.name, c.floats, valid)
	case c.floats != nil:
		out = data.NewFloats(c.name, c.floats, valid)
	case c.bools != nil:
		out = data.NewBools(c.name, c.bools, valid)
	default:
		texts := make([]*intern.Table, len(c.groups))
		for g := range texts {
			texts[g] = c.groups[g].texts
		}
		out = data.NewText(c.name, c.codes, intern.Merge(texts, l.starts, c.codes), valid)
	}
	if out.Note == "" {
		out.Note = c.as.note
	}
	return out, nil
}

// validity joins the bitmaps of the row groups; nil where no row is null.
func (l *loader) validity(c *column) data.Bitmap {
	var valid data.Bitmap
	for g, p := range c.groups {
		from, to := l.starts[g], l.starts[g+1]
		if p.valid == nil {
			if valid != nil {
				valid.SetRange(from, to)
			}
			continue
		}
		if valid == nil {
			valid = data.NewBitmap(l.rows())
			valid.SetRange(0, from)
		}
		valid.Or(p.valid, from)
	}
	return valid
}

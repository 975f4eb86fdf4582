package csv

import (
	"context"
	"runtime"
	"unsafe"

	"cardinal/data"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/data/text/intern"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// Mismatch is the error of a second pass that found other values or rows than the first pass. It is a fault of this
// package.
type Mismatch struct{ text string }

// Error returns what the second pass found.
func (e Mismatch) Error() string { return e.text }

// column is a column being filled. All workers write into disjoint rows of the same slices.
type column struct {
	conversion
	ints     ints
	floats   []float64
	bools    []uint8
	codes    []uint32
	segments []segment // by worker
}

// segment is what one worker adds to a column. Its rows follow each other.
type segment struct {
	nulls   data.Bitmap // over the segment's rows; nil before the first null
	texts   intern.Table
	rounded count // floats that do not hold all digits
	unread  count // values that are not of the type that a person chose
	dropped count // values of a chosen date whose time of day was dropped
}

// newColumn makes a column with room for all rows. The values lie in space.
func newColumn(p conversion, space *spill.Space, rows, segments int) (c *column, err error) {
	c = &column{conversion: p, segments: make([]segment, segments)}
	switch p.typ {
	case data.Float:
		c.floats, err = spill.Make[float64](space, rows)
	case data.Bool:
		c.bools, err = spill.Make[uint8](space, rows)
	case data.Text:
		c.codes, err = spill.Make[uint32](space, rows)
	default:
		switch p.width() {
		case 1:
			c.ints, err = makeInts[int8](space, rows)
		case 2:
			c.ints, err = makeInts[int16](space, rows)
		case 4:
			c.ints, err = makeInts[int32](space, rows)
		default:
			c.ints, err = makeInts[int64](space, rows)
		}
	}
	return c, err
}

func makeInts[T int8 | int16 | int32 | int64](space *spill.Space, rows int) (intsOf[T], error) {
	values, err := spill.Make[T](space, rows)
	return values, err
}

// width returns the bytes of a row while the column is filled.
func (p *conversion) width() int64 {
	switch p.typ {
	case data.Bool:
		return 1
	case data.Text, data.Date:
		return 4
	case data.Int, data.Decimal:
		switch {
		case p.digits <= 2:
			return 1
		case p.digits <= 4:
			return 2
		case p.digits <= 9:
			return 4
		}
	}
	return 8
}

// ints are the integers of a column, in the narrowest of four widths that holds every value: a column of two digits
// takes a byte a row while it is filled.
type ints interface {
	// set stores an integer; it returns false if the integer is wider than the first pass saw.
	set(row int, v int64) bool
	// fill stores integers times a factor from a row on.
	fill(row int, values ints, factor int64)
	bytes() int64
	spill(a *spill.Arena) (ints, error)
	// offsets sets codes from a row on to the integers times a factor, less base, and the codes of nulls to 0.
	offsets(to data.Codes, row int, factor, base int64, nulls data.Bitmap)
	column(p *conversion, valid data.Bitmap) *data.Column
}

type intsOf[T int8 | int16 | int32 | int64] []T

func (s intsOf[T]) set(row int, v int64) bool {
	s[row] = T(v)
	return int64(T(v)) == v
}

func (s intsOf[T]) fill(row int, values ints, factor int64) {
	switch values := values.(type) {
	case intsOf[int8]:
		copyInts(s[row:], values, factor)
	case intsOf[int16]:
		copyInts(s[row:], values, factor)
	case intsOf[int32]:
		copyInts(s[row:], values, factor)
	case intsOf[int64]:
		copyInts(s[row:], values, factor)
	}
}

func (s intsOf[T]) bytes() int64 { return int64(len(s)) * int64(unsafe.Sizeof(T(0))) }

func (s intsOf[T]) spill(a *spill.Arena) (ints, error) {
	out, err := spill.Copy(a, s)
	return intsOf[T](out), err
}

func (s intsOf[T]) offsets(to data.Codes, row int, factor, base int64, nulls data.Bitmap) {
	data.FillOffsets(to, row, s, factor, base, nulls)
}

func (s intsOf[T]) column(p *conversion, valid data.Bitmap) *data.Column {
	return data.NewInts(p.name, p.typ, p.scale, s, valid)
}

// convert runs the second pass: it sets the columns of out that are wanted and nil. Each worker fills consecutive
// blocks. limit is the memory in bytes that all texts may take, 0 for no limit.
func (s *source) convert(ctx context.Context, v *detection, conversions []conversion, out []*data.Column, limit int64,
	progress func(float64)) error {
	var missing []int
	for i, c := range out {
		if c == nil && v.wants(i) {
			missing = append(missing, i)
		}
	}
	if missing == nil {
		return nil
	}
	starts := v.starts()
	rows := starts[len(starts)-1]
	workers := max(1, min(runtime.GOMAXPROCS(0), len(v.blocks)))
	columns := make([]*column, len(conversions))
	for _, i := range missing {
		var err error
		if columns[i], err = newColumn(conversions[i], v.spill, rows, workers); err != nil {
			return err
		}
	}
	first := func(w int) int { return w * len(v.blocks) / workers } // the first block of worker w
	err := parallel.Do(ctx, workers, func(ctx context.Context, w int) error {
		from, to := first(w), first(w+1)
		if from == to {
			return nil
		}
		f := converter{source: s, columns: columns, worker: w, base: starts[from], rows: starts[to] - starts[from],
			single: v.single}
		for i := from; i < to; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f.fill(v.blocks[i], starts[i], starts[i+1]); err != nil {
				return err
			}
			if limit > 0 && f.textBytes() > limit/int64(workers) {
				return separators.Errorf("the table is too large: its texts need more than the %d MB of memory that "+
					"are free; %s or open a smaller file", limit>>20, memory.Advice())
			}
			if w == 0 {
				progress(float64(i+1) / float64(to))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return parallel.Do(ctx, len(missing), func(_ context.Context, i int) error {
		out[missing[i]] = columns[missing[i]].finish(rows, func(w int) int { return starts[first(w)] })
		return nil
	})
}

// finish joins the segments into a column of the table. start returns the first row of a worker's segment.
func (c *column) finish(rows int, start func(w int) int) *data.Column {
	var valid data.Bitmap
	for w := range c.segments {
		if nulls := c.segments[w].nulls; nulls != nil {
			if valid == nil {
				valid = data.NewBitmap(rows)
			}
			valid.Or(nulls, start(w))
		}
	}
	if valid != nil {
		valid.Invert()
	}
	c.unreadNote(start)
	var rounded count
	var values []string
	switch c.typ {
	case data.Float:
		for w := range c.segments {
			rounded.join(c.segments[w].rounded, start(w))
		}
	case data.Text:
		texts, starts := make([]*intern.Table, len(c.segments)), []int{}
		for w := range texts {
			texts[w], starts = &c.segments[w].texts, append(starts, start(w))
		}
		values = intern.Merge(texts, append(starts, rows), c.codes)
	}
	return c.done(rows, valid, rounded, values)
}

// done makes a column of the table from the filled values, and releases their memory. texts are by code.
func (c *column) done(rows int, valid data.Bitmap, rounded count, texts []string) *data.Column {
	if rounded.n > 0 {
		c.addNote(separators.Sprintf("%d of %d numbers do not fit a 64-bit float and were rounded, the first in row %d",
			rounded.n, rows, rounded.first+1))
	}
	var out *data.Column
	switch {
	case c.typ == data.Float && rounded.n > 0:
		out = data.NewFloatColumn(c.name, c.floats, valid)
	case c.typ == data.Float:
		out = data.NewFloats(c.name, c.floats, valid)
	case c.typ == data.Bool:
		out = data.NewBools(c.name, c.bools, valid)
	case c.typ == data.Text:
		out = data.NewText(c.name, c.codes, texts, valid)
	default:
		out = c.ints.column(&c.conversion, valid)
	}
	c.describe(out)
	*c = column{conversion: c.conversion}
	return out
}

// describe copies to a column how its values were read.
func (p *conversion) describe(c *data.Column) { c.UTC, c.Format, c.Note = p.utc, p.format, p.note }

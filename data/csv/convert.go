package csv

import (
	"context"
	"fmt"
	"runtime"

	"cardinal/data"
	"cardinal/data/intern"
	"cardinal/data/parallel"
)

// A Mismatch says that the second pass found something else than the first.
type Mismatch struct{ text string }

func (e Mismatch) Error() string { return e.text }

// column is a column being filled. All workers write into disjoint rows of the same slices. Integers are kept in the
// narrowest of four widths that has their digits.
type column struct {
	plan
	tiny   []int8
	short  []int16
	half   []int32
	ints   []int64
	floats []float64
	bools  []uint8
	codes  []uint32
	parts  []part // by worker
}

// part is what one worker keeps of a column: its rows are one piece of the table.
type part struct {
	nulls   data.Bitmap // over the part's rows; nil while there are none
	texts   intern.Table
	rounded count // floats that do not hold all digits
}

func newColumn(p plan, rows, parts int) *column {
	c := &column{plan: p, parts: make([]part, parts)}
	switch p.typ {
	case data.Float:
		c.floats = make([]float64, rows)
	case data.Bool:
		c.bools = make([]uint8, rows)
	case data.Text:
		c.codes = make([]uint32, rows)
	default:
		switch p.width() {
		case 1:
			c.tiny = make([]int8, rows)
		case 2:
			c.short = make([]int16, rows)
		case 4:
			c.half = make([]int32, rows)
		default:
			c.ints = make([]int64, rows)
		}
	}
	return c
}

// width is the bytes that a row takes while the column is filled.
func (p *plan) width() int64 {
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

// setInt stores an integer, and reports false where it is wider than the first pass saw.
func (c *column) setInt(row int, v int64) bool {
	switch {
	case c.ints != nil:
		c.ints[row] = v
		return true
	case c.half != nil:
		c.half[row] = int32(v)
		return int64(int32(v)) == v
	case c.short != nil:
		c.short[row] = int16(v)
		return int64(int16(v)) == v
	}
	c.tiny[row] = int8(v)
	return int64(int8(v)) == v
}

// convert is the second pass: every worker fills the rows of one run of spans.
// limit is the memory that their texts may take, 0 for no limit.
func (s *source) convert(ctx context.Context, v *survey, plans []plan, limit int64, progress func(float64)) ([]*data.Column, error) {
	starts := v.starts()
	rows := starts[len(starts)-1]
	workers := max(1, min(runtime.GOMAXPROCS(0), len(v.spans)))
	columns := make([]*column, len(plans))
	for i, p := range plans {
		columns[i] = newColumn(p, rows, workers)
	}
	first := func(w int) int { return w * len(v.spans) / workers } // the first span of worker w
	err := parallel.Do(ctx, workers, func(ctx context.Context, w int) error {
		from, to := first(w), first(w+1)
		if from == to {
			return nil
		}
		f := filler{source: s, columns: columns, worker: w, base: starts[from], rows: starts[to] - starts[from], single: v.single}
		for i := from; i < to; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f.fill(v.spans[i], starts[i], starts[i+1]); err != nil {
				return err
			}
			if limit > 0 && f.textBytes() > limit/int64(workers) {
				return fmt.Errorf("the table is too large: its texts need more than the %d MB of memory that are free; close other programs or open a smaller file", limit>>20)
			}
			if w == 0 {
				progress(float64(i+1) / float64(to))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := make([]*data.Column, len(columns))
	err = parallel.Do(ctx, len(columns), func(_ context.Context, i int) error {
		out[i] = columns[i].finish(rows, func(w int) int { return starts[first(w)] })
		return nil
	})
	return out, err
}

// finish joins the workers' parts.
func (c *column) finish(rows int, start func(w int) int) *data.Column {
	var valid data.Bitmap
	for w := range c.parts {
		if nulls := c.parts[w].nulls; nulls != nil {
			if valid == nil {
				valid = data.NewBitmap(rows)
			}
			valid.Or(nulls, start(w))
		}
	}
	if valid != nil {
		valid.Invert()
	}
	out := c.column(rows, valid, start)
	out.UTC, out.Format = c.utc, c.format
	out.Note = c.note
	return out
}

// column makes the column of what the workers filled in, and lets go of that.
func (c *column) column(rows int, valid data.Bitmap, start func(w int) int) *data.Column {
	defer func() { *c = column{plan: c.plan} }()
	switch {
	case c.typ == data.Float:
		var all count
		for w := range c.parts {
			all.join(c.parts[w].rounded, start(w))
		}
		if all.n == 0 {
			return data.NewFloats(c.name, c.floats, valid)
		}
		c.addNote(fmt.Sprintf("%d of %d numbers do not fit a 64-bit float and were rounded, the first in row %d", all.n, rows, all.first+1))
		return data.NewFloatColumn(c.name, c.floats, valid)
	case c.typ == data.Bool:
		return data.NewBools(c.name, c.bools, valid)
	case c.typ == data.Text:
		texts, starts := make([]*intern.Table, len(c.parts)), []int{}
		for w := range texts {
			texts[w], starts = &c.parts[w].texts, append(starts, start(w))
		}
		return data.NewText(c.name, c.codes, intern.Merge(texts, append(starts, rows), c.codes), valid)
	case c.tiny != nil:
		return data.NewInts(c.name, c.typ, c.scale, c.tiny, valid)
	case c.short != nil:
		return data.NewInts(c.name, c.typ, c.scale, c.short, valid)
	case c.half != nil:
		return data.NewInts(c.name, c.typ, c.scale, c.half, valid)
	}
	return data.NewInts(c.name, c.typ, c.scale, c.ints, valid)
}

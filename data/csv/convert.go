package csv

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"unsafe"

	"cardinal/data"
	"cardinal/data/intern"
	"cardinal/data/parallel"
)

// errChanged says that the second pass found other records than the first.
var errChanged = errors.New("the file changed while it was read; open it again when nothing writes to it")

// column is a column being filled. All workers write into disjoint rows of the same slices.
type column struct {
	plan
	ints   []int64
	floats []float64
	bools  []uint8
	codes  []uint32
	parts  []part // by worker
}

// part is what one worker keeps of a column: its rows are one piece of the table.
type part struct {
	nulls data.Bitmap // over the part's rows; nil while there are none
	texts intern.Table
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
		c.ints = make([]int64, rows)
	}
	return c
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
		f := filler{source: s, columns: columns, worker: w, base: starts[from], rows: starts[to] - starts[from]}
		for i := from; i < to; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f.fill(v.spans[i], starts[i], starts[i+1]); err != nil {
				return err
			}
			if limit > 0 && f.textBytes() > limit/int64(workers) {
				return fmt.Errorf("its texts need more than the %d MB of memory that are free; close other programs or open a smaller file", limit>>20)
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

// filler is one worker of the second pass.
type filler struct {
	*source
	columns []*column
	worker  int
	base    int // its first row
	rows    int
	buf     []byte
}

func (f *filler) fill(sp span, row, end int) error {
	n := int(sp.to - sp.from)
	if cap(f.buf) < n {
		f.buf = make([]byte, n)
	}
	f.buf = f.buf[:n]
	if err := readFull(f, f.buf, sp.from); err != nil {
		return err
	}
	sc := scanner{src: f.buf, delim: f.delim, eol: f.eol}
	for sc.next() {
		if sc.blank && len(f.columns) > 1 {
			continue
		}
		if row == end {
			return errChanged
		}
		for i, c := range f.columns {
			if i >= len(sc.fields) {
				f.null(c, row)
				continue
			}
			if err := f.set(c, row, &sc, &sc.fields[i]); err != nil {
				return err
			}
		}
		row++
	}
	if row != end {
		return errChanged
	}
	return nil
}

// textBytes is the memory that the worker's texts take.
func (f *filler) textBytes() int64 {
	n := 0
	for _, c := range f.columns {
		n += c.parts[f.worker].texts.Bytes()
	}
	return int64(n)
}

func (f *filler) null(c *column, row int) {
	p := &c.parts[f.worker]
	if p.nulls == nil {
		p.nulls = data.NewBitmap(f.rows)
	}
	p.nulls.Set(row - f.base)
}

func (f *filler) set(c *column, row int, sc *scanner, fd *field) error {
	if c.typ == data.Text {
		if len(fd.text) == 0 && !fd.quoted {
			f.null(c, row)
			return nil
		}
		c.codes[row] = c.parts[f.worker].texts.Code(sc.value(fd))
		return nil
	}
	b := trim(sc.value(fd))
	if len(b) == 0 || b[0]|0x20 == 'n' && isMarker(b) {
		f.null(c, row)
		return nil
	}
	ok := false
	switch c.typ {
	case data.Int, data.Decimal:
		c.ints[row], ok = parseDecimal(b, c.scale, c.comma)
	case data.Float:
		var err error
		c.floats[row], err = strconv.ParseFloat(unsafe.String(&b[0], len(b)), 64)
		ok = err == nil
	case data.Bool:
		t := truth(b)
		c.bools[row], ok = uint8(t), t >= 0
	case data.Date:
		c.ints[row], ok = parseDate(b, c.order)
	case data.Timestamp:
		c.ints[row], ok = parseStamp(b, c.scale)
	}
	if !ok {
		return errChanged
	}
	return nil
}

// parseDecimal reads a number with at most scale places as an integer of 10^-scale.
func parseDecimal(b []byte, scale int, comma bool) (int64, bool) {
	separator := byte('.')
	if comma {
		separator = ','
	}
	negative := b[0] == '-'
	if negative {
		b = b[1:]
	}
	var v uint64
	point := len(b)
	for i, c := range b {
		if d := c - '0'; d < 10 {
			v = 10*v + uint64(d)
			continue
		}
		if c != separator || point < len(b) {
			return 0, false
		}
		point = i
	}
	places := max(0, len(b)-1-point)
	if places > scale || len(b) > 20 {
		return 0, false
	}
	v *= uint64(pow10[scale-places])
	if negative {
		return -int64(v), v <= 1<<63
	}
	return int64(v), v < 1<<63
}

func parseDate(b []byte, order byte) (int64, bool) {
	if order == 0 {
		return isoDate(b)
	}
	first, second, year, ok := yearLast(b)
	if !ok {
		return 0, false
	}
	if order == 'd' {
		return daysFrom(year, second, first)
	}
	return daysFrom(year, first, second)
}

func parseStamp(b []byte, scale int) (int64, bool) {
	s, ok := isoStamp(b)
	unit := pow10[scale]
	return s.seconds*unit + s.nanos/(1e9/unit), ok && s.places <= scale
}

var pow10 = [...]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

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
	var out *data.Column
	switch c.typ {
	case data.Float:
		out = data.NewFloats(c.name, c.floats, valid)
	case data.Bool:
		out = data.NewBools(c.name, c.bools, valid)
	case data.Text:
		out = data.NewText(c.name, c.codes, c.mergeTexts(rows, start), valid)
	default:
		out = data.NewInts(c.name, c.typ, c.scale, c.ints, valid)
		out.UTC = c.utc
	}
	out.Note = c.note
	return out
}

// mergeTexts joins the workers' dictionaries and rewrites the codes to the joined one.
func (c *column) mergeTexts(rows int, start func(w int) int) []string {
	all := &c.parts[0].texts
	for w := 1; w < len(c.parts); w++ {
		codes := all.Merge(&c.parts[w].texts)
		end := rows
		if w+1 < len(c.parts) {
			end = start(w + 1)
		}
		for i := start(w); i < end && len(codes) > 0; i++ {
			if old := c.codes[i]; int(old) < len(codes) {
				c.codes[i] = codes[old]
			}
		}
	}
	return all.Values
}

package csv

import (
	"context"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/data/intern"
	"cardinal/data/parallel"
	"cardinal/data/spill"
)

// chunk is a column of a block that the first pass converted. Most fields are those of the draft.
type chunk struct {
	how      likely
	worker   int
	ints     ints
	floats   []float64
	codes    data.Codes
	nulls    data.Bitmap
	scale    int
	rounded  count
	from, to int // the texts of the worker's table that were new
}

// finish takes the columns of a block of so many rows from the drafts. It is nil where there is no column that was converted.
func (w *detector) finish(rows int) []chunk {
	out, some, bytes := make([]chunk, len(w.drafts)), false, int64(0)
	spills := w.aside != nil && w.spare > 0 && w.held.Load() > w.spare/2
	for i := range w.drafts {
		d := &w.drafts[i]
		c := &out[i]
		c.how, c.worker, c.nulls = w.hints.of(i), w.worker, d.nulls
		switch c.how {
		case twice:
			*c = chunk{how: twice}
			continue
		case plainTexts:
			c.codes = narrowCodes(grow(d.codes, rows), len(d.texts.Values))
			c.from, c.to = d.from, len(d.texts.Values)
			bytes += int64(d.texts.Bytes() - d.held)
			d.held = d.texts.Bytes()
		case floating:
			c.floats, c.rounded = slices.Clone(grow(d.floats, rows)), d.rounded
		case unseen:
		default:
			c.ints, c.scale = narrow(grow(d.ints, rows)), d.scale
		}
		if some = true; !spills {
			bytes += c.bytes()
		} else if err := c.spill(&w.arena); err != nil {
			w.hints.wrong(i)
			*c = chunk{how: twice}
		}
	}
	if held := w.held.Add(bytes); w.spare > 0 && held > w.spare {
		w.hints.allWrong()
		some = false
	}
	if !some {
		return nil
	}
	return out
}

// bytes is the memory that the values of a chunk take.
func (c *chunk) bytes() int64 {
	n := int64(c.codes.Bytes() + 8*len(c.floats))
	if c.ints != nil {
		n += c.ints.bytes()
	}
	return n
}

// spill moves the values of a chunk into an arena.
func (c *chunk) spill(a *spill.Arena) (err error) {
	switch {
	case c.ints != nil:
		c.ints, err = c.ints.spill(a)
	case c.floats != nil:
		c.floats, err = spill.Copy(a, c.floats)
	case c.codes.U8 != nil:
		c.codes.U8, err = spill.Copy(a, c.codes.U8)
	case c.codes.U16 != nil:
		c.codes.U16, err = spill.Copy(a, c.codes.U16)
	default:
		c.codes.U32, err = spill.Copy(a, c.codes.U32)
	}
	return err
}

// narrowCodes are codes below n in the narrowest width.
func narrowCodes(codes []uint32, n int) data.Codes {
	if n > 1<<16 {
		codes = slices.Clone(codes)
	}
	return data.PackCodes(codes, n)
}

// narrow are integers in the narrowest width.
func narrow(values []int64) ints {
	least, most := int64(0), int64(0)
	for _, v := range values {
		least, most = min(least, v), max(most, v)
	}
	switch {
	case least >= math.MinInt8 && most <= math.MaxInt8:
		return narrowed[int8](values)
	case least >= math.MinInt16 && most <= math.MaxInt16:
		return narrowed[int16](values)
	case least >= math.MinInt32 && most <= math.MaxInt32:
		return narrowed[int32](values)
	}
	return narrowed[int64](values)
}

func narrowed[T int8 | int16 | int32 | int64](values []int64) intsOf[T] {
	out := make(intsOf[T], len(values))
	copyInts(out, values, 1)
	return out
}

// copyInts sets integers to others times a factor.
func copyInts[D, S int8 | int16 | int32 | int64](to []D, from []S, factor int64) {
	to = to[:len(from)]
	if factor == 1 {
		for i, v := range from {
			to[i] = D(v)
		}
		return
	}
	for i, v := range from {
		to[i] = D(int64(v) * factor)
	}
}

// early makes the columns that the first pass converted as conversions have it. The others are nil, and so are those of the names
// beyond the first line.
func (s *source) early(ctx context.Context, v *detection, conversions []conversion) ([]*data.Column, error) {
	starts := v.starts()
	out := make([]*data.Column, len(conversions))
	err := parallel.Do(ctx, v.columns, func(_ context.Context, i int) error {
		if v.holds(i, &conversions[i]) {
			var err error
			if out[i], err = v.join(i, conversions[i], starts); err != nil {
				return err
			}
		}
		for _, chunks := range v.chunks {
			if chunks != nil {
				chunks[i] = chunk{}
			}
		}
		return nil
	})
	v.chunks, v.tables = nil, nil
	return out, err
}

// holds reports whether the chunks of a column are what the column becomes.
func (v *detection) holds(column int, p *conversion) bool {
	how := v.hints.of(column)
	if how == twice || p.chosen && p.typ != data.Text {
		return false
	}
	for _, chunks := range v.chunks {
		if chunks == nil || chunks[column].how != how && chunks[column].how != unseen || chunks[column].scale > p.scale && p.typ != data.Float {
			return false
		}
	}
	switch p.typ {
	case data.Text:
		return how == plainTexts || how == unseen
	case data.Int, data.Decimal:
		return how == points && p.sign == '.' || how == commas && p.sign == ','
	case data.Float:
		return how == floating && p.sign == '.'
	case data.Date:
		return how == isoDates && p.order == 0
	case data.Timestamp:
		return how == isoStamps
	case data.Bool:
		return how == truthValues
	}
	return false
}

// join makes a column of its chunks. starts is the first row of every block.
func (v *detection) join(column int, p conversion, starts []int) (*data.Column, error) {
	rows := starts[len(starts)-1]
	c, err := newColumn(p, v.spill, rows, 0)
	if err != nil {
		return nil, err
	}
	var valid data.Bitmap
	var rounded count
	var mapping [][]uint32
	var values []string
	if p.typ == data.Text {
		values, mapping = v.texts(column)
	}
	for b := range v.chunks {
		k := &v.chunks[b][column]
		row := starts[b]
		if k.nulls != nil {
			if valid == nil {
				valid = data.NewBitmap(rows)
			}
			valid.Or(k.nulls, row)
		}
		switch {
		case k.how == unseen:
		case p.typ == data.Text:
			remap(c.codes[row:], k.codes, mapping[k.worker])
		case p.typ == data.Float:
			copy(c.floats[row:], k.floats)
			if k.rounded.n > 0 {
				rounded.join(k.rounded, row)
			}
		case p.typ == data.Bool:
			for i, v := range k.ints.(intsOf[int8]) {
				c.bools[row+i] = uint8(v)
			}
		default:
			c.ints.fill(row, k.ints, pow10[p.scale-k.scale])
		}
	}
	if valid != nil {
		valid.Invert()
	}
	return c.done(rows, valid, rounded, values), nil
}

// texts joins the tables of all workers for a column.
func (v *detection) texts(column int) (values []string, mapping [][]uint32) {
	tables := make([]*intern.Table, len(v.tables))
	for w := range tables {
		if tables[w] = new(intern.Table); v.tables[w] != nil {
			tables[w] = v.tables[w][column]
		}
	}
	var pieces []intern.Piece
	for _, chunks := range v.chunks {
		if k := &chunks[column]; k.to > k.from {
			pieces = append(pieces, intern.Piece{Table: k.worker, From: k.from, To: k.to})
		}
	}
	return intern.Join(tables, pieces)
}

// remap sets codes to those that a mapping has for others. A table without texts has no mapping and only nulls.
func remap(to []uint32, from data.Codes, mapping []uint32) {
	switch {
	case len(mapping) == 0:
	case from.U8 != nil:
		remapped(to, from.U8, mapping)
	case from.U16 != nil:
		remapped(to, from.U16, mapping)
	default:
		remapped(to, from.U32, mapping)
	}
}

func remapped[C uint8 | uint16 | uint32](to []uint32, from []C, mapping []uint32) {
	to = to[:len(from)]
	for i, code := range from {
		to[i] = mapping[code]
	}
}

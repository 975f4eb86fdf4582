package infer

import (
	"math"
	"slices"
	"unsafe"

	"cardinal/data"
	"cardinal/data/store/spill"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// A chunk is a converted column of a block. Most of its fields come from the draft.
type chunk struct {
	how      likely
	worker   int
	ints     ints
	least    int64 // least of `ints`, without nulls; greater than `most` if all are null
	most     int64
	floats   []float64
	codes    data.Codes
	nulls    data.Bitmap
	scale    int
	rounded  Count
	unread   Count
	dropped  Count
	from, to int // range of the texts that this block added to the worker's table
}

// finish makes a chunk for each column of a block of rows. It returns nil if no column was converted.
func (w *Worker) finish(rows int) ([]chunk, error) {
	out, some, bytes, texts := make([]chunk, len(w.drafts)), false, int64(0), int64(0)
	aside := w.options.Aside
	spills := aside != nil && w.spare > 0 && w.held.Load() > w.spare/2
	for i := range w.drafts {
		d := &w.drafts[i]
		c := &out[i]
		c.how, c.worker, c.nulls, c.unread, c.dropped = w.hints.get(i), w.number, d.nulls, d.unread, d.dropped
		switch c.how {
		case twice:
			*c = chunk{how: twice}
			continue
		case plainTexts:
			c.codes = narrowCodes(grow(d.codes, rows), len(d.texts.Values))
			c.from, c.to = d.from, len(d.texts.Values)
			texts += int64(d.texts.Bytes() - d.held)
			d.held = d.texts.Bytes()
		case floating:
			c.floats, c.rounded = slices.Clone(grow(d.floats, rows)), d.rounded
		case unseen:
		default:
			c.narrow(grow(d.ints, rows))
			c.scale = d.scale
		}
		if some = true; !spills {
			bytes += c.bytes()
		} else if err := c.spill(aside); err != nil {
			if w.first != nil {
				return nil, err
			}
			w.hints.giveUp(i)
			*c = chunk{how: twice}
		}
	}
	held := w.held.Add(bytes + texts)
	switch {
	case w.first != nil && w.most > 0 && w.texts.Add(texts) > w.most:
		return nil, separators.Errorf("the table is too large: its texts need more than the %d MB of memory that are "+
			"free; %s or open a smaller file", w.most>>20, memory.Advice())
	case w.first == nil && w.spare > 0 && held > w.spare:
		w.hints.giveUpAll()
		some = false
	}
	if !some {
		return nil, nil
	}
	return out, nil
}

// ints is a list of integers, stored in the least width that fits every value.
type ints interface {
	// fill sets `values` to the integers, multiplied by factor.
	fill(values []int64, factor int64)
	// fillFloats sets `values` to the integers, divided by unit.
	fillFloats(values []float64, unit float64)
	bytes() int64
	spill(a *spill.Arena) (ints, error)
	// offsets sets the codes of consecutive rows from the given row on: v*factor - base for an integer v, and 0 for a
	// null.
	offsets(to data.Codes, row int, factor, base int64, nulls data.Bitmap)
}

type intsOf[T int8 | int16 | int32 | int64] []T

func (s intsOf[T]) fill(values []int64, factor int64) { copyInts(values, s, factor) }

func (s intsOf[T]) fillFloats(values []float64, unit float64) {
	for i, v := range s {
		values[i] = float64(v) / unit
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

// bytes returns the memory of a chunk's values in bytes.
func (c *chunk) bytes() int64 {
	n := int64(c.codes.Bytes() + 8*len(c.floats))
	if c.ints != nil {
		n += c.ints.bytes()
	}
	return n
}

// spill moves the values of a chunk to an arena.
func (c *chunk) spill(a *spill.Arena) (err error) {
	if c.ints != nil {
		c.ints, err = c.ints.spill(a)
		return err
	}
	if c.floats != nil {
		c.floats, err = spill.Copy(a, c.floats)
		return err
	}
	c.codes, err = c.codes.Spill(a)
	return err
}

// narrowCodes packs codes less than n into the least width.
func narrowCodes(codes []uint32, n int) data.Codes {
	if n > 1<<16 {
		codes = slices.Clone(codes)
	}
	return data.PackCodes(codes, n)
}

// narrow stores the integers in the least width. Nulls are stored as 0.
func (c *chunk) narrow(values []int64) {
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for i, v := range values {
		if v != 0 || c.nulls == nil || i>>6 >= len(c.nulls) || !c.nulls.Get(i) {
			least, most = min(least, v), max(most, v)
		}
	}
	c.least, c.most = least, most
	switch least, most = min(least, 0), max(most, 0); {
	case least >= math.MinInt8 && most <= math.MaxInt8:
		c.ints = narrowed[int8](values)
	case least >= math.MinInt16 && most <= math.MaxInt16:
		c.ints = narrowed[int16](values)
	case least >= math.MinInt32 && most <= math.MaxInt32:
		c.ints = narrowed[int32](values)
	default:
		c.ints = narrowed[int64](values)
	}
}

func narrowed[T int8 | int16 | int32 | int64](values []int64) intsOf[T] {
	out := make(intsOf[T], len(values))
	copyInts(out, values, 1)
	return out
}

// copyInts copies the integers, multiplied by factor.
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

// areExact reports whether dividing the integers of a column's chunks gives the same floats as reading the texts.
func (c *Cells) areExact(column int) bool {
	return !slices.ContainsFunc(c.chunks, func(chunks []chunk) bool {
		k := &chunks[column]
		return k.how == points && k.least <= k.most && (k.least < -mostExact || k.most > mostExact)
	})
}

// holds reports whether the chunks of a column have values of the type and the form that p needs.
func (c *Cells) holds(column int, p *conversion) bool {
	if c.first != nil {
		return c.as[column] != nil
	}
	if column >= len(c.hints) {
		return false
	}
	how := c.hints.get(column)
	if how == twice {
		return false
	}
	for _, chunks := range c.chunks {
		if chunks == nil || chunks[column].how != how && chunks[column].how != unseen ||
			chunks[column].scale > p.scale && p.typ != data.Float {
			return false
		}
	}
	switch p.typ {
	case data.Text:
		return how == plainTexts || how == unseen
	case data.Int, data.Decimal:
		return how == points && p.sign == '.' || how == commas && p.sign == ','
	case data.Float:
		return p.sign == '.' && (how == floating || how == points && c.areExact(column))
	case data.Date:
		return p.order == 0 && (how == isoDates || how == dayFirst || how == monthFirst) ||
			p.order == 'd' && how == dayFirst || p.order == 'm' && how == monthFirst
	case data.Timestamp:
		return how == isoStamps
	case data.Bool:
		return how == truthValues
	}
	return false
}

package formula

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"cardinal/data"
	"cardinal/internal/memory"
)

// column computes a vector for every row, and returns a column of the results.
func (e *evaluator) column(v vector, name string) (*data.Column, error) {
	switch {
	case v.kind == data.Null:
		v = nullsAs(v.shape)
		fallthrough
	case v.kind != data.Float && v.kind != data.Text && v.kind != data.Bool:
		c, err := e.offsets(v, name)
		if c != nil || err != nil {
			return c, err
		}
		return e.integers(v, name)
	case v.kind == data.Text:
		return e.texts(v, name)
	case v.kind == data.Bool:
		out, valid := memory.Uninitialized[uint8](e.n), data.NewBitmap(e.n)
		err := e.all(func(b *batch) {
			l := v.rows(b)
			b.keepValid(valid, l.valid)
			for i := range b.n {
				out[b.lo+i] = uint8(l.bits[i>>6] >> (i & 63) & 1)
			}
		})
		return data.NewBools(name, out, valid), err
	}
	out, valid := memory.Uninitialized[float64](e.n), data.NewBitmap(e.n)
	err := e.all(func(b *batch) {
		l := v.rows(b)
		b.keepValid(valid, l.valid)
		copy(out[b.lo:], l.floats)
	})
	if err != nil {
		return nil, err
	}
	c := data.NewFloatColumn(name, out, valid)
	c.Format = v.format
	return c, nil
}

// offsets makes a column of integers whose codes are distances from the least integer (frame of reference). It returns
// nil if the predicted range of the integers is too wide for codes. It also returns nil if the true range allows
// narrower codes than the predicted range.
func (e *evaluator) offsets(v vector, name string) (*data.Column, error) {
	switch span := uint64(v.hi) - uint64(v.lo); {
	case v.lo == math.MinInt64 || span >= math.MaxUint32-2:
		return nil, nil
	case data.WidthOf(int(span)+2) == 1:
		codes := memory.Uninitialized[uint8](e.n)
		return offsets(e, v, name, codes, data.Codes{U8: codes})
	case data.WidthOf(int(span)+2) == 2:
		codes := memory.Uninitialized[uint16](e.n)
		return offsets(e, v, name, codes, data.Codes{U16: codes})
	}
	codes := memory.Uninitialized[uint32](e.n)
	return offsets(e, v, name, codes, data.Codes{U32: codes})
}

// offsets computes the integers of v, and makes a column of them. It writes the codes of the integers to codes, which
// has the same memory as all.
func offsets[C uint8 | uint16 | uint32](
	e *evaluator, v vector, name string, codes []C, all data.Codes,
) (*data.Column, error) {
	base, valid := v.lo-1, data.NewBitmap(e.n)
	found := ends{lo: math.MaxInt64, hi: math.MinInt64}
	err := e.all(func(b *batch) {
		l := v.rows(b)
		b.keepValid(valid, l.valid)
		found.add(&l)
		to := codes[b.lo:][:b.n]
		for i, n := range l.ints[:len(to)] {
			to[i] = C(n - base)
		}
	})
	if err != nil || found.lo > found.hi {
		return nil, err
	}
	kept, first := lanes{valid: valid}, int64(1) // the code of the least integer
	if kept.settle(e.n); kept.valid == nil {
		first = 0
	}
	lower := C(found.lo - base - first)
	err = e.all(func(b *batch) {
		to := codes[b.lo:][:b.n]
		if lower != 0 {
			for i := range to {
				to[i] -= lower
			}
		}
		for w, word := range b.bits(kept.valid) {
			for word = ^word; word != 0; word &= word - 1 {
				if i := w*64 + bits.TrailingZeros64(word); i < len(to) {
					to[i] = 0
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	c := data.NewOffsetsBetween(first, found.hi-found.lo+first, name, v.kind, v.scale, found.lo-first, all, kept.valid)
	if c != nil {
		c.UTC, c.Zone, c.Unit, c.Format = v.utc, v.zone, v.unit, v.format
	}
	return c, nil
}

// integers makes a column of integers of any range.
func (e *evaluator) integers(v vector, name string) (*data.Column, error) {
	out, valid := memory.Uninitialized[int64](e.n), data.NewBitmap(e.n)
	err := e.all(func(b *batch) {
		l := v.rows(b)
		b.keepValid(valid, l.valid)
		copy(out[b.lo:], l.ints)
	})
	if err != nil {
		return nil, err
	}
	c := data.NewInts(name, v.kind, v.scale, out, valid)
	c.UTC, c.Zone, c.Unit, c.Format = v.utc, v.zone, v.unit, v.format
	return c, nil
}

// texts makes a column of texts. Its dictionary has the texts that occur, ordered by the first row that has each text.
func (e *evaluator) texts(v vector, name string) (*data.Column, error) {
	codes, err := data.MakeCodes(nil, e.n, len(v.dict)+1)
	if err != nil {
		return nil, err
	}
	valid := data.NewBitmap(e.n)
	first := make([]atomic.Uint32, len(v.dict)) // by code: number of rows from its first row to the end
	err = e.all(func(b *batch) {
		l := v.rows(b)
		b.keepValid(valid, l.valid)
		for i, code := range l.codes {
			if !l.has(i) {
				continue
			}
			left := uint32(e.n - b.lo - i)
			at := &first[code]
			for was := at.Load(); was < left && !at.CompareAndSwap(was, left); was = at.Load() {
			}
		}
		codes.Range(b.lo, b.lo+b.n).Narrow(l.codes)
	})
	if err != nil {
		return nil, err
	}
	var order []uint32
	for code := range first {
		if first[code].Load() > 0 {
			order = append(order, uint32(code))
		}
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(first[b].Load(), first[a].Load()) })
	values, places, moved := make([]string, len(order)), make([]uint32, len(first)), len(order) != len(first)
	for place, code := range order {
		values[place], places[code] = v.dict[code], uint32(place)
		moved = moved || place != int(code)
	}
	if !moved {
		return data.NewCoded(name, codes, values, valid), nil
	}
	out, err := data.MakeCodes(nil, e.n, len(values)+1)
	if err != nil {
		return nil, err
	}
	err = e.all(func(b *batch) { out.Fill(b.lo, codes.Range(b.lo, b.lo+b.n), places) })
	return data.NewCoded(name, out, values, valid), err
}

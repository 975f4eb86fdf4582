package formula

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"cardinal/data"
	"cardinal/internal/memory"
)

// column computes a vector for every row, and makes a column of the results.
func (e *evaluator) column(v vector, name string) (*data.Column, error) {
	switch {
	case v.kind == data.Null:
		v = nullsAs(v.shape)
		fallthrough
	case v.kind != data.Float && v.kind != data.Text && v.kind != data.Bool:
		if v.lo >= math.MinInt32 && v.hi <= math.MaxInt32 {
			return integers[int32](e, v, name)
		}
		return integers[int64](e, v, name)
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

// integers makes a column of integers that have the width of T.
func integers[T int32 | int64](e *evaluator, v vector, name string) (*data.Column, error) {
	out, valid := memory.Uninitialized[T](e.n), data.NewBitmap(e.n)
	err := e.all(func(b *batch) {
		l := v.rows(b)
		b.keepValid(valid, l.valid)
		to := out[b.lo:][:b.n]
		for i, n := range l.ints[:len(to)] {
			to[i] = T(n)
		}
	})
	if err != nil {
		return nil, err
	}
	c := data.NewInts(name, v.kind, v.scale, out, valid)
	c.UTC, c.Unit, c.Format = v.utc, v.unit, v.format
	return c, nil
}

// texts makes a column of texts. Its dictionary has the texts that occur, in the order of their first rows.
func (e *evaluator) texts(v vector, name string) (*data.Column, error) {
	codes, err := data.MakeCodes(nil, e.n, len(v.dict)+1)
	if err != nil {
		return nil, err
	}
	valid := data.NewBitmap(e.n)
	first := make([]atomic.Uint32, len(v.dict)) // by code: rows from the first one that has it to the end
	err = e.all(func(b *batch) {
		l := v.rows(b)
		b.keepValid(valid, l.valid)
		for i, code := range l.codes {
			if !l.has(i) {
				continue
			}
			left := uint32(e.n - b.lo - i)
			for was := first[code].Load(); was < left && !first[code].CompareAndSwap(was, left); was = first[code].Load() {
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

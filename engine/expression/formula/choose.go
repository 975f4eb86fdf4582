package formula

import (
	"math"
	"slices"
	"unsafe"

	"cardinal/data"
	"cardinal/data/number/calendar"
)

// choose returns x in the rows in which a condition is true, and y in the other rows. If test is nil, it returns x in
// the rows in which x is not null.
func (e *evaluator) choose(test *vector, x, y vector, out shape) (vector, error) {
	x, err := e.as(x, out)
	if err != nil {
		return x, err
	}
	if y, err = e.as(y, out); err != nil {
		return y, err
	}
	if test != nil && test.kind == data.Null {
		never := nullsAs(shape{kind: data.Bool})
		test = &never
	}
	v := vector{shape: out, lo: min(x.lo, y.lo, 0), hi: max(x.hi, y.hi, 0)}
	var moved []uint32
	if out.kind == data.Text {
		v.dict, moved = joined(x.dict, y.dict)
	}
	v.rows = func(b *batch) lanes {
		p, q := x.rows(b), y.rows(b)
		yes := p.valid
		if test != nil {
			t := test.rows(b)
			yes = b.both(t.bits, t.valid)
		} else if yes == nil {
			return p
		}
		if v.kind == data.Text {
			codes := b.codes.take(b.n)
			for i, code := range q.codes {
				codes[i] = 0
				if int(code) < len(moved) { // the code of a null row may be no text
					codes[i] = moved[code]
				}
			}
			q.codes = codes
		}
		return b.chosenLanes(v.kind, yes, &p, &q)
	}
	if test != nil && x.mod != nil && y.mod != nil {
		v.mod = &modular{write: func(b *batch, to []uint32, plus uint32) {
			t, q := test.rows(b), b.codes.take(b.n)
			x.mod.write(b, to, plus)
			y.mod.write(b, q, plus)
			chosen(to, b.both(t.bits, t.valid), to, q)
		}}
	}
	return v, nil
}

// extreme returns in each row the lesser value of x and y if sign is -1, or the greater value if sign is 1. If one of
// the values is null, it returns the other. x and y must have the same shape, and must not be texts.
func extreme(x, y vector, sign int) vector {
	v := vector{shape: x.shape, lo: min(x.lo, y.lo, 0), hi: max(x.hi, y.hi, 0)}
	v.rows = func(b *batch) lanes {
		p, q := x.rows(b), y.rows(b)
		var yes []uint64 // the rows whose result is the value of y
		switch v.kind {
		case data.Float:
			yes = b.marks(func(i int) bool { return sign*data.CompareFloat(q.floats[i], p.floats[i]) > 0 })
		case data.Bool:
			yes = b.marks(func(i int) bool {
				return sign*(int(q.bits[i>>6]>>(i&63)&1)-int(p.bits[i>>6]>>(i&63)&1)) > 0
			})
		default:
			if p, q := p.ints, q.ints; sign > 0 {
				yes = b.marks(func(i int) bool { return q[i] > p[i] })
			} else {
				yes = b.marks(func(i int) bool { return q[i] < p[i] })
			}
		}
		if p.valid != nil || q.valid != nil {
			for i := range yes {
				yes[i] = (yes[i] | ^bitsOr(p.valid, i)) & bitsOr(q.valid, i)
			}
		}
		return b.chosenLanes(v.kind, yes, &q, &p)
	}
	return v
}

// chosenLanes returns the values of p in the rows of yes, and the values of q in the other rows.
func (b *batch) chosenLanes(kind data.Type, yes []uint64, p, q *lanes) lanes {
	out := lanes{valid: b.chosenBits(yes, p.valid, q.valid)}
	switch kind {
	case data.Float:
		out.floats = b.floats.take(b.n)
		chosen(floatBits(out.floats), yes, floatBits(p.floats), floatBits(q.floats))
	case data.Text:
		out.codes = b.codes.take(b.n)
		chosen(out.codes, yes, p.codes, q.codes)
	case data.Bool:
		out.bits = b.chosenBits(yes, p.bits, q.bits)
	default:
		out.ints = b.ints.take(b.n)
		chosen(out.ints, yes, p.ints, q.ints)
	}
	return out
}

// chosen writes into out the values of p in the rows of yes, and the values of q in the other rows. It has no branch
// that depends on the data and that the processor could mispredict.
func chosen[T uint32 | int64](out []T, yes []uint64, p, q []T) {
	for w, word := range yes {
		some := out[w*64 : min(w*64+64, len(out))]
		a, b := p[w*64:][:len(some)], q[w*64:][:len(some)]
		for i := range some {
			some[i] = b[i] ^ (a[i]^b[i])&-T(word&1)
			word >>= 1
		}
	}
}

// floatBits views floats as integers with the same bits, in the same memory.
func floatBits(of []float64) []int64 {
	return unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(of))), len(of))
}

// chosenBits does what chosen does, for bitmaps. In a nil bitmap every bit is set.
func (b *batch) chosenBits(yes, p, q []uint64) []uint64 {
	if p == nil && q == nil {
		return nil
	}
	out := b.words.take(b.width())
	for i, word := range yes {
		out[i] = (bitsOr(p, i) & word) | (bitsOr(q, i) &^ word)
	}
	return out
}

func bitsOr(words []uint64, i int) uint64 {
	if words == nil {
		return ^uint64(0)
	}
	return words[i]
}

// as converts a vector to another type, which must be able to hold its values.
func (e *evaluator) as(v vector, to shape) (vector, error) {
	var err error
	switch {
	case v.kind == data.Null:
		return nullsAs(to), nil
	case to.kind == data.Float:
		v = v.asFloats()
	case to.kind == data.Text && v.kind != data.Text:
		v, err = e.call(&join, []vector{v})
	case v.kind == data.Date && to.kind == data.Timestamp:
		v, err = combineInts('*', v, constant(data.IntValue(calendar.DaySeconds)))
	}
	if err == nil && to.kind != data.Float && to.kind != data.Text {
		v, err = v.rescale(to.scale - v.scale)
	}
	v.shape = to
	return v, err
}

// joined returns the texts of both dictionaries, first the texts of x, and the index of each text of y in dict.
func joined(x, y []string) (dict []string, places []uint32) {
	dict, places = slices.Clone(x), make([]uint32, len(y))
	index := make(map[string]int, len(y))
	for i, s := range y {
		index[s], places[i] = i, math.MaxUint32
	}
	for code, s := range x {
		if i, ok := index[s]; ok {
			places[i] = uint32(code)
		}
	}
	for i, s := range y {
		if places[i] == math.MaxUint32 {
			places[i] = uint32(len(dict))
			dict = append(dict, s)
		}
	}
	return dict, places
}

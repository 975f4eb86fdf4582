package formula

import (
	"errors"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/internal/memory"
)

// shape is the type of a value: its kind and, for a decimal or a time, its scale. A vector of kind Null is null in
// every row.
type shape struct {
	kind  data.Type
	scale int
	utc   bool
	zone  string        // the time zone of the wall times of a column; "": none
	unit  calendar.Unit // the unit of periods of time; 0: days and instants
	fixed *data.Value   // the value, if it is the same in every row; nil: the rows may differ

	format data.NumberFormat // the format of durations; for other values the zero format
}

func shapeOf(v data.Value) shape {
	return shape{kind: v.Type, scale: v.Scale, utc: v.UTC, unit: v.Unit, fixed: &v}
}

// vector is a node of the expression. Its rows are integers over 10^scale, floats, texts, or yes or no. Dates and times
// are integers. lo and hi are bounds of the integers, from which overflow is predicted.
//
// A vector does not store values: rows computes the values of a batch, from the values of its operands (Boncz, Zukowski
// and Nes, "MonetDB/X100", CIDR 2005). So an expression is computed in one pass over the rows, and the values of its
// inner nodes stay in the cache.
type vector struct {
	shape
	lo, hi int64
	dict   []string // the distinct texts
	rows   func(b *batch) lanes
	few    *lookup  // set if the rows have few distinct values; nil: their number is not known
	mod    *modular // nil: the rows can only be computed in full

	lowBit, highBit int // the bits of quotients, as in data.Column; 0: not known
}

// lookup is a list of n values, and the index in this list for each row.
type lookup struct {
	values lanes
	n      int
	places func(b *batch) []uint32 // the index in values of each row of the batch
}

// look makes a vector that reads the values of a lookup. It has the type and the range of few.
func look(few vector, at lookup) vector {
	out, values := few, at.values
	out.few, out.mod = &at, nil
	out.rows = func(b *batch) (l lanes) {
		places := at.places(b)
		switch few.kind {
		case data.Float:
			l.floats = picked(b.floats.take(b.n), values.floats, places)
		case data.Text:
			l.codes = picked(b.codes.take(b.n), values.codes, places)
		case data.Bool:
			l.bits = b.marks(func(i int) bool { return data.Bitmap(values.bits).Get(int(places[i])) })
		default:
			l.ints = picked(b.ints.take(b.n), values.ints, places)
		}
		if values.valid != nil {
			l.valid = b.marks(func(i int) bool { return data.Bitmap(values.valid).Get(int(places[i])) })
		}
		return l
	}
	return out
}

// picked writes values[places[i]] to out[i].
func picked[T any](out, values []T, places []uint32) []T {
	for i, at := range places[:len(out)] {
		out[i] = values[at]
	}
	return out
}

// errFit says that exact results might not fit 64 bits or 18 places.
var errFit = errors.New("exact results might not fit")

// constant reports whether a vector has the same value in every row.
func (v *vector) constant() bool { return v.fixed != nil || v.kind == data.Null }

// value returns row i of lanes as a value.
func (v *vector) value(l *lanes, i int) data.Value {
	switch {
	case v.kind == data.Null || !l.has(i):
		return data.Value{}
	case v.kind == data.Float:
		return data.FloatValue(l.floats[i])
	case v.kind == data.Text:
		return data.TextValue(v.dict[l.codes[i]])
	case v.kind == data.Bool:
		return data.BoolValue(data.Bitmap(l.bits).Get(i))
	}
	return data.Value{Type: v.kind, Int: int128.From(l.ints[i]), Scale: v.scale, UTC: v.utc, Unit: v.unit}
}

// constant makes the vector of one value.
func constant(v data.Value) vector {
	out := vector{shape: shapeOf(v)}
	var all lanes
	switch v.Type {
	case data.Float:
		all.floats = repeated(v.Float)
	case data.Text:
		all.codes, out.dict = repeated(uint32(0)), []string{v.Text}
	case data.Bool:
		all.bits = repeated(uint64(0))
		if v.Int.Sign() != 0 {
			all.bits = repeated(^uint64(0))
		}
	default:
		n, _ := v.Int.Int64()
		all.ints, out.lo, out.hi = repeated(n), n, n
		out.mod = &modular{write: func(_ *batch, out []uint32, plus uint32) {
			for i := range out {
				out[i] = uint32(n) + plus
			}
		}}
	}
	out.rows = func(b *batch) lanes { return all.beginning(b) }
	return out
}

// repeated returns a value for each row of a batch.
func repeated[T any](v T) []T {
	return slices.Repeat([]T{v}, batchRows)
}

// beginning returns the first rows of lanes, as many as the batch has.
func (l *lanes) beginning(b *batch) lanes {
	return l.part(&batch{n: b.n})
}

// nulls makes a vector that has only null.
func nulls() vector { return vector{shape: shape{kind: data.Null}} }

// nullsAs makes the vector of a shape that is null in every row.
func nullsAs(to shape) vector {
	out := vector{shape: to, dict: []string{""}}
	if to.kind != data.Text {
		out.dict = nil
	}
	all := lanes{
		ints: repeated(int64(0)), floats: repeated(0.0), codes: repeated(uint32(0)), bits: repeated(uint64(0)),
		valid: make([]uint64, batchRows/64),
	}
	out.rows = func(b *batch) lanes { return all.beginning(b) }
	return out
}

// load reads a column.
func (e *evaluator) load(c *data.Column) vector {
	v := vector{shape: shape{kind: c.Type, scale: c.Scale, utc: c.UTC, unit: c.Unit}}
	if !c.UTC {
		v.zone = c.Zone
	}
	if c.Format.Duration {
		v.format = c.Format
	}
	if c.ByZero != nil {
		e.keepZeros()
		for i, zeros := range c.ByZero {
			e.byZero[i] |= zeros
		}
	}
	switch {
	case c.Type == data.Float:
		v.rows = (&lanes{floats: c.Floats, valid: c.Valid}).part
		return v
	case c.Type == data.Text:
		v.dict = c.Dict.Values
		v.rows = func(b *batch) lanes {
			return lanes{codes: widened(b.codes.take(b.n), c.Codes, b.lo, 0), valid: b.bits(c.Valid)}
		}
		return v
	}
	v.lo, v.hi = min(c.Min, 0), max(c.Max, 0)
	if c.Valid == nil {
		v.lo, v.hi = c.Min, c.Max
	}
	switch {
	case c.Type == data.Bool:
		v.rows = func(b *batch) lanes {
			codes := widened(b.codes.take(b.n), c.Codes, b.lo, 0)
			return lanes{bits: b.marks(func(i int) bool { return int64(codes[i])+c.Base == 1 }), valid: b.bits(c.Valid)}
		}
	case c.Wide != nil:
		v.rows = (&lanes{ints: c.Wide, valid: c.Valid}).part
	default:
		v.rows = func(b *batch) lanes {
			return lanes{ints: widened(b.ints.take(b.n), c.Codes, b.lo, c.Base), valid: b.bits(c.Valid)}
		}
		v.mod = modularColumn(c)
	}
	return v
}

// widened writes base plus the code of each row, from row lo on, to out.
func widened[T int64 | uint32](out []T, codes data.Codes, lo int, base int64) []T {
	switch hi := lo + len(out); {
	case codes.U8 != nil:
		widen(out, codes.U8[lo:hi], T(base))
	case codes.U16 != nil:
		widen(out, codes.U16[lo:hi], T(base))
	default:
		widen(out, codes.U32[lo:hi], T(base))
	}
	return out
}

// widen writes base plus each code to out. It widens four codes per round, since a loop over single codes spends more
// time on the loop than on the codes.
func widen[T int64 | uint32, C uint8 | uint16 | uint32](out []T, codes []C, base T) {
	out = out[:len(codes)]
	for ; len(codes) >= 4; codes, out = codes[4:], out[4:] {
		from, to := codes[:4:4], out[:4:4]
		to[0], to[1], to[2], to[3] = base+T(from[0]), base+T(from[1]), base+T(from[2]), base+T(from[3])
	}
	for i, c := range codes {
		out[i] = base + T(c)
	}
}

// marks sets the bits of the rows for which test is true.
func (b *batch) marks(test func(i int) bool) []uint64 {
	out := b.words.take(b.width())
	for w := range out {
		word := uint64(0)
		for i := w * 64; i < min(w*64+64, b.n); i++ {
			if test(i) {
				word |= 1 << (i & 63)
			}
		}
		out[w] = word
	}
	return out
}

// room makes lanes for n rows of a type.
func room(kind data.Type, n int) lanes {
	out := lanes{valid: data.NewBitmap(n)}
	switch kind {
	case data.Float:
		out.floats = memory.Uninitialized[float64](n)
	case data.Text:
		out.codes = memory.Uninitialized[uint32](n)
	case data.Bool:
		out.bits = data.NewBitmap(n)
	default:
		out.ints = memory.Uninitialized[int64](n)
	}
	return out
}

// keep copies the lanes of a batch to the batch's rows in l, which has all rows.
func (l *lanes) keep(b *batch, of *lanes) {
	to := l.part(b)
	copy(to.ints, of.ints)
	copy(to.floats, of.floats)
	copy(to.codes, of.codes)
	copy(to.bits, of.bits)
	b.keepValid(l.valid, of.valid)
}

// keepValid copies the bits of a batch's rows that are not null to a bitmap of all rows.
func (b *batch) keepValid(all, valid []uint64) {
	to := b.bits(all)
	if valid != nil {
		copy(to, valid)
		return
	}
	for i := range to {
		to[i] = ^uint64(0)
	}
}

// asFloats returns the vector as floats. Every integer or decimal is rounded only once.
func (v vector) asFloats() vector {
	if v.kind == data.Float {
		return v
	}
	out := v
	out.kind, out.scale, out.few, out.mod = data.Float, 0, nil, nil
	power := math.Pow10(v.scale)
	exact := inFloats(v, 1) // the integers are exact, so that only the division rounds
	out.rows = func(b *batch) lanes {
		l := v.rows(b)
		floats := b.floats.take(b.n)
		switch {
		case v.scale == 0:
			for i, n := range l.ints[:len(floats)] {
				floats[i] = float64(n)
			}
		case exact:
			for i, n := range l.ints[:len(floats)] {
				floats[i] = float64(n) / power
			}
		default:
			for i, n := range l.ints[:len(floats)] {
				floats[i], _ = int128.From(n).Quo(1, v.scale)
			}
		}
		return lanes{floats: floats, valid: l.valid}
	}
	return out
}

// rescale adds decimal places to the integers. It returns errFit if the results might not fit 64 bits.
func (v vector) rescale(places int) (vector, error) {
	if places == 0 {
		return v, nil
	}
	if places > maxScale {
		return v, errFit
	}
	out, err := combineInts('*', v, constant(data.IntValue(int64(math.Pow10(places)))))
	out.shape = shape{kind: data.Decimal, scale: v.scale + places, utc: v.utc, zone: v.zone}
	return out, err
}

package formula

import (
	"context"
	"errors"
	"math"
	"slices"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/number/int128"
	"cardinal/data/parallel"
	"cardinal/internal/memory"
)

// shape is the type of a value: its kind, and where it is a decimal or a time its scale. The kind Null is that
// of null alone.
type shape struct {
	kind  data.Type
	scale int
	utc   bool
	unit  calendar.Unit // of periods of time; 0: days and instants
	fixed *data.Value   // the value, where it is the same in every row; nil: it is not known to be

	format data.NumberFormat // of durations; else the zero one
}

func shapeOf(v data.Value) shape {
	return shape{kind: v.Type, scale: v.Scale, utc: v.UTC, unit: v.Unit, fixed: &v}
}

// vector is an operand: for each row an integer over 10^scale, a float, or a text. Dates, times and yes or no
// are integers. The integers lie from lo to hi, from which overflow is predicted. A vector of one value stands
// for that value in every row. A null row has no bit in valid.
type vector struct {
	shape
	ints   []int64
	lo, hi int64
	floats []float64
	codes  []uint32 // of texts, into dict
	dict   []string // distinct
	valid  data.Bitmap
}

// errFit says that exact results might not fit 64 bits or 18 places.
var errFit = errors.New("exact results might not fit")

func (v *vector) len() int { return len(v.ints) + len(v.floats) + len(v.codes) }

// value is row i as a value.
func (v *vector) value(i int) data.Value {
	if v.len() == 1 {
		i = 0
	}
	switch {
	case v.kind == data.Null || !v.valid.Get(i):
		return data.Value{}
	case v.kind == data.Float:
		return data.FloatValue(v.floats[i])
	case v.kind == data.Text:
		return data.TextValue(v.dict[v.codes[i]])
	}
	return data.Value{Type: v.kind, Int: int128.From(v.ints[i]), Scale: v.scale, UTC: v.utc, Unit: v.unit}
}

// constant is the vector of one value.
func constant(v data.Value) vector {
	out := vector{shape: shapeOf(v)}
	switch v.Type {
	case data.Float:
		out.floats = []float64{v.Float}
	case data.Text:
		out.codes, out.dict = []uint32{0}, []string{v.Text}
	default:
		n, _ := v.Int.Int64()
		out.ints, out.lo, out.hi = []int64{n}, n, n
	}
	return out
}

// load reads a column.
func (e *evaluator) load(c *data.Column) (vector, error) {
	v := vector{shape: shape{kind: c.Type, scale: c.Scale, utc: c.UTC, unit: c.Unit}, valid: c.Valid}
	if c.Format.Duration {
		v.format = c.Format
	}
	if c.ByZero != nil {
		e.keepZeros(c.ByZero, c.Rows)
	}
	switch c.Type {
	case data.Float:
		v.floats = c.Floats
		return v, nil
	case data.Text:
		v.dict, v.codes = c.Dict.Values, memory.Make[uint32](c.Rows)
		return v, e.each(c.Rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				v.codes[i] = c.Codes.At(i)
			}
		})
	}
	v.ints, v.lo, v.hi = c.Wide, min(c.Min, 0), max(c.Max, 0)
	if c.Valid == nil {
		v.lo, v.hi = c.Min, c.Max
	}
	if v.ints != nil {
		return v, nil
	}
	v.ints = memory.Make[int64](c.Rows)
	return v, e.each(c.Rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if c.Valid.Get(i) {
				v.ints[i] = c.Int(i)
			}
		}
	})
}

// column makes a column of n rows.
func (v vector) column(name string, n int) *data.Column {
	valid := v.valid
	if v.len() == 1 && n != 1 {
		v = v.spread(n)
	}
	switch v.kind {
	case data.Float:
		c := data.NewFloatColumn(name, slices.Clone(v.floats), valid)
		c.Format = v.format
		return c
	case data.Text:
		codes, dict := occurring(v.codes, v.dict, valid)
		return data.NewText(name, codes, dict, valid)
	case data.Bool:
		out := memory.Make[uint8](n)
		for i, b := range v.ints {
			out[i] = uint8(b)
		}
		return data.NewBools(name, out, valid)
	}
	c := data.NewInts(name, v.kind, v.scale, slices.Clone(v.ints), valid)
	c.UTC, c.Unit, c.Format = v.utc, v.unit, v.format
	return c
}

// occurring leaves the texts out that no row has.
func occurring(codes []uint32, dict []string, valid data.Bitmap) ([]uint32, []string) {
	out, next := make([]uint32, len(codes)), make([]uint32, len(dict))
	var values []string
	for i, code := range codes {
		if !valid.Get(i) {
			continue
		}
		if next[code] == 0 {
			values = append(values, dict[code])
			next[code] = uint32(len(values))
		}
		out[i] = next[code] - 1
	}
	return out, values
}

// spread repeats a vector of one value n times.
func (v vector) spread(n int) vector {
	v.ints, v.floats, v.codes = repeat(v.ints, n), repeat(v.floats, n), repeat(v.codes, n)
	return v
}

func repeat[T any](s []T, n int) []T {
	if s == nil {
		return nil
	}
	out := memory.Make[T](n)
	for i := range out {
		out[i] = s[0]
	}
	return out
}

// step is the distance between the values of neighbouring rows: 0 in a vector of one value.
func step[T any](s []T) int {
	if len(s) == 1 {
		return 0
	}
	return 1
}

func both(a, b data.Bitmap) data.Bitmap {
	if a == nil || b == nil {
		return append(a, b...)
	}
	out := slices.Clone(a)
	for i, w := range b {
		out[i] &= w
	}
	return out
}

// asFloats is the vector in floats. Every integer or decimal is rounded once.
func (v *vector) asFloats(e *evaluator) ([]float64, error) {
	if v.floats != nil {
		return v.floats, nil
	}
	out := memory.Make[float64](len(v.ints))
	return out, e.each(len(out), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if v.scale == 0 {
				out[i] = float64(v.ints[i])
			} else {
				out[i], _ = int128.From(v.ints[i]).Quo(1, v.scale)
			}
		}
	})
}

// rescale gives the integers more decimal places. It is errFit where they do not fit.
func (v vector) rescale(e *evaluator, places int) (vector, error) {
	if places == 0 {
		return v, nil
	}
	if places > maxScale {
		return v, errFit
	}
	out, err := e.combineInts('*', v, constant(data.IntValue(int64(math.Pow10(places)))), v.len())
	out.shape, out.valid = shape{kind: data.Decimal, scale: v.scale + places, utc: v.utc}, v.valid
	return out, err
}

// pieceRows is how many rows a core computes at a time; a multiple of 64, so that bitmaps are written by one core.
const pieceRows = 1 << 16

// each calls do for ranges of rows that together are all rows, on all cores. It stops with an error when the
// context ends.
func (e *evaluator) each(n int, do func(lo, hi int)) error {
	if n <= 1<<12 {
		do(0, n)
		return e.ctx.Err()
	}
	return parallel.Do(e.ctx, (n+pieceRows-1)/pieceRows, func(_ context.Context, p int) error {
		do(p*pieceRows, min((p+1)*pieceRows, n))
		return nil
	})
}

package data

import (
	"fmt"
	"math"

	"cardinal/data/spill"
)

// NewFloats makes a Float column. Where every value v is exactly a decimal of at most 9 places, v == round(v*10^s)/10^s with
// |v*10^s| < 2^53, it makes a Decimal column, or an Int column where s is 0. It takes ownership of values and valid (nil: no nulls).
func NewFloats(name string, values []float64, valid Bitmap) *Column {
	if scale, ok := decimalScale(values, valid, false); ok {
		return newDecimals(name, scale, values, valid)
	}
	return NewFloatColumn(name, values, valid)
}

// NewSingles is NewFloats for values that were 32-bit floats. Where every value is the 32-bit float nearest to a decimal of 1 to 9
// places and 24 bits, the column has these decimals and a note: 0.1 and not 0.100000001490116. Two decimals of the same places and
// 24 bits never share a float.
func NewSingles(name string, values []float64, valid Bitmap) *Column {
	scale, ok := decimalScale(values, valid, true)
	if !ok || scale == 0 {
		return NewFloats(name, values, valid)
	}
	c := newDecimals(name, scale, values, valid)
	c.Note = fmt.Sprintf("32-bit floats, read as the decimals they stand for, with %d digits behind the point", scale)
	return c
}

// newDecimals makes a Decimal column of the values, which are decimals of scale places, or an Int column at scale 0.
func newDecimals(name string, scale int, values []float64, valid Bitmap) *Column {
	ints := spill.Reuse[int64](values)
	p := math.Pow10(scale)
	for i, v := range values {
		n := int64(0)
		if valid.Get(i) {
			n = int64(math.Round(v * p))
		}
		ints[i] = n
	}
	t := Decimal
	if scale == 0 {
		t = Int
	}
	return NewInts(name, t, scale, ints, valid)
}

const maxDecimalScale = 9

// decimalScale finds the smallest scale at which every value is a decimal: exactly, or for single as a 32-bit float. A negative zero
// is none.
func decimalScale(values []float64, valid Bitmap, single bool) (int, bool) {
	scale, some := 0, false
	p := 1.0
	for i, v := range values {
		if !valid.Get(i) {
			continue
		}
		some = true
		if v == 0 && math.Signbit(v) {
			return 0, false
		}
		for !isDecimal(v, math.Round(v*p), p, single) {
			if scale++; scale > maxDecimalScale {
				return 0, false
			}
			p = math.Pow10(scale)
		}
	}
	for i, v := range values { // a value may be none at the greater scale of a later one
		if valid.Get(i) && !isDecimal(v, math.Round(v*p), p, single) {
			return 0, false
		}
	}
	return scale, some
}

// isDecimal reports whether v is n/p, where n is the integer nearest to v*p. (The caller rounds, so that this function is inlined.)
func isDecimal(v, n, p float64, single bool) bool {
	if single {
		return math.Abs(n) <= 1<<24 && float64(float32(n/p)) == v
	}
	return math.Abs(n) < 1<<53 && n/p == v
}

const infinity = 0x7ff << 52 // the bits of the float

// NewFloatColumn makes a Float column even where every value is a decimal. It takes ownership of values and valid.
func NewFloatColumn(name string, values []float64, valid Bitmap) *Column {
	c := &Column{Name: name, Type: Float, Floats: values, Rows: len(values), MinFloat: math.Inf(1), MaxFloat: math.Inf(-1)}
	c.setValid(valid)
	for i := range c.Valid.nulls(c.Rows) {
		values[i] = math.NaN() // which changes no minimum and no maximum
	}
	least, most := uint64(math.MaxUint64), uint64(0) // the bits of magnitudes, which have the order of the magnitudes
	for _, v := range values {
		if v == v {
			c.MinFloat, c.MaxFloat = min(c.MinFloat, v), max(c.MaxFloat, v)
		}
		if magnitude := math.Float64bits(v) &^ (1 << 63); magnitude-1 < infinity-1 {
			least, most = min(least, magnitude), max(most, magnitude)
		}
	}
	if most > 0 {
		c.LowBit = max(int(least>>52), 1) - 1075
		c.HighBit = max(int(most>>52), 1) - 1022
	}
	for i := range c.Valid.nulls(c.Rows) {
		values[i] = 0
	}
	return c
}

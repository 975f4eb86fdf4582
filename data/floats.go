package data

import (
	"math"
	"sync"
	"sync/atomic"

	"cardinal/data/store/spill"
	"cardinal/internal/separators"
)

// NewFloats makes a Decimal column if every value v is exactly a decimal of at most 9 places: v == round(v*10^s)/10^s
// with |v*10^s| < 2^53. It makes an Int column if s is 0, and a Float column in all other cases. It takes ownership
// of values and valid (nil: no nulls).
func NewFloats(name string, values []float64, valid Bitmap) *Column {
	if scale, ok := decimalScale(values, valid, false); ok {
		return newDecimals(name, scale, values, valid)
	}
	return NewFloatColumn(name, values, valid)
}

// NewSingles does what NewFloats does for values that were 32-bit floats. If every value is the 32-bit float nearest
// to a decimal of 1 to 9 places and 24 bits, the column has these decimals and a note: 0.1 and not 0.100000001490116.
// Two decimals with the same number of places and 24 bits never share a float.
func NewSingles(name string, values []float64, valid Bitmap) *Column {
	scale, ok := decimalScale(values, valid, true)
	if !ok || scale == 0 {
		return NewFloats(name, values, valid)
	}
	c := newDecimals(name, scale, values, valid)
	c.Note = separators.Sprintf("32-bit floats, read as the decimals they stand for, with %d digits behind the point",
		scale)
	return c
}

// newDecimals makes a Decimal column of the values, which are decimals of scale places, or an Int column at scale 0.
func newDecimals(name string, scale int, values []float64, valid Bitmap) *Column {
	ints := spill.Reuse[int64](values)
	p := math.Pow10(scale)
	forStretchesOf(values, func(from, to int) {
		for i, v := range values[from:to] {
			n := int64(0)
			if valid.Get(from + i) {
				n = int64(math.Round(v * p))
			}
			ints[from+i] = n
		}
	})
	t := Decimal
	if scale == 0 {
		t = Int
	}
	return NewInts(name, t, scale, ints, valid)
}

const maxDecimalScale = 9

// decimalScale finds the smallest scale at which every value is a decimal: exactly, or, if single is set, as a 32-bit
// float. A negative zero is never a decimal. A value that is a decimal at one scale need not be a decimal at a greater
// scale. The scale rises from value to value, in the order of the rows.
//
// Ranges of the rows are tried in parallel, each from scale 0 on. The scale of all rows is at least the scale of each
// range. If every value is a decimal at the greatest of these scales, that is the result. Otherwise the rows are tried
// once more, in order.
func decimalScale(values []float64, valid Bitmap, single bool) (int, bool) {
	const none = maxDecimalScale + 1
	var mu sync.Mutex
	scale, some := 0, false
	// for each range of rows: its scale, and the row from which on every value is a decimal of that scale
	risen := make([][2]int, len(values)/stretchRows+1)
	forStretchesOf(values, func(from, to int) {
		s, row, found := raiseScale(values[from:to], valid.from(from), single)
		risen[from/stretchRows] = [2]int{s, from + row}
		mu.Lock()
		defer mu.Unlock()
		scale, some = max(scale, s), some || found
	})
	if scale == none {
		return 0, false
	}
	var fails atomic.Bool
	forStretchesOf(values, func(from, to int) {
		if r := risen[from/stretchRows]; r[0] == scale {
			to = r[1]
		}
		if !allDecimals(values[from:to], valid.from(from), scale, single) {
			fails.Store(true)
		}
	})
	if !fails.Load() {
		return scale, some
	}
	scale, row, _ := raiseScale(values, valid, single)
	return scale, scale < none && allDecimals(values[:row], valid, scale, single)
}

// DecimalScale returns the scale of the column that NewFloats makes of values without nulls. ok is false if NewFloats
// makes a column of floats.
func DecimalScale(values []float64) (scale int, ok bool) { return decimalScale(values, nil, false) }

// raiseScale goes through the values and raises the scale at each value that is no decimal at the scale so far. row is
// the row at which the scale last rose. some reports whether any value is not null. The scale is maxDecimalScale+1 if a
// value is no decimal at any scale.
func raiseScale(values []float64, valid Bitmap, single bool) (scale, row int, some bool) {
	p := 1.0
	for i, v := range values {
		if !valid.Get(i) {
			continue
		}
		some = true
		if v == 0 && math.Signbit(v) {
			return maxDecimalScale + 1, i, some
		}
		for !isDecimal(v, math.Round(v*p), p, single) {
			if scale, row = scale+1, i; scale > maxDecimalScale {
				return scale, row, some
			}
			p = math.Pow10(scale)
		}
	}
	return scale, row, some
}

// allDecimals reports whether every value is a decimal at a scale.
func allDecimals(values []float64, valid Bitmap, scale int, single bool) bool {
	p := math.Pow10(scale)
	for i, v := range values {
		if valid.Get(i) && !isDecimal(v, math.Round(v*p), p, single) {
			return false
		}
	}
	return true
}

// isDecimal reports whether v is n/p. n is the integer nearest to v*p; the caller rounds, so that this function is
// inlined.
func isDecimal(v, n, p float64, single bool) bool {
	if single {
		return math.Abs(n) <= 1<<24 && float64(float32(n/p)) == v
	}
	return math.Abs(n) < 1<<53 && n/p == v
}

const infinity = 0x7ff << 52 // the bits of the float

// NewFloatColumn makes a Float column even if every value is a decimal. It takes ownership of values and valid.
func NewFloatColumn(name string, values []float64, valid Bitmap) *Column {
	c := &Column{Name: name, Type: Float, Floats: values, Rows: len(values), MinFloat: math.Inf(1),
		MaxFloat: math.Inf(-1)}
	c.setValid(valid)
	for i := range c.Valid.nulls(c.Rows) {
		values[i] = math.NaN() // NaN changes no minimum and no maximum
	}
	least, most := uint64(math.MaxUint64), uint64(0) // the bits of the absolute values, which sort like the values
	numbers := 0
	var mu sync.Mutex
	forStretchesOf(values, func(from, to int) {
		low, high, small, great := math.Inf(1), math.Inf(-1), uint64(math.MaxUint64), uint64(0)
		some := 0
		for _, v := range values[from:to] {
			if v == v {
				low, high = min(low, v), max(high, v)
				some++
			}
			if magnitude := math.Float64bits(v) &^ (1 << 63); magnitude-1 < infinity-1 {
				small, great = min(small, magnitude), max(great, magnitude)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		c.MinFloat, c.MaxFloat = min(c.MinFloat, low), max(c.MaxFloat, high)
		least, most = min(least, small), max(most, great)
		numbers += some
	})
	c.Finite = numbers == c.Rows-c.Nulls && !math.IsInf(c.MinFloat, -1) && !math.IsInf(c.MaxFloat, 1)
	if most > 0 {
		c.LowBit = max(int(least>>52), 1) - 1075
		c.HighBit = max(int(most>>52), 1) - 1022
	}
	for i := range c.Valid.nulls(c.Rows) {
		values[i] = 0
	}
	return c
}

package parquet

import (
	"fmt"
	"math"

	"cardinal/data"
)

// newSingles makes a column of 32-bit floats. Where every value is the 32-bit float nearest to a decimal of at most 9 places and
// 24 bits, the column holds these decimals: 0.1 and not 0.100000001490116. Decimals of the same places below 24 bits never share
// a float.
func newSingles(name string, values []float64, valid data.Bitmap) *data.Column {
	scale, ok := singleScale(values, valid)
	if !ok || scale == 0 {
		return data.NewFloats(name, values, valid)
	}
	ints := make([]int64, len(values))
	p := math.Pow10(scale)
	for i, v := range values {
		if valid.Get(i) {
			ints[i] = int64(math.Round(v * p))
		}
	}
	c := data.NewInts(name, data.Decimal, scale, ints, valid)
	c.Note = fmt.Sprintf("32-bit floats, read as the decimals they stand for, with %d digits behind the point", scale)
	return c
}

func singleScale(values []float64, valid data.Bitmap) (int, bool) {
	scale, p := 0, 1.0
	widest, any := 0.0, false
	for i, v := range values {
		if !valid.Get(i) {
			continue
		}
		if v != v || v == 0 && math.Signbit(v) {
			return 0, false
		}
		any, widest = true, max(widest, math.Abs(v))
		for {
			n := math.Round(v * p)
			if float64(float32(n/p)) == v {
				break
			}
			if scale++; scale > 9 {
				return 0, false
			}
			p = math.Pow10(scale)
		}
		if widest*p > 1<<24 {
			return 0, false
		}
	}
	for i, v := range values {
		if valid.Get(i) && float64(float32(math.Round(v*p)/p)) != v {
			return 0, false
		}
	}
	return scale, any
}

package key

import (
	"fmt"
	"math"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/query"
)

// bin derives floor(v/width). Integers and decimals are binned exactly; the label of a bin is its lower edge.
func bin(c *data.Column, f query.Field) (*Column, error) {
	if f.BinWidth <= 0 {
		return nil, fmt.Errorf("%s: the width of a bin must be above zero", f)
	}
	edge := func(n int64) data.Value {
		return data.Value{Type: data.Decimal, Int: int128.Mul(n, f.BinWidth), Scale: f.BinScale}
	}
	if f.BinScale == 0 {
		edge = func(n int64) data.Value { return data.Value{Type: data.Int, Int: int128.Mul(n, f.BinWidth)} }
	}
	var of func(i int) (int64, bool)
	switch c.Type {
	case data.Int, data.Decimal:
		// v*10^-scale / (width*10^-binScale) over a common denominator
		num, den := int64(1), f.BinWidth
		for s := c.Scale; s < f.BinScale; s++ {
			num *= 10
		}
		for s := f.BinScale; s < c.Scale; s++ {
			if den > math.MaxInt64/10 {
				return nil, fmt.Errorf("%s: the width has too many digits", f)
			}
			den *= 10
		}
		if m := max(abs(c.Min), abs(c.Max)); m > uint64(math.MaxInt64)/uint64(num) {
			return nil, fmt.Errorf("%s: the width has too many places for values as large as %s", f, c.IntValue(c.Max))
		}
		of = func(i int) (int64, bool) { return floorDiv(c.Ints[i]*num, den), true }
	case data.Float:
		width := float64(f.BinWidth) / math.Pow10(f.BinScale)
		of = func(i int) (int64, bool) {
			n := math.Floor(c.Floats[i] / width)
			return int64(n), math.Abs(n) < 1<<53
		}
	default:
		return nil, wrongPart(c, f, "number")
	}
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	values := make([]int64, c.Rows)
	for i := range values {
		if !c.Valid.Get(i) {
			continue
		}
		n, ok := of(i)
		if !ok {
			return nil, fmt.Errorf("%s: row %d holds %s, which no bin of this width can hold", f, i+1, c.Value(i))
		}
		values[i] = n
		lo, hi = min(lo, n), max(hi, n)
	}
	if lo > hi {
		lo, hi = 0, 0
	}
	return ints(f, c, values, lo, hi, edge), nil
}

func abs(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

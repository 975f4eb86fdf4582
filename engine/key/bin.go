package key

import (
	"context"
	"fmt"
	"math"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/query"
)

// bin makes the key column of floor(v/width). Integers and decimals are divided exactly. The label of a bin is its lower edge.
func bin(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	if f.BinWidth <= 0 {
		return nil, fmt.Errorf("%s: the width of a bin must be above zero", f)
	}
	edge := func(n int64) data.Value {
		return data.Value{Type: data.Decimal, Int: int128.Mul(n, f.BinWidth), Scale: f.BinScale}
	}
	if f.BinScale == 0 {
		edge = func(n int64) data.Value { return data.Value{Type: data.Int, Int: int128.Mul(n, f.BinWidth)} }
	}
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
		return derive(ctx, c, f, func(v int64) int64 { return floorDiv(v*num, den) }, edge)
	case data.Float:
		return floatBin(ctx, c, f, edge)
	}
	return nil, wrongPart(c, f, "number")
}

func floatBin(ctx context.Context, c *data.Column, f query.Field, edge func(int64) data.Value) (*Column, error) {
	width := float64(f.BinWidth) / math.Pow10(f.BinScale)
	values := make([]int64, c.Rows)
	for i, v := range c.Floats {
		if !c.Valid.Get(i) {
			continue
		}
		n := math.Floor(v / width)
		if !(math.Abs(n) < 1<<53) {
			return nil, fmt.Errorf("%s: row %d holds %s, which no bin of this width can hold", f, i+1, c.Value(i))
		}
		values[i] = int64(n)
	}
	return integers(ctx, f, c, values, edge)
}

func abs(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

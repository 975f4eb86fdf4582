package key

import (
	"context"
	"math"
	"math/big"
	"slices"
	"sort"

	"cardinal/data"
	"cardinal/data/number/radix"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// edges makes the key column of bins between given edges. The lower edge belongs to its bin. All values below the first
// edge share one bin, and so do all values at or above the last edge.
func edges(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	if !c.Type.Numeric() {
		return nil, wrongPart(c, f, "number")
	}
	at := each.Of(f.EdgeTexts(), decimalValue)
	text := edgeText(c)
	label := func(n int64) data.Value {
		switch {
		case n == 0:
			return data.TextValue("below " + text(at[0]))
		case int(n) == len(at):
			return data.TextValue(text(at[n-1]) + " and above")
		}
		return between(text, at[n-1], at[n])
	}
	lower := func(n int64) data.Value {
		if n == 0 {
			return data.Value{}
		}
		return at[n-1]
	}
	return cut(ctx, c, f, thresholds(c, at), len(at)+1, at[0], label, lower)
}

// quantiles makes the key column of f.N bins with about as many rows of the table in each. Rows with equal values
// are in the same bin, so that there may be fewer bins. The last bin includes its upper edge, the greatest value.
func quantiles(ctx context.Context, c *data.Column, f query.Field) (*Column, error) {
	if !c.Type.Numeric() {
		return nil, wrongPart(c, f, "number")
	}
	order, err := quantileOrders(ctx, c, f.N)
	if err != nil {
		return nil, err
	}
	at := each.Of(order, func(o uint64) data.Value { return fromOrder(c, o) })
	if len(at) == 0 {
		at = make([]data.Value, 1)
	}
	bins := max(1, len(at)-1)
	text := edgeText(c)
	label := func(n int64) data.Value { return between(text, at[n], at[min(int(n)+1, len(at)-1)]) }
	return cut(ctx, c, f, order[min(1, len(order)):min(bins, len(order))], bins, at[0], label,
		func(n int64) data.Value {
			return at[n]
		})
}

// cut makes a key column of bins. The bin of a value is the number of thresholds at or below it. `least` is the
// least edge. NaN has a label of its own, after all bins.
func cut(ctx context.Context, c *data.Column, f query.Field, thresholds []uint64, bins int, least data.Value, label,
	lower func(int64) data.Value) (*Column, error) {
	bin := func(order uint64) (bin int64) {
		if len(thresholds) > fewThresholds {
			return int64(sort.Search(len(thresholds), func(i int) bool { return thresholds[i] > order }))
		}
		for _, t := range thresholds {
			var above int64
			if t <= order { // compiles to a conditional move; a branch would often be mispredicted
				above = 1
			}
			bin += above
		}
		return bin
	}
	var k *Column
	var err error
	if c.Type != data.Float {
		k, err = derive(ctx, c, f, func(v int64) int64 { return bin(intOrder(v)) }, label)
	} else {
		values := memory.Make[int64](c.Rows)
		err = eachRange(ctx, c.Rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				switch v := c.Floats[i]; {
				case !c.Valid.Get(i):
				case v != v:
					values[i] = int64(bins)
				default:
					values[i] = bin(floatOrder(v))
				}
			}
		})
		if err == nil {
			k, err = integers(ctx, f, c, values, orNaN(bins, label))
		}
	}
	if err == nil {
		low, _ := least.Number()
		k.ungrouped = c.IsUngrouped()
		k.lower, k.Format.Edges, k.Format.Signed = orNaN(bins, lower), true, low < 0
	}
	return k, err
}

// fewThresholds is the greatest number of thresholds that are compared one by one.
const fewThresholds = 16

func orNaN(bins int, of func(int64) data.Value) func(int64) data.Value {
	return func(n int64) data.Value {
		if int(n) >= bins {
			return data.TextValue("NaN")
		}
		return of(n)
	}
}

// intOrder and floatOrder map numbers to unsigned integers that compare as the numbers do.
func intOrder(v int64) uint64 { return uint64(v) ^ 1<<63 }

func floatOrder(v float64) uint64 {
	b := floatKey(v)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// fromOrder returns the value of c that intOrder or floatOrder maps to o.
func fromOrder(c *data.Column, o uint64) data.Value {
	switch {
	case c.Type != data.Float:
		return c.IntValue(int64(o ^ 1<<63))
	case o>>63 != 0:
		return data.FloatValue(math.Float64frombits(o &^ (1 << 63)))
	}
	return data.FloatValue(math.Float64frombits(^o))
}

func decimalValue(text string) data.Value {
	unscaled, scale, _ := query.Decimal(text)
	v := data.IntValue(unscaled)
	if scale > 0 {
		v.Type, v.Scale = data.Decimal, scale
	}
	return v
}

// thresholds returns, for each edge, the least value at or above the edge that the type of c can represent, mapped by
// intOrder or floatOrder. It leaves out edges above all these values.
func thresholds(c *data.Column, at []data.Value) []uint64 {
	var out []uint64
	for _, v := range at {
		f, _ := v.Number()
		if c.Type == data.Float {
			out = append(out, floatOrder(f))
			continue
		}
		r := new(big.Rat).SetFrac(v.Int.Big(), pow10(v.Scale))
		r.Mul(r, new(big.Rat).SetInt(pow10(c.Scale)))
		n := new(big.Int).Div(r.Num(), r.Denom())
		if !r.IsInt() {
			n.Add(n, big.NewInt(1))
		}
		switch {
		case n.IsInt64():
			out = append(out, intOrder(n.Int64()))
		case n.Sign() < 0:
			out = append(out, 0)
		}
	}
	return out
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// quantileOrders returns the distinct edges of n bins, mapped by intOrder or floatOrder. Of the sorted values without
// null and NaN, the edges are those at ranks 0, rows/n, 2 rows/n and so on, and the greatest.
func quantileOrders(ctx context.Context, c *data.Column, n int) ([]uint64, error) {
	at, rows, err := ranked(ctx, c)
	if err != nil || rows == 0 {
		return nil, err
	}
	out := each.Times(n, func(i int) uint64 { return at(int(uint64(i) * uint64(rows) / uint64(n))) })
	return slices.Compact(append(out, at(rows-1))), nil
}

// ranked returns a function from a rank to the value at this rank, mapped by intOrder or floatOrder. It also returns
// the number of values without null and NaN. Integers of a narrow range are counted, and other values are sorted. The
// ranks asked for must ascend.
func ranked(ctx context.Context, c *data.Column) (at func(rank int) uint64, rows int, err error) {
	if c.Type != data.Float && c.Wide == nil && maxCode(c) <= widest(c.Rows)/8 {
		counts := make([]int, maxCode(c)+1)
		for i := range c.Rows {
			counts[c.Codes.At(i)]++
		}
		if c.Valid != nil {
			counts[0] = 0
		}
		code, before := 0, 0
		return func(rank int) uint64 {
			for before+counts[code] <= rank {
				before += counts[code]
				code++
			}
			return intOrder(c.Base + int64(code))
		}, c.Rows - c.Nulls, nil
	}
	orders := make([]uint64, 0, c.Rows)
	for i := range c.Rows {
		switch {
		case !c.Valid.Get(i):
		case c.Type != data.Float:
			orders = append(orders, intOrder(c.Int(i)))
		case c.Floats[i] == c.Floats[i]:
			orders = append(orders, floatOrder(c.Floats[i]))
		}
	}
	if len(orders) == 0 {
		return nil, 0, nil
	}
	ascending, _, err := radix.Sort(ctx, orders, allCores())
	return func(rank int) uint64 { return ascending[rank] }, len(orders), err
}

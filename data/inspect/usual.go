package inspect

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"cardinal/data"
)

// Fences are the least and the greatest usual value of a column. A fence is null if no value is beyond it.
type Fences struct{ Low, High data.Value }

// Usual returns the fences of a column of numbers or dates: the quartiles, moved outwards by three times the distance
// between them. Tukey calls values beyond such fences "far out" (Exploratory Data Analysis, 1977). The fences are
// exact: no value is rounded before it is compared. The fences are null for identifiers, and if the quartiles are equal
// or infinite. NaN does not count.
func Usual(ctx context.Context, c *data.Column) (f Fences, err error) {
	if !c.Type.Numeric() && !c.Type.Temporal() || c.IsIdentifier() || c.Nulls == c.Rows {
		return f, nil
	}
	at, n, err := ordered(ctx, c)
	if err != nil || n == 0 {
		return f, err
	}
	// Quartile i has the position i*(n-1)/4 among the ascending values. If that is no integer, the quartile is
	// interpolated between the values at the two nearest positions.
	var places []int
	for i := 1; i <= 3; i += 2 {
		place := i * (n - 1) / 4
		places = append(places, place, min(place+1, n-1))
	}
	keys, err := at(places)
	if err != nil {
		return f, err
	}
	var fourfold [2]*big.Rat // the first and the third quartile, times four
	for i := range fourfold {
		x, y := exact(c, keys[2*i]), exact(c, keys[2*i+1])
		if x == nil || y == nil {
			return f, nil
		}
		rest := new(big.Rat).SetInt64(int64((2*i + 1) * (n - 1) % 4))
		y.Sub(y, x)
		fourfold[i] = y.Add(y.Mul(y, rest), x.Mul(x, big.NewRat(4, 1)))
	}
	first, third := fourfold[0], fourfold[1]
	if first.Cmp(third) == 0 {
		return f, nil
	}
	fence := func(inner, other *big.Rat) *big.Rat {
		r := new(big.Rat).Mul(inner, big.NewRat(4, 1))
		return r.Quo(r.Sub(r, new(big.Rat).Mul(other, big.NewRat(3, 1))), big.NewRat(4, 1))
	}
	f.Low, f.High = next(c, fence(first, third), true), next(c, fence(third, first), false)
	return f, nil
}

// next rounds bound to a value of the column's type: upwards if up is true, else downwards. It returns null if the
// column has no value beyond the bound.
func next(c *data.Column, bound *big.Rat, up bool) data.Value {
	if c.Type == data.Float {
		sign := map[bool]int{true: 1, false: -1}[up]
		v, _ := bound.Float64()
		if r := new(big.Rat).SetFloat64(v); r != nil && r.Cmp(bound)*sign < 0 {
			v = math.Nextafter(v, math.Inf(sign))
		}
		if up && c.MinFloat < v || !up && c.MaxFloat > v {
			return data.FloatValue(v)
		}
		return data.Value{}
	}
	v := new(big.Int).Div(bound.Num(), bound.Denom()) // Div floors, since the denominator is positive
	if up && !bound.IsInt() {
		v.Add(v, big.NewInt(1))
	}
	if v.IsInt64() && (up && c.Min < v.Int64() || !up && c.Max > v.Int64()) {
		return c.IntValue(v.Int64())
	}
	return data.Value{}
}

// exact returns the value for a key of ordered, or nil if the value is infinite.
func exact(c *data.Column, key uint64) *big.Rat {
	if c.Type != data.Float {
		return new(big.Rat).SetInt64(int64(key ^ 1<<63))
	}
	if key>>63 == 1 {
		return new(big.Rat).SetFloat64(math.Float64frombits(key ^ 1<<63))
	}
	return new(big.Rat).SetFloat64(math.Float64frombits(^key))
}

// ordered returns a function `at`, which returns the values that the sorted column would have at given positions. The
// values are in the form of keys, which have the same order. n is the number of values without NaN.
//
// `at` reads the column once for every 16 bits of a key. For each position, it knows the first bits of the wanted key,
// and counts the next 16 bits of all keys that begin with these bits. `at` needs no copy of the column.
func ordered(ctx context.Context, c *data.Column) (at func(places []int) ([]uint64, error), n int, err error) {
	key := func(i int) uint64 { return uint64(c.Int(i)) ^ 1<<63 }
	least, n := uint64(c.Min)^1<<63, c.Rows-c.Nulls
	width := uint64(c.Max) - uint64(c.Min)
	is := c.Valid.Get
	if c.Type == data.Float {
		least, width = 0, math.MaxUint64
		is = func(i int) bool { return c.Valid.Get(i) && c.Floats[i] == c.Floats[i] }
		key = func(i int) uint64 {
			b := math.Float64bits(c.Floats[i] + 0) // -0 becomes 0
			return b ^ uint64(int64(b)>>63)&^(1<<63) ^ 1<<63
		}
		n = 0
		err = eachBatch(ctx, c.Rows, func(from, to int) {
			for i := from; i < to; i++ {
				if is(i) {
					n++
				}
			}
		})
	}
	return func(places []int) ([]uint64, error) {
		rest, found := slices.Clone(places), make([]uint64, len(places))
		for shift := (bits.Len64(width) + 15) / 16 * 16; shift > 0; {
			shift -= 16
			begins := slices.Compact(slices.Sorted(slices.Values(found)))
			counts := make([][1 << 16]int, len(begins))
			err := eachBatch(ctx, c.Rows, func(from, to int) {
				for i := from; i < to; i++ {
					if !is(i) {
						continue
					}
					k := (key(i) - least) >> shift
					for j, begin := range begins {
						if k>>16 == begin {
							counts[j][k&(1<<16-1)]++
						}
					}
				}
			})
			if err != nil {
				return nil, err
			}
			for p := range found {
				j, digit := slices.Index(begins, found[p]), 0
				for ; rest[p] >= counts[j][digit]; digit++ {
					rest[p] -= counts[j][digit]
				}
				found[p] = found[p]<<16 | uint64(digit)
			}
		}
		for p := range found {
			found[p] += least
		}
		return found, nil
	}, n, err
}

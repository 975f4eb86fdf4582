package measure

import (
	"math"
	"math/big"
	"math/bits"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/query"
)

var skewness = Aggregate{
	Aggregate: query.Aggregate{
		Func: "skewness", Title: "Skewness", Help: "the skewness of a sample: null for fewer than three values, and " +
			"where all are equal", Menu: query.Spread,
		Takes: query.Numbers, Offered: query.Numbers, Result: query.Float,
	},
	divides: true,
	bind: func(p *Plan, _ Source, m *measure) error {
		x := m.use(p, Kind{Op: OpSum, Column: m.x})
		xx := m.use(p, Kind{Op: OpProducts, Column: m.x, Other: m.x})
		xxx := m.use(p, Kind{Op: opCubes, Column: m.x})
		m.at = func(v *Values, g int, n int64) data.Value {
			if n < 3 {
				return data.Value{}
			}
			if _, ok := v.flags(x, g).Special(); ok {
				return data.FloatValue(math.NaN())
			}
			return skew(n, v.moment(x, g), v.moment(xx, g), v.moment(xxx, g))
		}
		return nil
	},
}

// skew returns the skewness n/((n-1)(n-2)) * sum((x-mean)^3)/s^3, as Excel's SKEW. Its arguments are the sums of n
// values, of their squares and of their cubes.
//
// With a = n^2*sum(x^3) - 3n*sum(x)*sum(x^2) + 2*sum(x)^3 and b = n*sum(x^2) - sum(x)^2, the square of the skewness is
// the exact fraction a^2*n*(n-1) / ((n-2)^2*b^3). The root of the fraction is cut to more than 64 bits, and its last
// bit is set if digits were cut off. So the result is rounded only once.
func skew(n int64, x, xx, xxx aggregate.Moment) data.Value {
	a := xxx.Scaled(n).Plus(x.Times(xx).Scaled(-3)).Scaled(n).Plus(x.Times(x).Times(x).Scaled(2))
	b := aggregate.Deviation(n, xx, x, x)
	if b.Num.Sign() == 0 {
		return data.Value{}
	}
	square := a.Times(a).Scaled(n).Scaled(n - 1)
	divisor := b.Times(b).Times(b).Scaled(n - 2).Scaled(n - 2)
	exp := square.Exp - divisor.Exp
	shift := max(0, 2*66+divisor.Num.BitLen()-square.Num.BitLen())
	shift += (exp - shift) & 1
	quotient, rest := square.Num.QuoRem(square.Num.Lsh(square.Num, uint(shift)), divisor.Num, new(big.Int))
	root := new(big.Int).Sqrt(quotient)
	cut := rest.Sign() != 0 || new(big.Int).Mul(root, root).Cmp(quotient) != 0
	root.Lsh(root, 1)
	if cut {
		root.SetBit(root, 0, 1)
	}
	if a.Num.Sign() < 0 {
		root.Neg(root)
	}
	f, exact := aggregate.Moment{Num: root, Exp: (exp-shift)/2 - 1}.Over(big.NewInt(1)).Float()
	return data.Value{Type: data.Float, Float: f, Rounded: !exact}
}

// opCubes adds the cubes of the values of Column.
var opCubes = &Op{
	accumulator: func(p *Plan, k Kind) aggregate.Accumulator {
		return newCubeSums(k.Column, p.input(k.Column), p.rows)
	},
	groupBytes: func(p *Plan, k Kind) int64 { return 8 * int64(newCubeSums(k.Column, 0, p.rows).Width) },
}

// cubeSums adds the cubes of the codes, the wide integers or the finite floats of an input in fixed point, in units
// of 2^(3*low). The limbs of a group are in two's complement, the low one first. No sum over the rows can overflow
// them.
type cubeSums struct {
	aggregate.Rows[uint64]
	x   aggregate.Factor
	low int // every value is a multiple of 2^low
}

var _ aggregate.Columnar = (*cubeSums)(nil)

func newCubeSums(c *data.Column, input, rows int) *cubeSums {
	low, high := 0, 64 // values are less than 2^high in magnitude
	switch {
	case c.Type == data.Float:
		low, high = c.LowBit, c.HighBit
	case c.Wide == nil:
		high = int(codeBits(c))
	}
	limbs := (3*(high-low)+bits.Len(uint(rows)))/64 + 1
	return &cubeSums{Rows: aggregate.Rows[uint64]{Width: limbs}, x: aggregate.Factor{Input: input}, low: low}
}

// Slice returns groups lo to hi; the slice shares the state.
func (a *cubeSums) Slice(lo, hi int) aggregate.Columnar {
	return &cubeSums{a.Rows.Slice(lo, hi), a.x, a.low}
}

// Update adds a batch.
func (a *cubeSums) Update(b *aggregate.Batch) {
	for i, g := range b.Groups {
		v, exp, negative, _ := a.x.Significand(b, i)
		if v == 0 { // also null, and values that are not finite
			continue
		}
		if drop := a.low - exp; drop > 0 {
			v, exp = v>>drop, a.low
		}
		hi, lo := bits.Mul64(v, v)
		mid, low := bits.Mul64(lo, v)
		high, carried := bits.Mul64(hi, v)
		mid, carry := bits.Add64(mid, carried, 0)
		n := uint(3 * (exp - a.low))
		aggregate.AddLimbs(a.Of(int(g))[n/64:], negative, low<<(n%64), mid<<(n%64)|low>>(64-n%64),
			(high+carry)<<(n%64)|mid>>(64-n%64), (high+carry)>>(64-n%64))
	}
}

// Merge adds groups of another state of the same kind.
func (a *cubeSums) Merge(from aggregate.Accumulator, groups, to []uint32) {
	add := func(into, from []uint64) { aggregate.AddLimbs(into, false, from...) }
	a.Rows.Combine(&from.(*cubeSums).Rows, groups, to, add)
}

// Exact returns the sum of group g's cubes.
func (a *cubeSums) Exact(g int) aggregate.Moment { return aggregate.NewMoment(a.Of(g), 3*a.low) }

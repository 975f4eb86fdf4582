package formula

import (
	"errors"
	"math"
	"math/big"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

var mod = function{
	Function: query.Function{
		Name: "mod", Group: query.Math,
		Args: []query.Argument{{Name: "number", Takes: query.Numbers}, {Name: "divisor", Takes: query.Numbers}},
		Help: "the remainder of a division, exact for whole numbers and decimals; it has the sign of the divisor, as " +
			"in Excel, and is null where the divisor is zero", Example: "mod(-3, 2) is 1",
	},
	result: func(args []shape) (shape, error) { return operatorShape('-', args[0], args[1]) },
	of:     func(args []data.Value) data.Value { return remainder(args[0], args[1]) },
}

func init() { mod.columns = remainders }

// remainder returns a - b*floor(a/b). It returns null if b is 0, and if floats have no remainder.
func remainder(a, b data.Value) data.Value {
	if a.Type == data.Float || b.Type == data.Float {
		x, _ := a.Number()
		y, _ := b.Number()
		return realNumber(floatRemainder(x, y))
	}
	scale := max(a.Scale, b.Scale)
	x, fitX := rescale(a.Int, scale-a.Scale)
	y, fitY := rescale(b.Int, scale-b.Scale)
	p, wideX := x.Int64()
	q, wideY := y.Int64()
	switch {
	case b.Int.Sign() == 0:
		return data.Value{}
	case fitX && fitY && wideX && wideY:
		return decimal(int128.From(floorMod(p, q)), scale)
	}
	exact := new(big.Int).Mod(unscaled(a, scale), unscaled(b, scale)) // at least 0 and less than the magnitude of b
	if b.Int.Sign() < 0 && exact.Sign() > 0 {
		exact.Add(exact, unscaled(b, scale))
	}
	if n, fits := int128.FromBig(exact); fits {
		return decimal(n, scale)
	}
	f, _ := new(big.Rat).SetFrac(exact, power10(scale)).Float64()
	return data.Value{Type: data.Float, Float: f, Rounded: true}
}

// floatRemainder returns the remainder of x divided by y, with the sign of y, or NaN if there is no remainder.
func floatRemainder(x, y float64) float64 {
	r := math.Mod(x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

// floorMod returns p - q*floor(p/q). q must not be 0.
func floorMod(p, q int64) int64 {
	r := p % q
	if r != 0 && (r < 0) != (q < 0) {
		r += q
	}
	return r
}

// unscaled multiplies an integer or a decimal by 10^scale. scale must be at least the scale of v.
func unscaled(v data.Value, scale int) *big.Int {
	n := v.Int.Big()
	return n.Mul(n, power10(scale-v.Scale))
}

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// remainders computes mod for every row. It adds the rows in which the divisor is zero to byZero. If exact remainders
// might not fit 64 bits, all remainders are floats.
func remainders(e *evaluator, args []vector, out shape) (vector, error) {
	e.keepZeros()
	x, y := args[0], args[1]
	if out.kind == data.Float {
		return dividing(vector{shape: out}, x.asFloats(), y.asFloats(), func(b *batch, p, q *lanes) lanes {
			return floatsOf(b, p, q, floatRemainder)
		}), nil
	}
	v, err := wholeRemainders(x, y, out)
	if !errors.Is(err, errFit) {
		return v, err
	}
	v, err = e.resultsAs(&mod, args, out)
	if errors.Is(err, errFit) {
		e.beyond = true
		out.kind, out.scale = data.Float, 0
		v, err = e.resultsAs(&mod, args, out)
	}
	return dividing(v, x, y, func(b *batch, _, _ *lanes) lanes { return v.rows(b) }), err
}

// dividing returns v with values that the function `of` computes from the values of x and y. A row in which y is zero
// is null.
func dividing(v, x, y vector, of func(b *batch, p, q *lanes) lanes) vector {
	v.few = nil
	v.rows = func(b *batch) lanes {
		p, q := x.rows(b), y.rows(b)
		l := of(b, &p, &q)
		l.valid = b.both(l.valid, b.withoutZeros(b.both(p.valid, q.valid), &q))
		return l
	}
	return v
}

// wholeRemainders computes mod of integers and decimals. It returns errFit if they might not fit 64 bits once they have
// the same scale.
func wholeRemainders(x, y vector, out shape) (v vector, err error) {
	if x, err = x.rescale(out.scale - x.scale); err != nil {
		return v, err
	}
	if y, err = y.rescale(out.scale - y.scale); err != nil {
		return v, err
	}
	v = vector{shape: out, lo: min(y.lo, 0), hi: max(y.hi, 0)}
	return dividing(v, x, y, func(b *batch, p, q *lanes) lanes {
		ints := b.ints.take(b.n)
		for i, n := range q.ints[:len(ints)] {
			if n != 0 {
				ints[i] = floorMod(p.ints[i], n)
			}
		}
		return lanes{ints: ints, valid: p.valid}
	}), nil
}

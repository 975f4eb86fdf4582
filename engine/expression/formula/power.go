package formula

import (
	"math"

	"cardinal/data"
	"cardinal/engine/query"
)

var (
	real  = query.Argument{Name: "number", Takes: query.Numbers}
	power = ofFloats(query.Function{
		Name: "power", Also: []string{"pow"}, Args: []query.Argument{real, {Name: "exponent", Takes: query.Numbers}},
		Help: "the number raised to a power, as number ^ exponent is; null where there is no power, as of 0 to -1 " +
			"and of -8 to 0.5", Example: "power(2, 10) is 1024",
	}, 1, raised)
	sqrt = ofFloats(query.Function{
		Name: "sqrt", Args: []query.Argument{real},
		Help: "the square root; null of a number below zero", Example: "sqrt(9) is 3",
	}, 1, func(x, _ float64) float64 { return math.Sqrt(x) })
	exp = ofFloats(query.Function{
		Name: "exp", Args: []query.Argument{real},
		Help: "the number e, 2.718…, raised to a power", Example: "exp(0) is 1",
	}, 1, func(x, _ float64) float64 { return math.Exp(x) })
	ln = ofFloats(query.Function{
		Name: "ln", Args: []query.Argument{real},
		Help: "the natural logarithm; null of zero and below", Example: "ln(1) is 0",
	}, math.E, logarithm)
	log = ofFloats(query.Function{
		Name: "log", Args: []query.Argument{real, {Name: "base", Takes: query.Numbers, Optional: true}},
		Help: "the logarithm to base 10, or to another base; null of zero and below, and where the base is 1, zero " +
			"or below", Example: "log(8, 2) is 3",
	}, 10, logarithm)
)

// raised returns x to the power of y. It returns NaN if the exact power is not a number or is infinite. If the exact
// power is too large for a float, it returns an infinity.
func raised(x, y float64) float64 {
	if x == 0 && y < 0 {
		return math.NaN()
	}
	return math.Pow(x, y)
}

// logarithm returns the logarithm of x to a base, or NaN if there is none. ln(x) / ln(base) is inexact: it is
// 2.9999999999999996 for 1000 and base 10, and 0.4999999999999999 for 3 and base 9. So if base and x are powers of the
// same whole number, or of its inverse, the result is the quotient of their exponents. If x is the square root of the
// base, the result is 0.5.
func logarithm(x, base float64) float64 {
	switch inverse := math.Round(1 / base); {
	case x <= 0 || base <= 0 || base == 1:
		return math.NaN()
	case base == math.E:
		return math.Log(x)
	case base < 1 && isWhole(inverse) && 1/inverse == base:
		return -logarithm(x, inverse)
	case isWhole(base) && x == math.Sqrt(base):
		return 0.5
	}
	out := math.Log(x) / math.Log(base)
	for q, least := 1.0, 2.0; q == 1 || least <= base && isWhole(base); q, least = q+1, 2*least {
		p := math.Round(out * q)
		if math.Abs(out*q-p) >= 1e-9 {
			continue
		}
		root := base
		if q > 1 {
			root = math.Round(math.Pow(base, 1/q))
		}
		if math.Pow(root, q) == base && math.Pow(root, p) == x {
			return p / q
		}
	}
	return out
}

// isWhole reports whether x is a whole number of at most 53 bits.
func isWhole(x float64) bool { return x == math.Trunc(x) && math.Abs(x) <= 1<<53 }

// ofFloats describes a function of one or two numbers that is computed in floats. If of returns NaN, the result is
// null. If a formula gives only one number, other is the second.
func ofFloats(f query.Function, other float64, of func(x, y float64) float64) function {
	f.Group = query.Math
	return function{
		Function: f,
		result: func(args []shape) (shape, error) {
			for _, s := range args {
				if s.kind == data.Null {
					return s, nil
				}
			}
			return shape{kind: data.Float}, nil
		},
		of: func(args []data.Value) data.Value {
			x, _ := args[0].Number()
			y := other
			if len(args) > 1 {
				y, _ = args[1].Number()
			}
			return realNumber(of(x, y))
		},
		columns: func(e *evaluator, args []vector, out shape) (vector, error) {
			return computeFloats(args, other, out, of), nil
		},
	}
}

// computeFloats computes a function that ofFloats describes for every row.
func computeFloats(args []vector, other float64, out shape, of func(x, y float64) float64) vector {
	x, y := args[0].asFloats(), constant(data.FloatValue(other))
	if len(args) > 1 {
		y = args[1].asFloats()
	}
	return vector{shape: out, rows: func(b *batch) lanes {
		p, q := x.rows(b), y.rows(b)
		return floatsOf(b, &p, &q, of)
	}}
}

// floatsOf computes a function of floats. A row is null if the result is NaN.
func floatsOf(b *batch, p, q *lanes, of func(x, y float64) float64) lanes {
	out := lanes{floats: b.floats.take(b.n), valid: b.both(p.valid, q.valid)}
	for i := range out.floats {
		out.floats[i] = math.NaN()
		if out.has(i) {
			out.floats[i] = of(p.floats[i], q.floats[i]) + 0 // -0 becomes 0
		}
	}
	out.valid = b.marks(func(i int) bool { return out.floats[i] == out.floats[i] })
	return out
}

// realNumber returns a computed float as a value. NaN becomes null, and -0 becomes 0.
func realNumber(f float64) data.Value {
	if f != f {
		return data.Value{}
	}
	return data.Value{Type: data.Float, Float: f + 0, Rounded: true}
}

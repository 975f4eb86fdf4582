package formula

import (
	"math"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/memory"
)

var (
	real  = query.Argument{Name: "number", Takes: query.Numbers}
	power = ofFloats(query.Function{
		Name: "power", Also: []string{"pow"}, Args: []query.Argument{real, {Name: "exponent", Takes: query.Numbers}},
		Help: "the number raised to a power, as number ^ exponent is; null where there is no power, as of 0 to -1 and of -8 to 0.5", Example: "power(2, 10) is 1024",
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
		Help: "the logarithm to base 10, or to another base; null of zero and below, and where the base is 1, zero or below", Example: "log(8, 2) is 3",
	}, 10, logarithm)
)

// raised is NaN where the exact power is no number or is infinite, and infinite where floats do not reach the
// exact power.
func raised(x, y float64) float64 {
	if x == 0 && y < 0 {
		return math.NaN()
	}
	return math.Pow(x, y)
}

// logarithm is NaN where there is none. The quotient of two logarithms is 2.9999999999999996 of 1000 and 10,
// and 0.4999999999999999 of 3 and 9. Where base and x are powers of one whole number, or of its inverse, the
// logarithm is the quotient of their exponents instead; of a square root it is 0.5.
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

// ofFloats is a function of one or two numbers, computed in floats: null where of is NaN. The second number is
// other where it is not given.
func ofFloats(f query.Function, other float64, of func(x, y float64) float64) function {
	f.Group, f.Gives = query.Math, "number"
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
			return e.computeFloats(args, other, out, of)
		},
	}
}

// computeFloats computes a function of one or two numbers for every row, as ofFloats describes it.
func (e *evaluator) computeFloats(args []vector, other float64, out shape, of func(x, y float64) float64) (vector, error) {
	n := e.rows(args...)
	valid, ys := args[0].valid, []float64{other}
	xs, err := args[0].asFloats(e)
	if err == nil && len(args) > 1 {
		valid = both(valid, args[1].valid)
		ys, err = args[1].asFloats(e)
	}
	if err != nil {
		return vector{}, err
	}
	v := vector{shape: out, floats: memory.Make[float64](n), valid: data.NewBitmap(n)}
	dx, dy := step(xs), step(ys)
	return v, e.each(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if result := of(xs[i*dx], ys[i*dy]); result == result && valid.Get(i) {
				v.floats[i] = result + 0 // and not -0
				v.valid.Set(i)
			}
		}
	})
}

// realNumber is a computed float: null for NaN, and 0 for -0.
func realNumber(f float64) data.Value {
	if f != f {
		return data.Value{}
	}
	return data.Value{Type: data.Float, Float: f + 0, Rounded: true}
}

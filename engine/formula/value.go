package formula

import (
	"math"
	"math/big"
	"strings"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/query"
)

// Eval computes an expression for one row. leaf returns the value of an operand that is not a number. Results that do not fit 128
// bits or 18 places are computed in floats.
func Eval(a *query.Arith, leaf func(*query.Arith) data.Value) data.Value {
	switch {
	case a.Op == 0 && a.Number != "":
		return literal(a.Number)
	case a.Op == 0:
		return leaf(a)
	case a.Op == '~':
		return apply('-', data.IntValue(0), Eval(a.Args[0], leaf))
	}
	return apply(a.Op, Eval(a.Args[0], leaf), Eval(a.Args[1], leaf))
}

// maxScale is the greatest number of places of a decimal.
const maxScale = 18

// literal is the value of a literal: an integer, a decimal, or a float where the literal has an exponent or too many digits. It is null
// where the text is no number.
func literal(s string) data.Value {
	whole, frac, _ := strings.Cut(s, ".")
	n, ok := new(big.Int).SetString(whole+frac, 10)
	if !ok || !n.IsInt64() || len(frac) > maxScale {
		f, _, err := big.ParseFloat(s, 10, 64, big.ToNearestEven)
		if err != nil {
			return data.Value{}
		}
		v, _ := f.Float64()
		return data.FloatValue(v)
	}
	v := data.IntValue(n.Int64())
	if len(frac) > 0 {
		v.Type, v.Scale = data.Decimal, len(frac)
	}
	return v
}

func apply(op byte, a, b data.Value) data.Value {
	if a.IsNull() || b.IsNull() {
		return data.Value{}
	}
	if a.Type != data.Float && b.Type != data.Float && op != '/' && op != '^' {
		if v, ok := exactly(op, a, b); ok {
			return v
		}
	}
	x, _ := a.Number()
	y, _ := b.Number()
	if op == '/' && y == 0 {
		return data.Value{}
	}
	return data.Value{Type: data.Float, Float: float(op, x, y), Rounded: true}
}

func float(op byte, x, y float64) float64 {
	switch op {
	case '+':
		return x + y
	case '-':
		return x - y
	case '*':
		return x * y
	case '/':
		return x / y
	}
	return math.Pow(x, y)
}

// exactly computes in integers of 128 bits. It reports whether the result fits them and maxScale places.
func exactly(op byte, a, b data.Value) (data.Value, bool) {
	out := data.Value{Type: data.Int, Scale: max(a.Scale, b.Scale)}
	x, y := a.Int, b.Int
	var ok bool
	if op == '*' {
		out.Scale = a.Scale + b.Scale
		n, fits := y.Int64()
		if !fits {
			x = y
			n, fits = a.Int.Int64()
		}
		if ok = fits; ok {
			out.Int, ok = x.MulFits(n)
		}
	} else {
		x, ok = rescale(x, out.Scale-a.Scale)
		var fits bool
		y, fits = rescale(y, out.Scale-b.Scale)
		if op == '-' {
			y = y.Neg()
		}
		out.Int = x.Add(y)
		ok = ok && fits && ((x.Hi < 0) != (y.Hi < 0) || (out.Int.Hi < 0) == (x.Hi < 0))
	}
	if out.Scale > 0 {
		out.Type = data.Decimal
	}
	return out, ok && out.Scale <= maxScale
}

func rescale(v int128.Int, places int) (int128.Int, bool) {
	ok := true
	for ; places > 0 && ok; places-- {
		v, ok = v.MulFits(10)
	}
	return v, ok
}

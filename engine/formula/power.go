package formula

import (
	"math"

	"cardinal/data"
	"cardinal/engine/query"
)

var power = function{
	Function: query.Function{
		Name: "power", Also: []string{"pow"}, Group: query.Math, Gives: "number",
		Args: []query.Argument{{Name: "number", Takes: query.Numbers}, {Name: "exponent", Takes: query.Numbers}},
		Help: "the number raised to a power, as number ^ exponent is; null where there is no power, as of 0 to -1 and of -8 to 0.5", Example: "power(2, 10) is 1024",
	},
	result: always(data.Float),
	of:     func(args []data.Value) data.Value { return raised(args[0], args[1]) },
}

// raised is null where the exact power is no number or is infinite, and infinite where floats do not reach the exact power.
func raised(a, b data.Value) data.Value {
	x, _ := a.Number()
	y, _ := b.Number()
	if x == 0 && y < 0 {
		return data.Value{}
	}
	return realNumber(math.Pow(x, y))
}

var sqrt = ofNumber("sqrt", "the square root; null of a number below zero", "sqrt(9) is 3", math.Sqrt)

var exp = ofNumber("exp", "the number e, 2.718…, raised to a power", "exp(0) is 1", math.Exp)

var ln = ofNumber("ln", "the natural logarithm; null of zero and below", "ln(1) is 0", func(x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return math.Log(x)
})

var log = function{
	Function: query.Function{
		Name: "log", Group: query.Math, Gives: "number",
		Args: []query.Argument{{Name: "number", Takes: query.Numbers}, {Name: "base", Takes: query.Numbers, Optional: true}},
		Help: "the logarithm to base 10, or to another base; null of zero and below, and where the base is 1, zero or below", Example: "log(8, 2) is 3",
	},
	result: always(data.Float),
	of: func(args []data.Value) data.Value {
		x, _ := args[0].Number()
		base := 10.0
		if len(args) > 1 {
			base, _ = args[1].Number()
		}
		return realNumber(logarithm(x, base))
	},
}

// logarithm is NaN where there is none. It is a whole number where the base raised to it is x: the quotient of two logarithms is 2.9999999999999996 of 1000 and 10.
func logarithm(x, base float64) float64 {
	if x <= 0 || base <= 0 || base == 1 {
		return math.NaN()
	}
	out := math.Log(x) / math.Log(base)
	if whole := math.Round(out); math.Pow(base, whole) == x {
		return whole
	}
	return out
}

// ofNumber is a function of one number, computed in floats.
func ofNumber(name, help, example string, of func(float64) float64) function {
	return function{
		Function: query.Function{Name: name, Group: query.Math, Gives: "number", Args: []query.Argument{{Name: "number", Takes: query.Numbers}}, Help: help, Example: example},
		result:   always(data.Float),
		of: func(args []data.Value) data.Value {
			x, _ := args[0].Number()
			return realNumber(of(x))
		},
	}
}

// realNumber is a computed float: null for NaN, and 0 for -0.
func realNumber(f float64) data.Value {
	if f != f {
		return data.Value{}
	}
	return data.Value{Type: data.Float, Float: f + 0, Rounded: true}
}

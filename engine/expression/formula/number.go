package formula

import (
	"math"
	"math/bits"
	"strconv"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
)

var round = function{
	Function: query.Function{
		Name: "round", Group: query.Math,
		Args: []query.Argument{{Name: "number", Takes: query.Numbers}, {Name: "places", Takes: query.Numbers,
			Optional: true}},
		Help: "the number with so many places, or to tens with -1; halves are rounded away from zero, decimals " +
			"exactly",
		Example: "round(2.345, 2) is 2.35",
	},
	result: rounded, inFloats: true,
	of: func(args []data.Value) data.Value {
		places := 0
		if len(args) > 1 {
			places = placesOf(args[1])
		}
		v := args[0]
		if v.Type == data.Float {
			return roundFloat(v.Float, places)
		}
		return roundTo(v, places, nearest)
	},
	ints: func(args []vector) func(n int64) (int64, bool) {
		switch {
		case len(args) == 1:
			return cutter(args[0].scale, 0, nearest)
		case args[1].fixed != nil:
			return cutter(args[0].scale, placesOf(*args[1].fixed), nearest)
		}
		return nil
	},
}

var floor = function{
	Function: query.Function{
		Name: "floor", Group: query.Math,
		Args: []query.Argument{{Name: "number", Takes: query.Numbers}},
		Help: "the greatest whole number that is not above the number", Example: "floor(-2.5) is -3",
	},
	result: whole, inFloats: true,
	of: func(args []data.Value) data.Value {
		if args[0].Type == data.Float {
			return wholeNumber(math.Floor(args[0].Float))
		}
		return roundTo(args[0], 0, down)
	},
	ints: func(args []vector) func(n int64) (int64, bool) { return cutter(args[0].scale, 0, down) },
}

var ceil = function{
	Function: query.Function{
		Name: "ceil", Also: []string{"ceiling"}, Group: query.Math,
		Args: []query.Argument{{Name: "number", Takes: query.Numbers}},
		Help: "the least whole number that is not below the number", Example: "ceil(2.1) is 3",
	},
	result: whole, inFloats: true,
	of: func(args []data.Value) data.Value {
		if args[0].Type == data.Float {
			return wholeNumber(math.Ceil(args[0].Float))
		}
		return roundTo(args[0], 0, up)
	},
	ints: func(args []vector) func(n int64) (int64, bool) { return cutter(args[0].scale, 0, up) },
}

var absolute = function{
	Function: query.Function{
		Name: "abs", Group: query.Math, Args: []query.Argument{{Name: "number", Takes: query.Numbers}},
		Help: "the number without its sign", Example: "abs(-3) is 3",
	},
	result: func(args []shape) (shape, error) { return args[0], nil },
	of: func(args []data.Value) data.Value {
		v := args[0]
		v.Float = math.Abs(v.Float)
		if v.Int.Sign() < 0 {
			v.Int = v.Int.Neg()
		}
		return v
	},
	ints: func([]vector) func(n int64) (int64, bool) {
		return func(n int64) (int64, bool) { return max(n, -n), n != math.MinInt64 }
	},
}

// rounded returns the type of args[0] after it is rounded to a number of places. If the places differ by row, the type
// does not change.
func rounded(args []shape) (shape, error) {
	places := 0
	if len(args) > 1 {
		if args[1].fixed == nil {
			return args[0], nil
		}
		places = placesOf(*args[1].fixed)
	}
	switch {
	case args[0].kind == data.Float && places <= maxFloatPlaces:
		return numbersOf(max(places, 0)), nil
	case args[0].kind != data.Decimal:
		return args[0], nil
	}
	return numbersOf(min(args[0].scale, max(places, 0))), nil
}

// whole returns the type of args[0] after its places are cut off.
func whole(args []shape) (shape, error) {
	if args[0].kind == data.Decimal || args[0].kind == data.Float {
		return shape{kind: data.Int}, nil
	}
	return args[0], nil
}

// placesOf returns v as a number of places, limited to -19 to 18: beyond these limits, results do not change. NaN gives
// 0.
func placesOf(v data.Value) int {
	n, _ := v.Number()
	if math.IsNaN(n) {
		return 0
	}
	return int(min(max(math.Trunc(n), -maxScale-1), maxScale))
}

// maxFloatPlaces is the largest number of places to which a float is rounded. Further places do not distinguish a float
// from its neighbours.
const maxFloatPlaces = 15

// roundFloat rounds a float to a decimal with the given places. It rounds the digits that are printed: 1.005 becomes
// 1.01, although the float is a little less than 1.005. If the decimal does not fit 64 bits, the result is a float.
func roundFloat(v float64, places int) data.Value {
	if places > maxFloatPlaces || v != v || math.IsInf(v, 0) {
		return data.FloatValue(v)
	}
	if places < 0 {
		whole := wholeNumber(math.Trunc(v)) // the decimals do not matter when tens are rounded
		if whole.Type == data.Float {
			return whole
		}
		return roundTo(whole, places, nearest)
	}
	scaled := v * math.Pow10(places)
	if beyond := math.Abs(scaled) >= math.MaxInt64/2; beyond {
		return data.FloatValue(v)
	}
	const doubt = 1.0 / (1 << 50) // the greatest relative error of a product
	if rest := math.Abs(scaled - math.Floor(scaled) - 0.5); rest <= math.Abs(scaled)*doubt {
		if exact := literal(strconv.FormatFloat(v, 'f', -1, 64)); exact.Type == data.Decimal {
			out := roundTo(exact, places, nearest)
			out.Int, _ = rescale(out.Int, places-out.Scale)
			return decimal(out.Int, places)
		}
	}
	return decimal(int128.From(int64(math.Round(scaled))), places)
}

func decimal(n int128.Int, places int) data.Value {
	return data.Value{Type: numbersOf(places).kind, Int: n, Scale: places}
}

// wholeNumber converts a float without decimals to an integer. If the integer does not fit 64 bits, it returns the
// float.
func wholeNumber(v float64) data.Value {
	if v != v || math.Abs(v) >= math.MaxInt64/2 {
		return data.FloatValue(v)
	}
	return data.IntValue(int64(v))
}

// rounding is the way that digits are cut off.
type rounding int

const (
	nearest rounding = iota // halves away from zero
	down
	up
)

// away reports whether a number is rounded away from zero when digits are cut off. sign is the sign of the number. half
// is negative, 0 or positive if the digits that are cut off are less than, equal to or more than half a unit.
func (r rounding) away(sign, half int) bool {
	return r == nearest && half >= 0 || r == down && sign < 0 || r == up && sign > 0
}

// cutter returns a function that rounds n/10^scale to `places` places, and reports whether the result fits 64 bits. If
// more digits would be cut off than 64 bits have, cutter returns nil.
func cutter(scale, places int, way rounding) func(n int64) (int64, bool) {
	digits := scale - places
	if digits > maxScale {
		return nil
	}
	unit, back := uint64(math.Pow10(max(digits, 0))), int64(math.Pow10(max(-places, 0)))
	// what is added to the size of a number above 0, or below 0, before digits are cut off
	above, below := unit/2, unit/2
	switch way {
	case down:
		above, below = 0, unit-1
	case up:
		above, below = unit-1, 0
	}
	inverse := 1 / float64(unit)
	return func(n int64) (int64, bool) {
		size, sign := uint64(n)+above, int64(1)
		if n < 0 {
			size, sign = -uint64(n)+below, -1
		}
		quotient := int64(float64(size) * inverse) // if size is exact as a float, the quotient is off by at most 1
		switch rest := int64(size - uint64(quotient)*unit); {
		case size >= 1<<53:
			quotient = int64(size / unit)
		case rest < 0:
			quotient--
		case rest >= int64(unit):
			quotient++
		}
		if quotient *= sign; back == 1 || digits <= 0 {
			return quotient, true
		}
		return int128.Mul(quotient, back).Int64()
	}
}

// roundTo rounds a decimal to `places` places in the given way.
func roundTo(v data.Value, places int, way rounding) data.Value {
	digits := v.Scale - places
	if digits <= 0 {
		return v
	}
	quotient, unit := v.Int, int128.From(1)
	for range digits {
		quotient = tenth(quotient)
		unit, _ = unit.MulFits(10)
	}
	back, _ := quotient.MulFits(1)
	for range digits {
		back, _ = back.MulFits(10)
	}
	rest := v.Int.Sub(back) // has the sign of v
	if rest.Sign() < 0 {
		rest = rest.Neg()
	}
	if rest.Sign() != 0 && way.away(v.Int.Sign(), rest.Add(rest).Cmp(unit)) {
		one := int128.From(1)
		if v.Int.Sign() < 0 {
			one = one.Neg()
		}
		quotient = quotient.Add(one)
	}
	if places >= 0 {
		v.Int, v.Scale = quotient, places
	} else {
		for range -places {
			quotient, _ = quotient.MulFits(10)
		}
		v.Int, v.Scale = quotient, 0
	}
	if v.Type = data.Int; v.Scale > 0 {
		v.Type = data.Decimal
	}
	return v
}

// tenth divides by ten, towards zero.
func tenth(v int128.Int) int128.Int {
	negative := v.Sign() < 0
	hi, lo := v.Abs()
	q, r := hi/10, hi%10
	low, _ := bits.Div64(r, lo, 10)
	out := int128.Int{Hi: int64(q), Lo: low}
	if negative {
		out = out.Neg()
	}
	return out
}

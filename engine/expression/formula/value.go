package formula

import (
	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Eval computes an expression for one row. leaf returns the value of an aggregate or a column. Results that do not fit
// 128 bits or 18 places are computed in floats. If an operator or a function does not take a value, the result is null.
func Eval(a *query.Arith, leaf func(*query.Arith) data.Value) data.Value {
	switch {
	case a.Op == '~':
		return apply('-', data.IntValue(0), Eval(a.Args[0], leaf))
	case a.Op != 0:
		return apply(a.Op, Eval(a.Args[0], leaf), Eval(a.Args[1], leaf))
	case a.If != nil:
		return truth(a.If, leaf)
	case a.Call != "" && !a.IsPart():
		args := each.Of(a.Args, func(arg *query.Arith) data.Value { return Eval(arg, leaf) })
		f := functionNamed(a.Call)
		v := f.apply(args)
		for _, arg := range args {
			v.Rounded = v.Rounded || arg.Rounded && v.Type == data.Float
		}
		return v
	case a.Number != "":
		return literal(a.Number)
	case a.Literal != nil:
		v, _ := literalValue(a.Literal)
		return v
	}
	return leaf(a)
}

// truth evaluates a condition for one row. The result is true, false or null, as in SQL. leaf returns the value of a
// leaf.
func truth(e *query.Expr, leaf func(*query.Arith) data.Value) data.Value {
	switch e.Op {
	case query.And, query.Or:
		decides := e.Op == query.Or // true decides an or, false decides an and
		out := data.BoolValue(!decides)
		for _, arg := range e.Args {
			switch v := truth(arg, leaf); {
			case v.IsNull():
				out = v
			case (v.Int.Sign() != 0) == decides:
				return v
			}
		}
		return out
	case query.Not:
		v := truth(e.Args[0], leaf)
		if !v.IsNull() {
			v = data.BoolValue(v.Int.Sign() == 0)
		}
		return v
	}
	v := Eval(e.Of, leaf)
	switch {
	case e.Op == query.IsTrue:
		return v
	case e.Op == query.IsNull:
		return data.BoolValue(v.IsNull())
	case e.With != nil:
		return against(e.Op, v, Eval(e.With, leaf))
	case e.Op != query.In:
		return against(e.Op, v, beside(v, &e.Values[0]))
	}
	var out data.Value
	for _, l := range e.Values {
		w := beside(v, &l)
		switch {
		case v.IsNull() && w.IsNull():
			return data.BoolValue(true)
		case !v.IsNull() && out.Int.Sign() == 0:
			out = data.BoolValue(!w.IsNull() && exactOrder(v, w) == 0)
		}
	}
	return out
}

// against compares two values with an operator, such as <.
func against(op query.Op, v, w data.Value) data.Value {
	if v.IsNull() || w.IsNull() {
		return data.Value{}
	}
	order := exactOrder(v, w)
	if a, ok := v.Number(); ok {
		if b, _ := w.Number(); a == 0 && b == 0 {
			order = 0 // -0 equals 0
		}
	}
	return data.BoolValue(op.Holds(order))
}

// maxScale is the greatest number of places of a decimal.
const maxScale = 18

func apply(op byte, a, b data.Value) data.Value {
	if a.IsNull() || b.IsNull() {
		return data.Value{}
	}
	if op == '&' {
		return written([]data.Value{a, b})
	}
	if a.Type.Temporal() || b.Type.Temporal() {
		return onDates(op, a, b)
	}
	if op == '^' {
		return power.of([]data.Value{a, b})
	}
	if a.Type != data.Float && b.Type != data.Float && op != '/' {
		if v, ok := exactly(op, a, b); ok {
			return v
		}
	}
	if op == '/' && a.Type != data.Float && b.Type != data.Float {
		if v, ok := quotient(a, b); ok {
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
	}
	return x / y
}

// exactly computes in integers of 128 bits. It reports whether the result fits 128 bits and maxScale places.
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

// quotient returns the float nearest to a/b, or null if b is 0. It reports whether both numbers fit 128 bits once they
// have the same scale.
func quotient(a, b data.Value) (data.Value, bool) {
	x, fitX := rescale(a.Int, b.Scale-a.Scale)
	y, fitY := rescale(b.Int, a.Scale-b.Scale)
	if !fitX || !fitY || y.Sign() == 0 {
		return data.Value{}, fitX && fitY
	}
	f, exact := x.RatioTo(y)
	return data.Value{Type: data.Float, Float: f, Rounded: !exact}, true
}

func rescale(v int128.Int, places int) (int128.Int, bool) {
	ok := true
	for ; places > 0 && ok; places-- {
		v, ok = v.MulFits(10)
	}
	return v, ok
}

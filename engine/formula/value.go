package formula

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/int128"
	"cardinal/engine/query"
)

// Eval computes an expression for one row. leaf returns the value of an aggregate or a column. Results that do not fit 128 bits or 18 places
// are computed in floats. A value that an operator or a function does not take makes the result null.
func Eval(a *query.Arith, leaf func(*query.Arith) data.Value) data.Value {
	switch {
	case a.Op == '~':
		return apply('-', data.IntValue(0), Eval(a.Args[0], leaf))
	case a.Op != 0:
		return apply(a.Op, Eval(a.Args[0], leaf), Eval(a.Args[1], leaf))
	case a.If != nil:
		return truth(a.If, leaf)
	case a.Call != "" && !a.IsPart():
		args := make([]data.Value, len(a.Args))
		for i, arg := range a.Args {
			args[i] = Eval(arg, leaf)
		}
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

// truth is true, false or null as SQL has it.
func truth(e *query.Expr, leaf func(*query.Arith) data.Value) data.Value {
	switch e.Op {
	case query.And, query.Or:
		decides := e.Op == query.Or // one such value decides
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

// beside is a literal of a condition as a value of the type of v: a date may stand in quotes there, and a number.
func beside(v data.Value, l *query.Literal) data.Value {
	bare := query.Literal{Text: strings.TrimSpace(l.Text)}
	switch {
	case l.Null:
		return data.Value{}
	case v.Type.Temporal():
		bare.Text = strings.Replace(bare.Text, " ", "T", 1)
	case v.Type == data.Bool:
		bare.Text = strings.ToLower(bare.Text)
	case v.Type.Numeric():
		return literal(strings.TrimPrefix(bare.Text, "+"))
	default:
		bare = query.Literal{Text: l.Text, Quoted: true}
	}
	w, _ := literalValue(&bare)
	return w
}

// against compares two values.
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

// literal is the value of a literal: an integer, a decimal, or a float where the literal has an exponent or too many digits. It is null
// where the text is no number.
func literal(s string) data.Value {
	whole, frac, _ := strings.Cut(s, ".")
	n, ok := new(big.Int).SetString(whole+frac, 10)
	if !ok || !n.IsInt64() || len(frac) > maxScale {
		v, err := strconv.ParseFloat(s, 64)
		if errors.Is(err, strconv.ErrSyntax) {
			return data.Value{}
		}
		return data.FloatValue(v)
	}
	v := data.IntValue(n.Int64())
	if len(frac) > 0 {
		v.Type, v.Scale = data.Decimal, len(frac)
	}
	return v
}

// literalValue is the value of a literal that is no number.
func literalValue(l *query.Literal) (data.Value, error) {
	switch {
	case l.Null:
		return data.Value{}, nil
	case l.Quoted:
		return data.TextValue(l.Text), nil
	case l.Text == "true" || l.Text == "false":
		return data.BoolValue(l.Text == "true"), nil
	case len(l.Text) < 10 || l.Text[4] != '-':
		if strings.Trim(l.Text, "+-.0123456789eE") == "" {
			return literal(strings.TrimPrefix(l.Text, "+")), nil
		}
		return data.TextValue(l.Text), nil // the unit of a function
	}
	at, err := time.Parse(time.DateOnly, l.Text)
	if err == nil {
		return data.DateValue(at.Unix() / 86400), nil
	}
	if v, ok := instant(l.Text); ok {
		return v, nil
	}
	return data.Value{}, fmt.Errorf("%s is no date", l.Text)
}

// instant reads the time of a literal. Its scale is the number of digits that its fraction of a second needs.
func instant(text string) (v data.Value, ok bool) {
	whole := strings.TrimSuffix(text, "Z")
	at, err := time.Parse("2006-01-02T15:04:05", whole)
	if err != nil {
		at, err = time.Parse("2006-01-02T15:04", whole)
	}
	unit := int64(1) // of a second
	for ; int64(at.Nanosecond())%(1e9/unit) != 0; unit *= 10 {
		v.Scale++
	}
	v.Type, v.UTC = data.Timestamp, whole != text
	v.Int = int128.Mul(at.Unix(), unit).Add(int128.From(int64(at.Nanosecond()) / (1e9 / unit)))
	return v, err == nil
}

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
	if a.Type != data.Float && b.Type != data.Float && op != '/' && op != '^' {
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

// secondsOfDay is the length of a day.
const secondsOfDay = 86400

// farthest is how many days before or after 1970-01-01 a computed date lies at most. DuckDB and Arrow have no dates beyond.
const farthest = math.MaxInt32

// unitsOfDay is how many units a day has in dates or times of a shape.
func unitsOfDay(s shape) int64 {
	if s.kind == data.Timestamp {
		return secondsOfDay * int64(math.Pow10(s.scale))
	}
	return 1
}

// onDates adds days to a date or a time, or counts the days between dates or times. It is null where the date would lie beyond the farthest.
func onDates(op byte, a, b data.Value) data.Value {
	out, err := operatorShape(op, shapeOf(a), shapeOf(b))
	if err != nil {
		return data.Value{}
	}
	if out.kind == data.Float {
		return elapsed(a, b)
	}
	if b.Type.Temporal() && !a.Type.Temporal() {
		a, b = b, a
	}
	other, fits := b.Int.Int64()
	add := int128.Mul(other, unitsOfDay(out))
	if op == '-' {
		add = add.Neg()
	}
	v := data.Value{Type: out.kind, Int: a.Int.Add(add), Scale: a.Scale, UTC: a.UTC}
	if n, fit := v.Int.Int64(); out.kind.Temporal() && (!fits || !fit || !near(n, out)) {
		return data.Value{}
	}
	return v
}

// near reports whether a date or a time of a shape does not lie beyond the farthest.
func near(n int64, s shape) bool {
	days := n / unitsOfDay(s)
	return days >= -farthest && days <= farthest
}

// elapsed is the time from b to a in days.
func elapsed(a, b data.Value) data.Value {
	seconds := func(v data.Value) data.Value {
		if v.Type == data.Date {
			v.Int, _ = v.Int.MulFits(secondsOfDay)
		}
		return data.Value{Type: data.Decimal, Int: v.Int, Scale: v.Scale}
	}
	between, _ := exactly('-', seconds(a), seconds(b))
	days, _ := quotient(between, data.IntValue(secondsOfDay))
	return days
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

// quotient is a/b as the float nearest to it, and null where b is 0. It reports whether both fit 128 bits at one scale.
func quotient(a, b data.Value) (data.Value, bool) {
	x, fitX := rescale(a.Int, b.Scale-a.Scale)
	y, fitY := rescale(b.Int, a.Scale-b.Scale)
	if !fitX || !fitY || y.Sign() == 0 {
		return data.Value{}, fitX && fitY
	}
	f, exact := x.Over(y)
	return data.Value{Type: data.Float, Float: f, Rounded: !exact}, true
}

func rescale(v int128.Int, places int) (int128.Int, bool) {
	ok := true
	for ; places > 0 && ok; places-- {
		v, ok = v.MulFits(10)
	}
	return v, ok
}

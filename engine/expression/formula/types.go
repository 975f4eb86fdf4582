package formula

import (
	"cmp"
	"fmt"
	"slices"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/engine/query"
)

// words are the names of the types in sentences.
var words = map[data.Type]string{
	data.Int: "a number", data.Decimal: "a number", data.Float: "a number", data.Bool: "yes or no", data.Text: "a text",
	data.Date: "a date", data.Timestamp: "a date and time", data.Null: "null",
}

// FiguresOf returns the type of a measure's figures over a table. A column that is not in the table, such as a
// calculated field, counts as numbers.
func FiguresOf(t *data.Table, m query.Measure) query.ColumnTypes {
	if c, err := t.Column(m.Column); err == nil {
		return m.Figures(TypesOf(c.Type))
	}
	return m.Figures(query.Numbers)
}

// TypesOf returns the class of a type. The arguments of functions are described by these classes.
func TypesOf(t data.Type) query.ColumnTypes {
	switch {
	case t.Numeric():
		return query.Numbers
	case t.Temporal():
		return query.Dates
	case t == data.Bool:
		return query.Bools
	case t == data.Text:
		return query.Texts
	}
	return query.AnyColumns
}

// operatorShape returns the type of x op y. It returns an error if the operator does not take the two types.
func operatorShape(op byte, x, y shape) (shape, error) {
	format, zone := scaled(op, x, y), cmp.Or(x.zone, y.zone)
	if x.fixed != nil || y.fixed != nil {
		zone = ""
	}
	x.fixed, y.fixed, x.unit, y.unit = nil, nil, 0, 0
	if op == '&' {
		return shape{kind: data.Text}, nil
	}
	numbers := func(t data.Type) bool { return t.Numeric() || t == data.Null }
	switch {
	case numbers(x.kind) && numbers(y.kind):
		s := numberShape(op, x, y)
		switch {
		case s.kind == data.Null:
		case op == '+' || op == '-':
			s.format = wider(x.format, y.format)
		default:
			s.format = format
		}
		return s, nil
	case op == '-' && x.kind == data.Date && y.kind == data.Date:
		return shape{kind: data.Int}, nil
	case op == '-' && x.kind == data.Timestamp && y.kind == data.Timestamp && zone != "":
		return shape{}, fmt.Errorf("the clocks in %s are put forward and back, so that their times have no exact "+
			"difference: show both columns in UTC", zone)
	case op == '-' && x.kind.Temporal() && y.kind.Temporal():
		return shape{kind: data.Float, format: data.NumberFormat{Duration: true, Fraction: min(max(x.scale, y.scale),
			maxFraction)}}, nil
	case (op == '+' || op == '-') && x.kind.Temporal() && y.kind == data.Int:
		return x, nil
	case op == '+' && x.kind == data.Int && y.kind.Temporal():
		return y, nil
	case (op == '+' || op == '-') && (x.kind == data.Null || y.kind == data.Null) &&
		(x.kind.Temporal() || y.kind.Temporal()):
		return shape{kind: data.Null}, nil
	}
	odd := x.kind
	if numbers(odd) || odd.Temporal() && (op == '+' || op == '-') && !numbers(y.kind) && !y.kind.Temporal() {
		odd = y.kind
	}
	switch {
	case odd.Temporal():
		return shape{}, fmt.Errorf("%q does not go with a date: a date takes + or - a whole number of days, and "+
			"round(…) makes a number whole", string(op))
	case odd == data.Bool:
		return shape{}, fmt.Errorf("%q needs numbers, and one side is yes or no: if(…, 1, 0) makes a number of it",
			string(op))
	}
	hint := cmp.Or(quotedDate(x.kind, y.kind), "; texts are joined with &")
	return shape{}, fmt.Errorf("%q needs numbers, and one side is %s%s", string(op), words[odd], hint)
}

// numberShape returns the type of x op y for two numbers.
func numberShape(op byte, x, y shape) shape {
	switch {
	case x.kind == data.Null || y.kind == data.Null:
		return shape{kind: data.Null}
	case x.kind == data.Float || y.kind == data.Float || op == '/' || op == '^':
		return shape{kind: data.Float}
	case op == '*':
		return numbersOf(x.scale + y.scale)
	}
	return numbersOf(max(x.scale, y.scale))
}

// scaled returns the format of the product or quotient of a duration and a number; the zero format means a plain
// number. A duration divided by a number is a duration, and so is a duration times a constant. But times 24, 1440 or
// 86400 it is a plain number of hours, minutes or seconds. A duration times a column is a plain number too, since the
// column may be a price.
func scaled(op byte, x, y shape) data.NumberFormat {
	if op == '*' && y.format.Duration {
		x, y = y, x
	}
	switch {
	case !x.format.Duration || y.format.Duration:
	case op == '/':
		return x.format
	case op == '*' && y.fixed != nil:
		if n, _ := y.fixed.Number(); !slices.Contains(perDay, n) {
			return x.format
		}
	}
	return data.NumberFormat{}
}

// perDay is how many hours, minutes, seconds and milliseconds a day has.
var perDay = []float64{24, 1440, 86_400, 86_400_000}

// maxFraction is the largest number of digits of a fraction of a second in a duration.
const maxFraction = 6

// wider returns a common format for values with format a and values with format b. If one of the formats is for
// durations, so is the result. Of two formats for durations, the result is the one with more digits of a second.
func wider(a, b data.NumberFormat) data.NumberFormat {
	if !a.Duration || b.Duration && b.Fraction > a.Fraction {
		return b
	}
	return a
}

// numbersOf returns the type of exact numbers with scale places.
func numbersOf(scale int) shape {
	if scale > 0 {
		return shape{kind: data.Decimal, scale: scale}
	}
	return shape{kind: data.Int}
}

// common returns a type that can hold the values of all given types. of is the name of the function, for errors.
func common(of string, args []shape) (shape, error) {
	out := shape{kind: data.Null}
	if slices.ContainsFunc(args, func(s shape) bool { return s.kind == data.Text }) {
		args = slices.Clone(args)
		for i := range args { // among texts, a period becomes its label
			if args[i].unit != 0 {
				args[i] = shape{kind: data.Text}
			}
		}
	}
	for _, s := range args {
		switch {
		case s.kind == data.Null:
		case out.kind == data.Null:
			out = s
		case s.kind.Numeric() && out.kind.Numeric():
			format := wider(s.format, out.format)
			if out = numbersOf(max(s.scale, out.scale)); s.kind == data.Float || hasFloat(args) {
				out = shape{kind: data.Float}
			}
			out.format = format
		case s.kind.Temporal() && out.kind.Temporal():
			if s.kind != out.kind {
				out.kind = data.Timestamp
			}
			if s.unit != out.unit {
				out.unit = 0
			}
			out.scale, out.utc = max(s.scale, out.scale), s.utc || out.utc
		case s.kind != out.kind:
			return out, fmt.Errorf("%s has one type of result, and here it is %s or %s%s", of, words[out.kind],
				words[s.kind], quotedDate(out.kind, s.kind))
		}
	}
	return out, nil
}

func hasFloat(args []shape) bool {
	return slices.ContainsFunc(args, func(s shape) bool { return s.kind == data.Float })
}

// convert gives a value the common type.
func convert(v data.Value, to shape) (data.Value, bool) {
	switch {
	case v.IsNull():
		return v, true
	case to.kind == data.Text:
		return data.TextValue(v.String()), true
	case to.kind == data.Float:
		f, _ := v.Number()
		return data.FloatValue(f), true
	case v.Type == data.Float:
		return v, false // the value is too large for the type
	case v.Type == data.Date && to.kind == data.Timestamp:
		day, fits := v.Int.MulFits(calendar.DaySeconds)
		v = data.Value{Type: data.Timestamp, Int: day, UTC: to.utc}
		if !fits {
			return v, false
		}
	}
	n, ok := rescale(v.Int, to.scale-v.Scale)
	return data.Value{Type: to.kind, Int: n, Scale: to.scale, UTC: to.utc, Unit: to.unit}, ok
}

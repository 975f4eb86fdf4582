package mark

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// Passes reports whether a figure passes a condition. A missing figure or NaN passes neither a comparison nor its
// negation.
func Passes(e *query.Expr, v data.Value) bool { return verdict(e, v) == yes }

// truth is one of SQL's three values.
type truth int8

const (
	unknown truth = iota
	no
	yes
)

func of(b bool) truth {
	if b {
		return yes
	}
	return no
}

func verdict(e *query.Expr, v data.Value) truth {
	switch e.Op {
	case query.And, query.Or:
		last := map[query.Op]truth{query.And: no, query.Or: yes}[e.Op]
		out := yes + no - last
		for _, arg := range e.Args {
			switch verdict(arg, v) {
			case last:
				return last
			case unknown:
				out = unknown
			}
		}
		return out
	case query.Not:
		switch verdict(e.Args[0], v) {
		case yes:
			return no
		case no:
			return yes
		}
		return unknown
	case query.IsNull:
		return of(v.IsNull())
	case query.In:
		out := no
		for _, l := range e.Values {
			switch t := compare(query.Eq, v, l); {
			case l.Null && v.IsNull() || t == yes:
				return yes
			case t == unknown && !l.Null:
				out = unknown
			}
		}
		return out
	}
	return compare(e.Op, v, e.Values[0])
}

// compare compares a figure with a literal.
func compare(op query.Op, v data.Value, l query.Literal) truth {
	if v.IsNull() || l.Null || math.IsNaN(v.Float) {
		return unknown
	}
	order := strings.Compare(v.String(), l.Text)
	if v.Type.Numeric() {
		order = compareNumber(v, l.Text)
	} else if at, err := l.Time(); v.Type.Temporal() && err == nil { // other literals are periods, such as 2024-Q1
		order = v.Time().Compare(at)
	}
	switch op {
	case query.Eq:
		return of(order == 0)
	case query.Ne:
		return of(order != 0)
	case query.Lt:
		return of(order < 0)
	case query.Le:
		return of(order <= 0)
	case query.Gt:
		return of(order > 0)
	case query.Ge:
		return of(order >= 0)
	}
	return unknown
}

// compareNumber compares a figure with a number. If the figure is a float, it compares floats. Other figures are
// compared exactly if their floats are nearly equal. As in filters, the float nearest to 0.1 equals 0.1: an average of
// 0.1 is not above 0.1.
func compareNumber(v data.Value, text string) int {
	x, _ := v.Number()
	y, _ := strconv.ParseFloat(text, 64)
	const close = 1e-9
	if v.Type == data.Float || math.IsInf(y, 0) || math.Abs(x-y) > close*max(math.Abs(x), math.Abs(y)) {
		return cmp.Compare(x, y)
	}
	figure, _ := new(big.Rat).SetString(v.String())
	number := new(big.Rat)
	if y != 0 { // the text may have an exponent that no fraction can hold
		number.SetString(text)
	}
	return figure.Cmp(number)
}

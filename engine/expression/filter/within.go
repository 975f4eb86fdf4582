package filter

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// Within returns a function that returns bounds of a column of integers or times: rows with an integer below least or
// above most cannot pass the filter. ok is false if the filter gives no bounds.
//
// The bounds come from comparisons with a literal that must hold in each row that passes. If a condition counts days
// from the latest date of a column, Within returns nil, since the latest date may be in a row that does not pass.
func Within(e *query.Expr) func(*data.Column) (least, most int64, ok bool) {
	needed := necessary(e)
	if countsFromLatest(e) {
		return nil
	}
	return func(c *data.Column) (least, most int64, ok bool) {
		least, most = math.MinInt64, math.MaxInt64
		if c.Type == data.Float || c.Type == data.Text || c.Type == data.Bool {
			return least, most, false
		}
		for _, e := range needed {
			if e.Field.Column != c.Name {
				continue
			}
			if lo, hi, outside, err := Interval(c, e); err == nil && !outside {
				least, most, ok = max(least, lo), min(most, hi), true
			}
		}
		return least, most, ok
	}
}

// Compared returns a function that does for columns of floats what that of Within does for integers. ok is false if the
// type of the column can change which rows pass: a column of floats is read as decimals if all of them are decimals.
// The type changes nothing if the filter only compares the column with numbers whose digits a float keeps.
//
// NaN is above every number, but the statistics of a file do not tell whether it has NaN. If NaN passes the comparisons
// with the column, there are no bounds.
func Compared(e *query.Expr) func(column string) (least, most float64, ok bool) {
	needed := necessary(e)
	return func(column string) (least, most float64, ok bool) {
		least, most = math.Inf(-1), math.Inf(1)
		if !onlyCompares(e, column) {
			return least, most, false
		}
		for _, e := range needed {
			if e.Field.Column != column {
				continue
			}
			v, _ := float(e)
			if e.Op != query.Lt && e.Op != query.Le {
				least = max(least, v)
			}
			if e.Op != query.Gt && e.Op != query.Ge {
				most = min(most, v)
			}
		}
		if math.IsInf(most, 1) {
			least = math.Inf(-1)
		}
		return least, most, true
	}
}

// necessary returns the comparisons of a column with a literal that hold in each row that passes the filter.
func necessary(e *query.Expr) (out []*query.Expr) {
	switch {
	case e == nil:
	case e.Op == query.And:
		for _, arg := range e.Args {
			out = append(out, necessary(arg)...)
		}
	case e.Op != query.Ne && isComparison(e):
		out = append(out, e)
	}
	return out
}

// isComparison reports whether a condition compares a column with a literal.
func isComparison(e *query.Expr) bool {
	return e.Op >= query.Eq && e.Op <= query.Ge && e.Of == nil && e.With == nil &&
		e.Field == (query.Field{Column: e.Field.Column}) && !ofTexts(e) && len(e.Values) == 1
}

// onlyCompares reports whether all that a condition does with a column is to compare it with numbers of few digits.
func onlyCompares(e *query.Expr, column string) bool {
	switch {
	case !slices.ContainsFunc(e.Columns(), func(c string) bool { return strings.EqualFold(c, column) }):
		return true
	case len(e.Args) > 0:
		return !slices.ContainsFunc(e.Args, func(arg *query.Expr) bool { return !onlyCompares(arg, column) })
	}
	_, ok := float(e)
	return ok
}

// float returns the number with which a condition compares a column. ok is false if another number has the same float.
func float(e *query.Expr) (v float64, ok bool) {
	if !isComparison(e) || e.Values[0].Null {
		return 0, false
	}
	r, err := number("", e.Values[0])
	if err != nil {
		return 0, false
	}
	v, _ = r.Float64()
	back, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	return v, ok && back.Cmp(r) == 0
}

// countsFromLatest reports whether a condition counts days from the latest date of its column.
func countsFromLatest(e *query.Expr) bool {
	return e != nil && (e.Op == query.Within && e.Period.Of == "" || slices.ContainsFunc(e.Args, countsFromLatest))
}

package filter

import (
	"math"
	"slices"

	"cardinal/data"
	"cardinal/engine/query"
)

// Within returns a function that returns bounds of a column of integers or times: rows with an integer below least or
// above most cannot pass the filter. ok is false if the filter gives no bounds.
//
// The bounds come from comparisons with a literal that must hold in each row that passes. If a condition counts days
// from the latest date of a column, Within returns nil, since the latest date may be in a row that does not pass.
func Within(e *query.Expr) func(*data.Column) (least, most int64, ok bool) {
	var needed []*query.Expr
	var look func(e *query.Expr)
	look = func(e *query.Expr) {
		switch {
		case e == nil:
		case e.Op == query.And:
			for _, arg := range e.Args {
				look(arg)
			}
		case e.Op >= query.Eq && e.Op <= query.Ge && e.Op != query.Ne && e.Of == nil && e.With == nil &&
			e.Field == (query.Field{Column: e.Field.Column}) && !ofTexts(e) && len(e.Values) == 1:
			needed = append(needed, e)
		}
	}
	look(e)
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

// countsFromLatest reports whether a condition counts days from the latest date of its column.
func countsFromLatest(e *query.Expr) bool {
	return e != nil && (e.Op == query.Within && e.Period.Of == "" || slices.ContainsFunc(e.Args, countsFromLatest))
}

package pivot

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"cardinal/data"
	"cardinal/data/text/header"
	"cardinal/engine/figure/mark"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// checkNumbers returns an error if a figure is a number but a literal of the condition is not. It does the same for
// dates. If the figure is a period, any literal is allowed.
func checkNumbers(h query.Having, e *query.Expr, v data.Value) error {
	for _, arg := range e.Args {
		if err := checkNumbers(h, arg, v); err != nil {
			return err
		}
	}
	for _, l := range e.Values {
		if x, err := strconv.ParseFloat(l.Text, 64); v.Type.Numeric() && !l.Null &&
			(errors.Is(err, strconv.ErrSyntax) || math.IsNaN(x)) {
			return fmt.Errorf("%s: %q is no number", h.Condition(), l.Text)
		}
		if _, err := l.Time(); v.Type.Temporal() && v.Unit == 0 && !l.Null && err != nil {
			return fmt.Errorf("%s: %q is no date like 2024-12-31 or 2024-12-31 18:30", h.Condition(), l.Text)
		}
	}
	return nil
}

// passing returns a function that reports whether a figure passes a condition. `order` is the order of texts that
// the file declares, or nil.
func passing(h query.Having, order []string) (func(v data.Value) bool, error) {
	if order == nil {
		return func(v data.Value) bool { return mark.Passes(h.If, v) }, nil
	}
	places, err := placed(h, h.If, order)
	return func(v data.Value) bool {
		if v.Type == data.Text {
			v = data.Value{Type: data.Int, Int: v.Int}
		}
		return mark.Passes(places, v)
	}, err
}

// placed replaces the texts of a condition by their positions in the order that the file declares. A text that is not
// in the order is an error for <, <=, > and >=. For = and <>, it equals no label.
func placed(h query.Having, e *query.Expr, order []string) (*query.Expr, error) {
	args, err := each.Try(e.Args, func(arg *query.Expr) (*query.Expr, error) { return placed(h, arg, order) })
	if err != nil {
		return nil, err
	}
	out := *e
	out.Args, out.Values = args, slices.Clone(e.Values)
	for i, l := range e.Values {
		if l.Null {
			continue
		}
		place := slices.Index(order, l.Text)
		if place < 0 && e.Op.Orders() {
			return nil, fmt.Errorf("%s: there is no label %q: the labels in their order are %s", h.Condition(), l.Text,
				header.Listed(order, len(order)))
		}
		out.Values[i] = query.Literal{Text: strconv.Itoa(place)}
	}
	return &out, nil
}

package pivot

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"cardinal/data"
	"cardinal/engine/query"
)

// checkNumbers is an error where a figure is a number and a literal of the condition is none. So it is with dates. A figure that is a period is compared with periods, too.
func checkNumbers(h query.Having, e *query.Expr, v data.Value) error {
	for _, arg := range e.Args {
		if err := checkNumbers(h, arg, v); err != nil {
			return err
		}
	}
	for _, l := range e.Values {
		if x, err := strconv.ParseFloat(l.Text, 64); v.Type.Numeric() && !l.Null && (errors.Is(err, strconv.ErrSyntax) || math.IsNaN(x)) {
			return fmt.Errorf("%s: %q is no number", h.Condition(), l.Text)
		}
		if _, err := l.Time(); v.Type.Temporal() && v.Unit == 0 && !l.Null && err != nil {
			return fmt.Errorf("%s: %q is no date like 2024-12-31 or 2024-12-31 18:30", h.Condition(), l.Text)
		}
	}
	return nil
}

package formula

import (
	"fmt"

	"cardinal/data"
	"cardinal/engine/query"
)

// CheckDates refuses a formula of aggregates in which a date stands where it has no meaning. Dates stand on both sides of a minus sign, and in datediff.
// kind is the type of the figures of an aggregate.
func CheckDates(a *query.Arith, kind func(*query.Measure) data.Type) error {
	of := func(a *query.Arith) data.Type {
		switch {
		case a.Measure != nil:
			return kind(a.Measure)
		case a.Literal != nil:
			v, _ := literalValue(a.Literal)
			return v.Type
		case a.Call == today.Name:
			return data.Date
		}
		return data.Null
	}
	if a.Measure != nil && of(a).Temporal() {
		return misplaced(a)
	}
	allowed := map[*query.Arith]bool{}
	var err error
	a.Visit(func(a *query.Arith) {
		kinds := make([]data.Type, len(a.Args))
		for i, arg := range a.Args {
			kinds[i] = of(arg)
		}
		between := a.Op == '-' && kinds[0].Temporal() && kinds[1].Temporal() || a.Call == dateDiff.Name
		for i, arg := range a.Args {
			if number := arg.Call == "" && arg.Literal == nil; a.Call == dateDiff.Name && number && !kinds[i].Temporal() && err == nil {
				err = fmt.Errorf("datediff needs dates, and %s is none", arg)
			}
			allowed[arg] = between && kinds[i].Temporal()
		}
		switch {
		case err != nil:
		case between && a.Op != 0:
			_, err = operatorShape(a.Op, shape{kind: kinds[0]}, shape{kind: kinds[1]})
		case a.Measure != nil && of(a).Temporal() && !allowed[a]:
			err = misplaced(a)
		}
	}, func(query.Field) {})
	return err
}

func misplaced(a *query.Arith) error {
	return fmt.Errorf("%s is a date, and a formula takes dates only as max(date) - min(date), which is a number of days, or in datediff", a)
}

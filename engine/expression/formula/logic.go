package formula

import (
	"cardinal/data"
	"cardinal/engine/query"
)

var choice = function{
	Function: query.Function{
		Name: "if", Group: query.Logic,
		Args: []query.Argument{{Name: "condition", Takes: query.Bools}, {Name: "then", Takes: query.AnyColumns},
			{Name: "else", Takes: query.AnyColumns, Optional: true}},
		Help:    "one value where the condition holds, and another or null where it does not",
		Example: "if(2 > 1, 'yes', 'no') is yes",
	},
	result: func(args []shape) (shape, error) { return common("if", args[1:]) },
	nulls:  true,
	of: func(args []data.Value) data.Value {
		switch {
		case !args[0].IsNull() && args[0].Int.Sign() != 0:
			return args[1]
		case len(args) > 2:
			return args[2]
		}
		return data.Value{}
	},
	columns: func(e *evaluator, args []vector, out shape) (vector, error) {
		other := nulls()
		if len(args) > 2 {
			other = args[2]
		}
		return e.choose(&args[0], args[1], other, out)
	},
}

var coalesce = function{
	Function: query.Function{
		Name: "coalesce", Also: []string{"ifnull"}, Group: query.Logic,
		Args: []query.Argument{{Name: "value", Takes: query.AnyColumns}, {Name: "other", Takes: query.AnyColumns,
			Repeats: true}},
		Help: "the first value that is not null", Example: "coalesce(null, 0) is 0",
	},
	result: func(args []shape) (shape, error) { return common("coalesce", args) },
	nulls:  true,
	of: func(args []data.Value) data.Value {
		for _, v := range args {
			if !v.IsNull() {
				return v
			}
		}
		return data.Value{}
	},
}

func init() {
	coalesce.columns = firstValues
	least.columns, greatest.columns = extremes(&least, -1), extremes(&greatest, 1)
}

// firstValues computes coalesce for every row.
func firstValues(e *evaluator, args []vector, out shape) (vector, error) {
	v, varies := nulls(), false
	for i := len(args) - 1; i >= 0; i-- {
		var err error
		if v, err = e.choose(nil, args[i], v, out); err != nil { // a value would not fit the type if it were chosen
			return e.resultsAs(&coalesce, args, out)
		}
		varies = varies || !args[i].constant()
	}
	return e.withEnds(v, out, varies)
}

// withEnds finds the least and the greatest integer of a vector. If varies is false, all rows are equal, and it returns
// v unchanged.
func (e *evaluator) withEnds(v vector, out shape, varies bool) (vector, error) {
	if !varies || out.kind == data.Float || out.kind == data.Text || out.kind == data.Bool {
		return v, nil
	}
	return e.computeInts(v, out, func(n int64) (int64, bool) { return n, true })
}

var least = extremeOf("least", "min", "the least of several values", "least(3, 1, 2) is 1", -1)
var greatest = extremeOf("greatest", "max", "the greatest of several values", "greatest(3, 1, 2) is 3", 1)

// fewSlots is the largest number of combinations of arguments for which it is faster to compute each combination than
// each row.
const fewSlots = 1 << 12

// extremes returns a function that computes least (sign -1) or greatest (sign 1) for every row.
func extremes(f *function, sign int) func(e *evaluator, args []vector, out shape) (vector, error) {
	return func(e *evaluator, args []vector, out shape) (vector, error) {
		if out.kind == data.Text || domainOf(args).slots <= fewSlots {
			return e.resultsAs(f, args, out)
		}
		var best vector
		varies := false
		for i, arg := range args {
			v, err := e.as(arg, out)
			if err != nil || arg.unit != 0 { // a value might not fit the type; or periods, which have labels
				return e.resultsAs(f, args, out)
			}
			if varies = varies || !arg.constant(); i > 0 {
				v = extreme(best, v, sign)
			}
			best = v
		}
		return e.withEnds(best, out, varies)
	}
}

// extremeOf describes the function least (sign -1) or greatest (sign 1), which ignores null values.
func extremeOf(name, also, help, example string, sign int) function {
	return function{
		Function: query.Function{
			Name: name, Also: []string{also}, Group: query.Logic,
			Help: help + ", null ones left out", Example: example,
			Args: []query.Argument{{Name: "value", Takes: query.AnyColumns}, {Name: "other", Takes: query.AnyColumns,
				Repeats: true}},
		},
		result: func(args []shape) (shape, error) { return common(name, args) },
		nulls:  true,
		of: func(args []data.Value) data.Value {
			var best data.Value
			for _, v := range args {
				if !v.IsNull() && (best.IsNull() || sign*exactOrder(v, best) > 0) {
					best = v
				}
			}
			return best
		},
	}
}

// exactOrder compares values like data.Compare, but also compares dates with times.
func exactOrder(a, b data.Value) int {
	if a.Type.Temporal() && b.Type.Temporal() {
		to := shape{kind: a.Type, scale: max(a.Scale, b.Scale)}
		if a.Type != b.Type {
			to.kind = data.Timestamp
		}
		x, okX := convert(a, to)
		y, okY := convert(b, to)
		if okX && okY {
			return x.Int.Cmp(y.Int)
		}
	}
	return data.Compare(a, b)
}

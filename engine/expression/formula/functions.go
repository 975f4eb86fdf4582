package formula

import (
	"cardinal/data"
	"cardinal/engine/query"
)

// list has every function in the order of messages and help.
var list = []*function{
	&choice, &coalesce, &least, &greatest,
	&round, &absolute, &floor, &ceil, &mod, &power, &sqrt, &exp, &ln, &log,
	&upper, &lower, &trim, &left, &right, &mid, &length, &replace, &contains, &position, &concat, &splitPart,
	&regexpExtract, &numberIn,
	&dateOf, &dateDiff, &addMonths, &today,
}

func init() {
	for _, f := range list {
		query.DefineFunction(&f.Function)
	}
}

func functionNamed(name string) *function {
	for _, f := range list {
		if f.Name == name {
			return f
		}
	}
	panic("BUG: no function " + name)
}

// always returns the field `result` of a function whose results have the same type for all arguments.
func always(kind data.Type) func([]shape) (shape, error) {
	return func([]shape) (shape, error) { return shape{kind: kind}, nil }
}

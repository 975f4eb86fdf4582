package measure

import (
	"context"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
)

// Aggregate is the one description of an aggregate. Its half of the language is query.Aggregate, and bind is
// its half of the states. The parser, help, menus, headings, exports, binding and the gates of the GPU take
// from it what they need.
type Aggregate struct {
	query.Aggregate
	paired  bool // only rows where both columns have a value are counted
	divides bool // the figure needs the number of values beside the sums

	// bind adds the states that a measure is read from to a plan, and sets at, and column or columns where they
	// read faster.
	bind func(p *Plan, s Source, m *measure) error
}

// list has every aggregate in the order of messages and help.
var list = []*Aggregate{
	&sum, &count, &avg, &minimum, &maximum, &distinct, &median, &quantile, &stddev, &stddevPop, &variance, &variancePop, &skewness,
	&first, &last, &mode, &product, &ratio, &corr, &top, &labels,
}

// described are the aggregates by name.
var described = map[query.Func]*Aggregate{}

func init() {
	for _, a := range list {
		described[a.Func] = a
		query.Define(&a.Aggregate)
	}
}

// measure is a measure of a query that is bound to states.
type measure struct {
	query.Measure
	*Aggregate              // nil for a formula
	x, y       *data.Column // its columns; nil where it has none
	kinds      []int        // the places of its states in Kinds
	count      int          // the place of the count of the rows that have a value

	// at is the figure of group g, in which n rows have a value; only a number of rows is asked for where n is 0.
	at func(v *Values, g int, n int64) data.Value
	// integers returns what reads a figure as an integer; where it is nil or returns nil, at reads it.
	integers func(v *Values) func(g int) (n int64, null bool)
	// column reads the figures of n groups in a plain loop. Where it is nil or returns nil, at reads them one by one.
	column func(ctx context.Context, v *Values, n int) (*data.Column, error)
	// columns reads a figure that has several columns.
	columns func(ctx context.Context, v *Values, n int) ([]*data.Column, error)

	formula *query.Arith
	parts   map[*query.Measure]*measure // of the formula
	figure  *data.Column                // one value of the type of the formula's figures; nil: they are null
}

// use adds a state that the measure is read from, and returns its place in Kinds.
func (m *measure) use(p *Plan, k Kind) int {
	at := p.add(k)
	m.kinds = append(m.kinds, at)
	return at
}

// figures is the type of the figures. Those of a formula that is always null count as numbers.
func (m *measure) figures() query.ColumnTypes {
	c := m.x
	if m.formula != nil {
		c = m.figure
	}
	if c == nil {
		return query.Numbers
	}
	return m.Figures(formula.TypesOf(c.Type))
}

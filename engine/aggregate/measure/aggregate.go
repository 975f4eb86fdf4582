package measure

import (
	"context"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
)

// Aggregate describes an aggregate: query.Aggregate says how it is written and called, and bind says which states it
// needs. The parser, help, menus, headings, exports and the checks before the GPU is used all read it.
type Aggregate struct {
	query.Aggregate
	paired  bool // only rows in which both columns have a value are counted
	divides bool // the figure also needs the number of values

	// bind adds the states of a measure to a plan, and sets `at`. It also sets column or columns if they read faster.
	bind func(p *Plan, s Source, m *measure) error
}

// list has every aggregate, in the order of messages and help.
var list = []*Aggregate{
	&sum, &count, &avg, &minimum, &maximum, &distinct, &median, &quantile, &stddev, &stddevPop, &variance,
	&variancePop, &skewness,
	&first, &last, &mode, &product, &ratio, &corr, &top, &labels,
}

// described maps names to aggregates.
var described = map[query.Func]*Aggregate{}

func init() {
	for _, a := range list {
		described[a.Func] = a
		query.Define(&a.Aggregate)
	}
}

// measure is a measure of a query, bound to states.
type measure struct {
	query.Measure
	*Aggregate              // nil for a formula
	x, y       *data.Column // the measure's columns; nil if it has none
	kinds      []int        // the indices in Plan.Kinds of its states
	count      int          // the index in Plan.Kinds of the state that counts rows with a value

	// at returns the figure of group g, in which n rows have a value. If n is 0, it is called only for aggregates that
	// count.
	at func(v *Values, g int, n int64) data.Value
	// integers returns a function that reads a figure as an integer. If integers or its result is nil, at reads the
	// figure.
	integers func(v *Values) func(g int) (n int64, null bool)
	// column reads the figures of n groups in a plain loop. If column or its result is nil, at reads them one by one.
	column func(ctx context.Context, v *Values, n int) (*data.Column, error)
	// columns reads a figure that takes several columns.
	columns func(ctx context.Context, v *Values, n int) ([]*data.Column, error)

	formula *query.Arith
	parts   map[*query.Measure]*measure // the aggregates of the formula
	figure  *data.Column                // one value of the type of the formula's figures; nil: all figures are null
}

// use adds a state that the measure is read from, and returns its index in Kinds.
func (m *measure) use(p *Plan, k Kind) int {
	at := p.add(k)
	m.kinds = append(m.kinds, at)
	return at
}

// figures returns the type of the figures. A formula that is always null counts as a number.
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

package measure

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// measure is an aggregate bound to the accumulators it is read from, by their places in Kinds.
type measure struct {
	query.Measure
	column, other *data.Column
	count         int // rows where neither column is null; of ratio, those where column is not
	otherCount    int
	main          int
	question      int
	x, y          int // sums
	xx, yy, xy    int // sums of products
	k             int // of top
	formula       *query.Arith
	parts         map[*query.Measure]*measure // of the formula
}

// Source gives a plan the columns it works on.
type Source struct {
	Table *data.Table
	// Encode makes the code column that a column's values are told apart by.
	Encode func(*data.Column) (*key.Column, error)
	// Derive makes the column of an expression over the table's columns.
	Derive func(expr string) (*data.Column, error)
}

// NewPlan binds measures to columns.
func NewPlan(s Source, measures []query.Measure) (*Plan, error) {
	p := &Plan{rows: s.Table.Rows, groups: s.Table.Rows, Kinds: []Kind{{Op: OpCount}}, questions: map[int][]question{}, codes: map[*data.Column]*data.Column{}, windows: map[*data.Column]aggregate.Window{}}
	for _, m := range measures {
		bound, err := p.bind(s, m)
		if err != nil {
			return nil, err
		}
		p.measures = append(p.measures, bound)
	}
	return p, nil
}

func (p *Plan) bind(s Source, m query.Measure) (*measure, error) {
	b := &measure{Measure: m}
	var err error
	switch {
	case m.Func == query.Formula:
		return b, p.bindFormula(s, b)
	case m.Expr != "":
		b.column, err = s.Derive(m.Expr)
	case m.Column != "":
		b.column, err = s.Table.Column(m.Column)
	case m.Func != query.Count:
		return b, fmt.Errorf("%s needs a column: %s(name)", m, m.Func)
	default:
		return b, nil
	}
	if err == nil && m.Other != "" {
		b.other, err = s.Table.Column(m.Other)
	}
	if err != nil {
		return b, err
	}
	for _, c := range []*data.Column{b.column, b.other} {
		if c != nil && m.Func.NeedsNumbers() && !c.Type.Numeric() {
			return b, notNumeric(s.Table, m, c)
		}
	}
	c := b.column
	b.count = p.CountOf(c)
	switch m.Func {
	case query.Count:
		b.main = b.count
	case query.Sum, query.Avg:
		b.main = p.add(Kind{Op: OpSum, Column: c})
	case query.Ratio:
		b.otherCount = p.CountOf(b.other)
		b.x, b.y = p.add(Kind{Op: OpSum, Column: c}), p.add(Kind{Op: OpSum, Column: b.other})
	case query.Stddev, query.StddevPop, query.Var, query.VarPop:
		b.x, b.xx = p.add(Kind{Op: OpSum, Column: c}), p.add(Kind{Op: OpProducts, Column: c, Other: c})
	case query.Corr:
		p.bindCorr(b)
	case query.Min:
		b.main = p.add(Kind{Op: OpMin, Column: c})
	case query.Max:
		b.main = p.add(Kind{Op: OpMax, Column: c})
	case query.First:
		b.main = p.add(Kind{Op: OpFirst, Column: c})
	case query.Last:
		b.main = p.add(Kind{Op: OpLast, Column: c})
	case query.Distinct:
		if b.main, err = p.bindDistinct(c, s); err == nil {
			p.questions[b.main] = []question{{ask: askDistinct}}
		}
	case query.Top:
		b.k, err = m.Places()
		b.main = p.add(Kind{Op: OpTop, Column: c, K: b.k})
	case query.Median, query.Quantile, query.Mode, query.Product:
		b.main = p.add(Kind{Op: OpBag, Column: c})
		b.question, err = p.ask(b.main, m)
	default:
		err = fmt.Errorf("no aggregate %q; there are %s", m.Func, query.FuncNames())
	}
	return b, err
}

// bindFormula binds the aggregates of a formula.
func (p *Plan) bindFormula(s Source, b *measure) error {
	var err error
	if b.formula, err = query.ParseFormula(b.Expr); err != nil {
		return err
	}
	b.parts = map[*query.Measure]*measure{}
	for _, m := range b.formula.Measures() {
		part, err := p.bind(s, *m)
		if err != nil {
			return err
		}
		if !part.numeric() {
			return fmt.Errorf("%s: %s is no number", b.Measure, m)
		}
		b.parts[m] = part
	}
	return nil
}

// numeric reports whether the figure is a number.
func (b *measure) numeric() bool {
	switch b.Func {
	case query.Min, query.Max, query.First, query.Last, query.Mode:
		return b.column.Type.Numeric()
	case query.Top:
		return false
	}
	return true
}

// bindCorr needs the moments of the rows where both columns have a value.
func (p *Plan) bindCorr(b *measure) {
	x, y := b.column, b.other
	b.count = p.CountOf(x, y)
	b.x = p.add(Kind{Op: OpProducts, Column: x, Also: y})
	b.y = p.add(Kind{Op: OpProducts, Column: y, Also: x})
	b.xx = p.add(Kind{Op: OpProducts, Column: x, Other: x, Also: y})
	b.yy = p.add(Kind{Op: OpProducts, Column: y, Other: y, Also: x})
	b.xy = p.add(Kind{Op: OpProducts, Column: x, Other: y})
}

// bindDistinct counts codes; a column that has none is encoded first.
func (p *Plan) bindDistinct(c *data.Column, s Source) (int, error) {
	if c.Wide == nil && c.Type != data.Float {
		return p.add(Kind{Op: OpDistinct, Column: c}), nil
	}
	coded := p.codes[c]
	if coded == nil {
		k, err := s.Encode(c)
		if err != nil {
			return 0, err
		}
		coded = &data.Column{Name: c.Name, Type: data.Int, Codes: k.Codes, Rows: c.Rows, Valid: c.Valid, Max: int64(k.Card) - 1}
		p.codes[c] = coded
	}
	return p.add(Kind{Op: OpDistinct, Column: coded}), nil
}

// ask adds a question to a bag and returns its place.
func (p *Plan) ask(kind int, m query.Measure) (int, error) {
	q := question{}
	switch m.Func {
	case query.Mode:
		q.ask = askMode
	case query.Product:
		q.ask = askProduct
	default:
		var err error
		if q.num, q.den, err = m.Share(); err != nil {
			return 0, err
		}
	}
	for i, have := range p.questions[kind] {
		if have == q {
			return i, nil
		}
	}
	p.questions[kind] = append(p.questions[kind], q)
	return len(p.questions[kind]) - 1, nil
}

func notNumeric(t *data.Table, m query.Measure, c *data.Column) error {
	var numbers []string
	for _, other := range t.Columns {
		if other.Type.Numeric() {
			numbers = append(numbers, other.Name)
		}
	}
	hint := "no column of this table is"
	if len(numbers) > 0 {
		hint = "the number columns are " + strings.Join(numbers, ", ")
	}
	return fmt.Errorf("%s needs numbers, and %q is %s; %s; count, distinct, min, max, first, last, mode and top take any column", m, c.Name, c.Type, hint)
}

// MeasureOf is a measure that needs an accumulator, for a message.
func (p *Plan) MeasureOf(k Kind) query.Measure {
	for _, m := range p.all() {
		for _, at := range []int{m.main, m.x, m.y, m.xx, m.yy, m.xy, m.count} {
			if at > 0 && p.Kinds[at] == k {
				return m.Measure
			}
		}
	}
	return query.Measure{Func: query.Count}
}

// all lists the measures and the parts of formulas.
func (p *Plan) all() []*measure {
	var all []*measure
	for _, m := range p.measures {
		all = append(all, m)
		for _, part := range m.parts {
			all = append(all, part)
		}
	}
	return all
}

// Asked is how many accumulators the measures ask for: a sum one, an average two, a sum and a count. The count of rows
// that every plan has is not asked for by a sum.
func (p *Plan) Asked() int {
	n := 0
	for _, k := range p.Kinds {
		if k.Op != OpCount {
			n++
		}
	}
	counted := slices.ContainsFunc(p.all(), func(m *measure) bool {
		switch m.Func {
		case query.Count, query.Avg, query.Stddev, query.StddevPop, query.Var, query.VarPop, query.Corr:
			return true
		}
		return false
	})
	if counted {
		n++
	}
	return n
}

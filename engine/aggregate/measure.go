package aggregate

import (
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

// measure is an aggregate bound to the accumulators it is read from, by their places in Kinds.
type measure struct {
	query.Measure
	column, other *data.Column
	count         int // rows where neither column is null; of ratio, that of column alone
	otherCount    int
	main          int
	question      int
	x, y          int // sums
	xx, yy, xy    int // sums of products
	k             int // of top
}

// NewPlan binds measures to the columns of t.
func NewPlan(t *data.Table, measures []query.Measure, encode Encode) (*Plan, error) {
	p := &Plan{rows: t.Rows, groups: t.Rows, Kinds: []Kind{{Op: OpCount}}, questions: map[int][]question{}, codes: map[*data.Column]*data.Column{}}
	for _, m := range measures {
		bound, err := p.bind(t, m, encode)
		if err != nil {
			return nil, err
		}
		p.measures = append(p.measures, bound)
	}
	return p, nil
}

func (p *Plan) bind(t *data.Table, m query.Measure, encode Encode) (measure, error) {
	b := measure{Measure: m}
	if m.Column == "" {
		if m.Func != query.Count {
			return b, fmt.Errorf("%s needs a column: %s(name)", m, m.Func)
		}
		return b, nil
	}
	var err error
	if b.column, err = t.Column(m.Column); err != nil {
		return b, err
	}
	if m.Other != "" {
		if b.other, err = t.Column(m.Other); err != nil {
			return b, err
		}
	}
	for _, c := range []*data.Column{b.column, b.other} {
		if c != nil && m.Func.NeedsNumbers() && !c.Type.Numeric() {
			return b, notNumeric(t, m, c)
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
		b.x, b.y = p.add(Kind{Op: OpSum, Column: c}), p.add(Kind{Op: OpSum, Column: b.other})
		b.otherCount = p.CountOf(b.other)
	case query.Stddev, query.StddevPop, query.Var, query.VarPop:
		b.x, b.xx = p.add(Kind{Op: OpSum, Column: c}), p.add(Kind{Op: OpProducts, Column: c, Other: c})
	case query.Corr:
		p.bindCorr(&b)
	case query.Min:
		b.main = p.add(Kind{Op: OpMin, Column: c})
	case query.Max:
		b.main = p.add(Kind{Op: OpMax, Column: c})
	case query.First:
		b.main = p.add(Kind{Op: OpFirst, Column: c})
	case query.Last:
		b.main = p.add(Kind{Op: OpLast, Column: c})
	case query.Distinct:
		b.main, err = p.bindDistinct(c, encode)
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
func (p *Plan) bindDistinct(c *data.Column, encode Encode) (int, error) {
	if c.Wide == nil && c.Type != data.Float {
		return p.add(Kind{Op: OpDistinct, Column: c}), nil
	}
	coded := p.codes[c]
	if coded == nil {
		k, err := encode(query.Field{Column: c.Name})
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
	for _, m := range p.measures {
		for _, at := range []int{m.main, m.x, m.y, m.xx, m.yy, m.xy, m.count} {
			if at > 0 && p.Kinds[at] == k {
				return m.Measure
			}
		}
	}
	return query.Measure{Func: query.Count}
}

package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/text/header"
	"cardinal/engine/aggregate"
	"cardinal/engine/expression/formula"
	"cardinal/engine/key"
	"cardinal/engine/query"
)

// Source has the columns that a plan works on.
type Source struct {
	Table *data.Table
	// Rows is the number of rows that the table's rows represent; 0: each row represents itself.
	Rows int
	// Encode makes the column of codes that distinguish a column's values.
	Encode func(*data.Column) (*key.Column, error)
	// Derive makes the column of an expression over the table's columns.
	Derive func(expr string) (*data.Column, error)
	// Only returns column c with null in the rows that do not meet a condition. A nil c counts as a column that is true
	// in every row.
	Only func(c *data.Column, where string) (*data.Column, error)
}

// NewPlan binds measures to columns.
func NewPlan(s Source, measures []query.Measure) (*Plan, error) {
	p := &Plan{rows: cmp.Or(s.Rows, s.Table.Rows), weighted: s.Rows > 0, groups: s.Table.Rows,
		Kinds: []Kind{{Op: OpCount}}, statistics: map[int][]statistic{}, codes: map[*data.Column]*data.Column{},
		windows: map[*data.Column]aggregate.Window{}}
	for _, m := range measures {
		bound, err := p.bind(s, m)
		if err != nil {
			return nil, err
		}
		p.measures = append(p.measures, bound)
	}
	return p, nil
}

func (p *Plan) bind(s Source, of query.Measure) (*measure, error) {
	m := &measure{Measure: of, Aggregate: described[of.Func]}
	var err error
	switch {
	case m.Func == query.Formula:
		return m, p.bindFormula(s, m)
	case m.Aggregate == nil:
		return m, fmt.Errorf("no aggregate %q; there are %s", m.Func, query.FuncNames())
	case m.Expr != "":
		m.x, err = s.Derive(m.Expr)
	case m.Column != "":
		m.x, err = s.Table.Column(m.Column)
	case !m.NoColumn:
		return m, fmt.Errorf("%s needs a column: %s(name)", of, m.Func)
	}
	if err == nil && m.Other != "" {
		m.y, err = s.Table.Column(m.Other)
	}
	if err == nil && m.Where != "" {
		err = m.restrict(s)
	}
	if err != nil {
		return m, err
	}
	var columns []*data.Column
	for _, c := range []*data.Column{m.x, m.y} {
		if c == nil {
			continue
		}
		if m.Takes == query.Numbers && !c.Type.Numeric() {
			return m, notNumeric(s.Table, of, c)
		}
		if len(columns) == 0 || m.paired {
			columns = append(columns, c)
		}
	}
	m.count = p.CountOf(columns...)
	m.kinds = []int{m.count}
	return m, m.bind(p, s, m)
}

// restrict leaves out the rows that do not meet the measure's condition.
func (m *measure) restrict(s Source) error {
	var err error
	if m.x, err = s.Only(m.x, m.Where); err == nil && m.y != nil {
		m.y, err = s.Only(m.y, m.Where)
	}
	return err
}

// bindFormula binds the aggregates of a formula.
func (p *Plan) bindFormula(s Source, m *measure) error {
	var err error
	if m.formula, err = query.ParseFormula(m.Expr); err != nil {
		return err
	}
	m.parts = map[*query.Measure]*measure{}
	for _, of := range m.formula.Measures() {
		part, err := p.bind(s, *of)
		if err != nil {
			return err
		}
		m.parts[of] = part
	}
	if m.figure, err = formula.FigureOf(m.formula, func(of *query.Measure) *data.Column {
		return formula.Figure(of, m.parts[of].x)
	}); err != nil {
		return fmt.Errorf("%s: %w", m.Measure, err)
	}
	return nil
}

// Columns returns the columns that the measures and formulas read, each once.
func (p *Plan) Columns() (columns []*data.Column) {
	var add func(m *measure)
	add = func(m *measure) {
		for _, c := range []*data.Column{m.x, m.y} {
			if c != nil && !slices.Contains(columns, c) {
				columns = append(columns, c)
			}
		}
		if m.formula != nil {
			for _, of := range m.formula.Measures() {
				add(m.parts[of])
			}
		}
	}
	for _, m := range p.measures {
		add(m)
	}
	return columns
}

func notNumeric(t *data.Table, m query.Measure, c *data.Column) error {
	var numbers []string
	for _, other := range t.Columns {
		if other.Type.Numeric() {
			numbers = append(numbers, other.Name)
		}
	}
	if c.Nulls == c.Rows && t.Rows > 0 {
		return fmt.Errorf("%s needs numbers, and %q has no value: choose the type number for it", m, c.Name)
	}
	hint := "no column of this table is"
	switch {
	case len(t.LeftOut) > 0:
		hint = "the other columns are " + header.Nearest(t.LeftOut, c.Name)
	case len(numbers) > 0:
		hint = "the number columns are " + header.Nearest(numbers, c.Name)
	}
	if text, ok := withDigits(c); ok {
		hint = fmt.Sprintf("number(%s) in a calculated field takes the number out of %q; %s",
			query.Field{Column: c.Name}, text, hint)
	}
	return fmt.Errorf("%s needs numbers, and %q is %s; %s; %s take any column", m, c.Name, c.Type, hint,
		query.TakesAny())
}

// withDigits returns the first text with digits in the first rows of a column. ok is false if none has digits, or if
// the text is too long for a message.
func withDigits(c *data.Column) (text string, ok bool) {
	for row := range min(c.Rows, 100) {
		if v := c.Value(row); c.Type == data.Text && !v.IsNull() && strings.ContainsAny(v.String(), "0123456789") {
			return v.String(), len(v.String()) <= 30
		}
	}
	return "", false
}

package query

import (
	"fmt"
	"strings"
)

// Let is a calculated field: a name for an expression over the columns of a row. The expression may use other calculated fields. Lets
// compare with ==.
type Let struct {
	Name string
	Expr string // as ParseArith reads it
}

// String is the field as ParseLet reads it: profit = revenue - cost.
func (l Let) String() string { return quoteName(l.Name) + " = " + l.Expr }

// ParseLet reads a calculated field: profit = revenue - cost.
func ParseLet(s string) (Let, error) {
	p, err := newParser(s)
	if err != nil {
		return Let{}, err
	}
	name, err := p.name()
	if err != nil || !p.take("=") {
		return Let{}, fmt.Errorf("a calculated field is written name = expression, such as profit = revenue - cost, not %q", s)
	}
	if p.peek().kind == end {
		return Let{}, fmt.Errorf("%s has no expression after the =", name)
	}
	a, err := p.over(false)
	if err != nil {
		return Let{}, err
	}
	return Let{strings.TrimSpace(name), a.String()}, p.done()
}

// Names lists the columns and calculated fields that the query reads, with repetitions.
func (q *Query) Names() []string {
	var names []string
	for _, fields := range [][]Field{q.Rows, q.Cols} {
		for _, f := range fields {
			names = append(names, f.Column)
		}
	}
	for _, m := range q.Measures() {
		names = append(names, m.Columns()...)
	}
	if q.Filter != nil {
		names = append(names, q.Filter.Columns()...)
	}
	return names
}

// Columns lists the columns that a measure reads, none where its text has no meaning.
func (m Measure) Columns() []string {
	if m.Func == Formula {
		a, err := ParseFormula(m.Expr)
		if err != nil {
			return nil
		}
		var names []string
		for _, of := range a.Measures() {
			names = append(names, of.Columns()...)
		}
		return names
	}
	var names []string
	for _, name := range []string{m.Column, m.Other} {
		if name != "" {
			names = append(names, name)
		}
	}
	if m.Expr != "" {
		if a, err := ParseArith(m.Expr); err == nil {
			names = append(names, a.Columns()...)
		}
	}
	if m.Where != "" {
		if e, err := ParseRowCondition(m.Where); err == nil {
			names = append(names, e.Columns()...)
		}
	}
	return names
}

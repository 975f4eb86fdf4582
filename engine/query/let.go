package query

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/internal/each"
)

// Let is a calculated field: a name for an expression over the columns of a row. The expression may use other
// calculated fields. Lets can be compared with ==.
type Let struct {
	Name string
	Expr string // in the syntax of ParseArith
}

// String writes the field in the syntax of ParseLet: profit = revenue - cost.
func (l Let) String() string { return quoteName(l.Name) + " = " + l.Expr }

// ParseLet reads a calculated field: profit = revenue - cost.
func ParseLet(s string) (Let, error) {
	p, err := newParser(s)
	if err != nil {
		return Let{}, err
	}
	name, err := p.name()
	if err != nil || !p.accept("=") {
		return Let{}, fmt.Errorf("a calculated field is written name = expression, such as profit = revenue - cost, "+
			"not %q", s)
	}
	if p.peek().kind == end {
		return Let{}, fmt.Errorf("%s has no expression after the =", name)
	}
	a, err := p.expression(false)
	if err != nil {
		return Let{}, err
	}
	return Let{strings.TrimSpace(name), a.String()}, p.done()
}

// Names lists the columns and calculated fields that the query reads. A name may occur several times.
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

// Sources lists the columns that the query reads, once each. A calculated field is replaced by the columns of its
// expression.
func (q *Query) Sources() []string {
	names := q.Names()
	seen := map[string]bool{}
	var out []string
	for len(names) > 0 {
		name := names[0]
		if names = names[1:]; seen[name] {
			continue
		}
		seen[name] = true
		calculated := false
		for _, l := range q.Lets {
			a, err := ParseArith(l.Expr)
			if !strings.EqualFold(l.Name, name) || err != nil {
				continue
			}
			calculated = true
			names = append(names, a.Columns()...)
		}
		if !calculated {
			out = append(out, name)
		}
	}
	return out
}

// OnlyCompares reports whether the query only compares the values of a column with literals in its filter, and reads
// them nowhere else. It may return false for such a column.
func (q *Query) OnlyCompares(column string) bool {
	if q.Filter == nil || len(q.Lets) > 0 {
		return false
	}
	rest := *q
	rest.Filter = nil
	others, compared := rest.Names(), false
	q.Filter.Visit(func(a *Arith) { others = append(others, a.Column) }, func(f Field) {
		if is := strings.EqualFold(f.Column, column); is && f == (Field{Column: f.Column}) {
			compared = true
		} else if is {
			others = append(others, f.Column)
		}
	})
	return compared && !slices.ContainsFunc(others, func(name string) bool { return strings.EqualFold(name, column) })
}

// Columns lists the columns that a measure reads. A measure whose text does not parse has no columns.
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
	names := each.Where([]string{m.Column, m.Other}, func(name string) bool { return name != "" })
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

// Renamed returns the measure after a column is renamed.
func (m Measure) Renamed(from, to string) Measure {
	if m.Func == Formula {
		if a, err := ParseFormula(m.Expr); err == nil {
			a.rename(from, to)
			m.Expr = a.String()
		}
		return m
	}
	for _, name := range []*string{&m.Column, &m.Other} {
		if *name == from {
			*name = to
		}
	}
	if a, err := ParseArith(m.Expr); err == nil {
		a.rename(from, to)
		m.Expr = a.String()
	}
	if e, err := ParseRowCondition(m.Where); err == nil {
		e.rename(from, to)
		m.Where = e.String()
	}
	return m
}

// Renamed returns the calculated field after a column or a calculated field was renamed. It replaces the name in the
// expression, and the name of the calculated field itself if that was renamed.
func (l Let) Renamed(from, to string) Let {
	if l.Name == from {
		l.Name = to
	}
	if a, err := ParseArith(l.Expr); err == nil {
		a.rename(from, to)
		l.Expr = a.String()
	}
	return l
}

// Columns lists the columns and calculated fields that the expression reads.
func (l Let) Columns() []string {
	a, err := ParseArith(l.Expr)
	if err != nil {
		return nil
	}
	return a.Columns()
}

func (a *Arith) rename(from, to string) {
	if strings.EqualFold(a.Column, from) {
		a.Column = to
	}
	if a.Measure != nil {
		m := a.Measure.Renamed(from, to)
		a.Measure = &m
	}
	for _, arg := range a.Args {
		arg.rename(from, to)
	}
	if a.If != nil {
		a.If.rename(from, to)
	}
}

func (e *Expr) rename(from, to string) {
	for _, arg := range e.Args {
		arg.rename(from, to)
	}
	if strings.EqualFold(e.Field.Column, from) {
		e.Field.Column = to
	}
	for _, side := range []*Arith{e.Of, e.With} {
		if side != nil {
			side.rename(from, to)
		}
	}
}

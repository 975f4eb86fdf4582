package view

import (
	"errors"
	"fmt"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// ParseFormula reads a typed measure of a table, such as max(price) - min(price) or a single aggregate. The error
// says why the measure cannot be computed.
func ParseFormula(t *data.Table, text string) (query.Measure, error) {
	all, err := query.ParseMeasures(text)
	switch {
	case err != nil:
		return query.Measure{}, err
	case len(all) == 0:
		return query.Measure{}, errors.New("nothing is written yet")
	case len(all) > 1:
		return query.Measure{}, errors.New("there is a comma outside brackets: write one formula at a time")
	}
	return all[0], check(t, all[0])
}

// InFormula returns a measure as formulas write it.
func InFormula(m query.Measure) string { return (&query.Arith{Measure: &m}).String() }

// check returns an error for columns that the table does not have or whose type the measure cannot use.
func check(t *data.Table, m query.Measure) error {
	aggregates := aggregatesOf(m)
	for _, p := range aggregates {
		for _, name := range []string{p.Column, p.Other} {
			if name == "" {
				continue
			}
			c, err := t.Column(name)
			switch {
			case err != nil:
				return err
			case p.Func.NeedsNumbers() && !c.Type.Numeric():
				return fmt.Errorf("%s needs numbers, and %s holds none", p, c.Name)
			}
		}
		if err := checkRows(t, p); err != nil {
			return err
		}
	}
	if m.Func == query.Formula {
		_, err := figureOf(t, m)
		return err
	}
	return nil
}

// figureOf returns a column of one value with the type of a formula's figures; nil if they are always null.
func figureOf(t *data.Table, m query.Measure) (*data.Column, error) {
	a, err := query.ParseFormula(m.Expr)
	if err != nil {
		return nil, err
	}
	return formula.FigureOf(a, func(of *query.Measure) *data.Column { return formula.Figure(of, Operand(t, *of)) })
}

// Operand returns the column that a measure aggregates, a sample of a calculated operand, or one figure of a formula.
// It returns nil if the table has no such column.
func Operand(t *data.Table, m query.Measure) *data.Column {
	if t == nil {
		return nil
	}
	var c *data.Column
	switch a, err := query.ParseArith(m.Expr); {
	case m.Func == query.Formula:
		c, _ = figureOf(t, m)
	case m.Expr == "":
		c, _ = t.Column(m.Column)
	case err == nil:
		c, _ = formula.CheckColumn(t, a)
	}
	return c
}

// checkRows returns an error if the row expression or the condition of a measure has no meaning.
func checkRows(t *data.Table, m query.Measure) error {
	if m.Expr != "" && m.Func != query.Formula {
		a, err := query.ParseArith(m.Expr)
		if err != nil {
			return err
		}
		c, err := formula.CheckColumn(t, a)
		if err != nil {
			return err
		}
		if m.Func.NeedsNumbers() && !c.Type.Numeric() {
			return fmt.Errorf("%s needs numbers, and %s gives none", m.Func, a)
		}
	}
	_, err := CheckWhere(t, m, m.Where)
	return err
}

// ColumnsOf lists the names of the columns that a measure reads.
func ColumnsOf(m query.Measure) []string { return m.Columns() }

// aggregatesOf lists the aggregates of a formula, or the measure itself if it is no formula.
func aggregatesOf(m query.Measure) []query.Measure {
	if m.Func != query.Formula {
		return []query.Measure{m}
	}
	a, err := query.ParseFormula(m.Expr)
	if err != nil {
		return nil
	}
	return each.Of(a.Measures(), func(p *query.Measure) query.Measure { return *p })
}

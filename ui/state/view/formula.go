package view

import (
	"errors"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
)

// ParseFormula reads a measure of a table that a person typed: a formula such as max(price) - min(price), or a single
// aggregate. The error says why the measure cannot be computed.
func ParseFormula(t *data.Table, text string) (query.Measure, error) {
	all, err := query.ParseMeasures(text)
	switch {
	case err != nil:
		return query.Measure{}, err
	case len(all) == 0:
		return query.Measure{}, errors.New(lang.L("nothing is written yet"))
	case len(all) > 1:
		return query.Measure{}, errors.New(lang.L("there is a comma outside brackets: write one formula at a time"))
	}
	return all[0], check(t, all[0])
}

// InFormula returns the text of a measure inside a formula.
func InFormula(m query.Measure) string { return (&query.Arith{Measure: &m}).String() }

// check returns an error if the table lacks a column of a measure, or if the column has a type that the measure cannot
// use.
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
				return errors.New(lang.L("{{.Formula}} needs numbers, and {{.Field}} holds none",
					lang.With{"Formula": p, "Field": c.Name}))
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

// figureOf returns a column with one value that has the type of a formula's figures. It returns nil if the figures are
// always null.
func figureOf(t *data.Table, m query.Measure) (*data.Column, error) {
	a, err := query.ParseFormula(m.Expr)
	if err != nil {
		return nil, err
	}
	return formula.FigureOf(a, func(of *query.Measure) *data.Column { return formula.Figure(of, Operand(t, *of)) })
}

// Operand returns what a measure aggregates: a column, or a sample of a calculated operand. For a formula, it returns
// one figure. It returns nil if the table has no such column.
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

// checkRows returns an error if a measure's condition, or its expression for each row, does not suit the table.
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
			return errors.New(lang.L("{{.Formula}} needs numbers, and {{.Field}} gives none",
				lang.With{"Formula": m.Func, "Field": a}))
		}
	}
	_, err := CheckWhere(t, m, m.Where)
	return err
}

// ColumnsOf lists the names of the columns that a measure reads.
func ColumnsOf(m query.Measure) []string { return m.Columns() }

// aggregatesOf lists the aggregates of a formula. If the measure is not a formula, it returns the measure itself.
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

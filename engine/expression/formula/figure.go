package formula

import (
	"context"
	"errors"
	"fmt"

	"cardinal/data"
	"cardinal/engine/query"
)

// Figure returns a column of one value, whose type is the type of the figures that m computes from column c. c is nil
// if the aggregate takes no column.
func Figure(m *query.Measure, c *data.Column) *data.Column {
	of := m.Func.Describe()
	var out *data.Column
	switch {
	case of.Result == query.Rows, of.Result == query.WholeOrReal && c != nil && c.Type == data.Int:
		out = data.NewInts("", data.Int, 0, []int64{1}, nil)
	case of.Result == query.OfColumn && c != nil && c.Type.Temporal(), of.Result == query.OfColumn && c != nil &&
		(c.Type == data.Int || c.Type == data.Decimal):
		out = data.NewInts("", c.Type, c.Scale, []int64{1}, nil)
		out.UTC, out.Zone, out.Unit = c.UTC, c.Zone, c.Unit
	case of.Result == query.List, of.Result == query.OfColumn && c != nil && !c.Type.Numeric():
		out = data.NewText("", []uint32{0}, []string{""}, nil)
	default:
		out = data.NewFloatColumn("", []float64{1}, nil)
	}
	if of.InUnit && c != nil && c.Format.Duration {
		out.Format = c.Format
	}
	return out
}

// FigureOf returns a column of one value, whose type is the type of the results of a formula of aggregates. It returns
// nil if the results are always null. figure returns such a column for an aggregate. The error says which operator does
// not take the types of its operands.
func FigureOf(a *query.Arith, figure func(*query.Measure) *data.Column) (*data.Column, error) {
	e := &evaluator{Rows: Rows{N: 1, Leaf: func(leaf *query.Arith) (*data.Column, error) {
		c := figure(leaf.Measure)
		if !c.Type.Numeric() && !c.Type.Temporal() {
			return nil, fmt.Errorf("%s is no number and no date to calculate with", leaf)
		}
		return c, nil
	}}, ctx: context.Background(), n: 1}
	if err := plainConditions(a); err != nil {
		return nil, err
	}
	v, err := e.eval(a)
	switch {
	case errors.Is(err, errFit) || err == nil && v.kind == data.Null:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return e.column(v, "")
}

// plainConditions returns an error if a condition on aggregates tests parts of texts or stretches of time.
func plainConditions(a *query.Arith) (err error) {
	var look func(e *query.Expr)
	look = func(e *query.Expr) {
		for _, arg := range e.Args {
			look(arg)
		}
		switch {
		case e.Op == query.Within:
			err = fmt.Errorf("%s: in a formula of aggregates, compare with a date, such as today() - 30", e)
		case e.Op == query.Like || e.Op == query.Contains || e.Op == query.Begins || e.Op == query.Ends ||
			e.Op == query.Matches || e.AnyCase:
			err = fmt.Errorf("%s: a formula of aggregates compares numbers and dates, and no parts of texts", e)
		}
	}
	a.Visit(func(a *query.Arith) {
		if a.If != nil {
			look(a.If)
		}
	}, func(query.Field) {})
	return err
}

// As converts a figure of a formula to the common type of the formula's figures: if the other figures are times, a date
// becomes a time.
func As(v data.Value, figure *data.Column) data.Value {
	if v.Type != data.Date || figure == nil || figure.Type != data.Timestamp {
		return v
	}
	out, _ := convert(v, shape{kind: data.Timestamp, scale: figure.Scale, utc: figure.UTC})
	return out
}

package formula

import (
	"context"

	"cardinal/data"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// SampleRows is the number of rows of a sample.
const SampleRows = 200

// Sample returns the first rows of t with a column for every calculated field. In little time it shows the types of the
// calculated fields, and what is wrong with them. Only whether all results fit is not known before all rows are
// computed.
func Sample(t *data.Table, lets []query.Let) (*data.Table, error) {
	names := each.Of(lets, func(l query.Let) string { return l.Name })
	return Extend(t.Head(SampleRows), lets, names, func(t *data.Table, l query.Let, a *query.Arith) (*data.Column,
		error) {
		return Column(context.Background(), l.Name, a, samples(t))
	})
}

// CheckColumn computes an expression for the first rows of t. The error says what is wrong with the expression.
func CheckColumn(t *data.Table, a *query.Arith) (*data.Column, error) {
	t = t.Head(SampleRows)
	return Column(context.Background(), "", a, samples(t))
}

// CheckCondition evaluates a condition for the first rows of t. The error says what is wrong with the condition.
func CheckCondition(t *data.Table, e *query.Expr) error {
	t = t.Head(SampleRows)
	x := &evaluator{Rows: samples(t), ctx: context.Background(), n: t.Rows}
	_, err := x.rowsWhere(e)
	return err
}

func samples(t *data.Table) Rows {
	return OfTable(t, func(f query.Field) (*key.Column, error) { return key.Encode(context.Background(), t, f) })
}

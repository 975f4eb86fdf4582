package engine

import (
	"context"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/expression/formula"
	"cardinal/engine/query"
)

// once lists the calculated fields and expressions that a pivot only adds up. They are computed while the rows are
// read, and not stored. If a second pivot adds up the same field, its column is stored, since more such pivots are
// likely.
type once struct {
	names   []string // in lower case
	answers bool     // the pivot reads the rows
}

// onceOf lists the calculated fields and expressions whose values a query only adds up or counts.
func onceOf(q *query.Query, answers bool) *once {
	var names, other []string
	for _, m := range q.Measures() {
		sums := (m.Func == query.Sum || m.Func == query.Avg) && m.Where == "" && m.Other == ""
		switch {
		case sums && m.Expr != "":
			names = append(names, strings.ToLower(m.Expr))
			if a, err := query.ParseArith(m.Expr); err == nil {
				other = append(other, a.Columns()...)
			}
		case sums:
			names = append(names, strings.ToLower(m.Column))
		default:
			other = append(other, m.Expr)
			other = append(other, m.Columns()...)
		}
	}
	rest := *q
	rest.Values, rest.Havings, rest.Tops, rest.Sorts = nil, nil, nil, nil
	other = append(other, rest.Names()...)
	for _, l := range q.Lets {
		if a, err := query.ParseArith(l.Expr); err == nil {
			other = append(other, a.Columns()...)
		}
	}
	for _, name := range other {
		names = slices.DeleteFunc(names, func(n string) bool { return n == strings.ToLower(name) })
	}
	return &once{names, answers}
}

// computeFor works like compute. If the column is in `once`, its values may be computed only while rows are read.
func (s *tableState) computeFor(ctx context.Context, t *data.Table, name string, a *query.Arith,
	once *once) (*data.Column, error) {
	if once == nil || !slices.Contains(once.names, strings.ToLower(name)) {
		return s.compute(ctx, t, name, a)
	}
	id := hashed(identity(t, a.String(), a))
	s.mu.Lock()
	stored := s.streamed[id] || slices.ContainsFunc(s.computed, func(c *data.Column) bool { return c.Computed == id })
	s.mu.Unlock()
	if stored {
		return s.compute(ctx, t, name, a)
	}
	c := formula.Stream(ctx, name, a, formula.OfTable(t, s.encoder(ctx, t)))
	if c == nil {
		return s.compute(ctx, t, name, a)
	}
	if once.answers {
		s.mu.Lock()
		s.streamed[id] = true
		s.mu.Unlock()
	}
	c.Computed, c.Format = id, formatOf(t, a, c)
	return c, nil
}

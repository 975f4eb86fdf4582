package engine

import (
	"context"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/pushdown"
	"cardinal/engine/query"
)

// SQL writes a pivot as SQL for a kind of servers, or for DuckDB. The SQL names the table if the table is on a server
// of the kind. If DuckDB reads the same values from the file, the statement reads the file. For any other table, a
// comment says what has to be loaded. If the SQL of a pivot would give other figures, SQL returns an error that names
// the part of the pivot.
func (e *Engine) SQL(ctx context.Context, t *data.Table, q query.Query, kind string) (string, error) {
	if len(q.Values) == 0 {
		q.Values = []query.Measure{{Func: query.Count}}
	}
	q.Filter = q.Filter.On(time.Now())
	if s := e.served(t); s != nil {
		var err error
		if q.Filter, err = s.resolvePeriods(ctx, q.Filter); err != nil {
			return "", err
		}
		if s.server.Dialect().Kind == kind {
			return s.writer.Statement(q)
		}
	} else {
		q.Filter = withLatest(t, q.Filter)
	}
	of, notes := pushdown.TableOf(t, kind)
	return pushdown.NewWriter(remote.Dialect{Kind: kind}, of).Statement(q, notes...)
}

// withLatest returns a condition in which each period without a day is counted from the latest date of its column.
func withLatest(t *data.Table, e *query.Expr) *query.Expr {
	if e == nil {
		return nil
	}
	out := *e
	out.Args = slices.Clone(e.Args)
	for i, arg := range e.Args {
		out.Args[i] = withLatest(t, arg)
	}
	c, err := t.Column(e.Field.Column)
	if e.Op == query.Within && e.Period.Of == "" && err == nil && c.Type.Temporal() {
		out.Period.Of = c.IntValue(c.Max).Time().Format(time.DateOnly)
	}
	return &out
}

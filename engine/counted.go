package engine

import (
	"context"
	"slices"
	"time"

	"cardinal/data"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// Counted tells the engine the number of distinct values of a column, without null. Then the number of groups of a
// pivot by only this column is known before its rows are grouped.
func (e *Engine) Counted(t *data.Table, column string, distinct int) {
	s := e.state(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted[column] = distinct
}

// KeepSamples prepares a table for its first pivot. For each column whose codes are also the codes of its key column,
// it keeps the codes of the first sample. For any other column, the first pivot by it keeps the sample that it reads.
// KeepSamples also looks for the table in the history, so that the first pivot does not have to.
func (e *Engine) KeepSamples(ctx context.Context, t *data.Table) error {
	if e.Served(t) {
		return nil
	}
	s := e.state(t)
	if version := e.history.Version(); !e.history.Knows(s.source) {
		s.unknown.Store(version)
	}
	for _, c := range t.Columns {
		if !key.Coded(c) {
			continue
		}
		k, err := s.encode(ctx, t, query.Field{Column: c.Name})
		if err != nil {
			return err
		}
		estimate.Keep(k)
	}
	return ctx.Err()
}

// groupsCounted returns the number of groups of a single column over all rows of the table. known is false if there are
// several fields, a filter, or no count of the column's values.
func (b *bound) groupsCounted(fields []*key.Column, rows selection) (groups int, known bool) {
	if len(fields) != 1 || rows.bits != nil || fields[0].Field != (query.Field{Column: fields[0].Field.Column}) {
		return 0, false
	}
	c, err := b.table.Column(fields[0].Field.Column)
	if err != nil || c.Computed != "" {
		return 0, false
	}
	b.state.mu.Lock()
	defer b.state.mu.Unlock()
	if groups, known = b.state.counted[c.Name]; known && c.Nulls > 0 {
		groups++
	}
	return groups, known
}

// aheadTime limits the time of one call of CountAhead.
const aheadTime = 2 * time.Second

// CountAhead counts the groups of q with each of some further fields, so that their number is known before such a query
// runs. It skips a field whose key column takes time and memory to make, and a field for which the number is already
// known. It begins no count after aheadTime, and fails if ctx ends.
func (e *Engine) CountAhead(ctx context.Context, t *data.Table, q query.Query, further []query.Field) error {
	if e.Served(t) || ctx.Err() != nil { // if ctx ended, the table may be closed, and the engine must not keep it again
		return ctx.Err()
	}
	s, rows, start := e.state(t), (*selection)(nil), system.Now()
	for _, f := range further {
		if system.Since(start) > aheadTime {
			break
		}
		if c, err := t.Column(f.Column); err != nil || f == (query.Field{Column: c.Name}) && !key.Coded(c) {
			continue
		}
		asked := query.Query{Lets: q.Lets, Rows: append(slices.Concat(q.Rows, q.Cols), f), Filter: q.Filter}
		b, err := bind(ctx, s, asked)
		if err != nil {
			continue // a pivot by this field will return the error
		}
		if rows == nil {
			selected, err := selectRows(ctx, b, RunOptions{}.complete().Threads)
			if err != nil {
				return err
			}
			rows = &selected
		}
		if e.groupsKnown(b, *rows) {
			continue
		}
		counted, err := estimate.CountAhead(ctx, b.key, rows.bits, rows.n)
		if err != nil {
			return err
		}
		s.note(b.fingerprint(), counted)
	}
	return ctx.Err()
}

// groupsKnown reports whether the number of groups of a query is known without a look at the rows.
func (e *Engine) groupsKnown(b *bound, rows selection) bool {
	_, asked := e.groupsInHistory(b, rows)
	_, alone := b.groupsCounted(b.keys, rows)
	_, ahead := b.groupsAhead(rows)
	return asked || alone || ahead || rows.bits == nil && len(b.key.Cols) == 1 && b.key.Cols[0].Exact
}

// note keeps the number of groups of a query, which was counted ahead.
func (s *tableState) note(q profiler.Fingerprint, groups estimate.Estimate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead[q] = groups
}

// groupsAhead returns the number of groups of a query if it was counted ahead. Otherwise known is false.
func (b *bound) groupsAhead(rows selection) (groups estimate.Estimate, known bool) {
	b.state.mu.Lock()
	defer b.state.mu.Unlock()
	if len(b.state.ahead) == 0 {
		return estimate.Estimate{}, false
	}
	groups, known = b.state.ahead[b.fingerprint()]
	return groups, known && groups.Low <= rows.n
}

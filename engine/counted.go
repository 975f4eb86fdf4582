package engine

import (
	"context"

	"cardinal/data"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/key"
	"cardinal/engine/query"
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

// KeepSamples prepares a table for its first pivot. For each column whose codes serve as the key, it keeps the codes of
// the first sample. For other key columns, the first pivot keeps the sample that it reads. KeepSamples also looks for
// the table in the history, so that the first pivot does not have to.
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

// note keeps the number of groups that a device found for a question; it ignores 0.
func (s *tableState) note(q profiler.Fingerprint, groups int) {
	if groups == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mapped[q] = groups
}

// groupsOnDevice returns the number of groups that a device found for the question; known is false if no device did.
func (b *bound) groupsOnDevice(rows selection) (groups int, known bool) {
	b.state.mu.Lock()
	defer b.state.mu.Unlock()
	if len(b.state.mapped) == 0 {
		return 0, false
	}
	groups, known = b.state.mapped[b.fingerprint()]
	return groups, known && groups <= rows.n
}

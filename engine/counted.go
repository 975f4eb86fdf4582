package engine

import (
	"context"

	"cardinal/data"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// Counted tells the engine how many values other than null a column of a table has. The groups of the column
// alone are then known before its rows are grouped.
func (e *Engine) Counted(t *data.Table, column string, distinct int) {
	s := e.state(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted[column] = distinct
}

// KeepSamples keeps, for each column of a table that is its own key column, the codes that a first sample
// reads. Of other key columns, and of a table that nobody calls it for, the first pivot keeps what it reads.
// KeepSamples looks for the table in the history, too, so that the first pivot of a new table does not.
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

// counted is the number of groups of a single column over all rows of the table, and false where fields are
// more, or where nobody has counted the column's values.
func (b *bound) counted(fields []*key.Column, rows selection) (groups int, known bool) {
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

// note notes the groups that a device found of a question; 0: it found none.
func (s *tableState) note(q profiler.Fingerprint, groups int) {
	if groups == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mapped[q] = groups
}

// found is the number of groups that a device found of the question, and false where none did.
func (b *bound) found(rows selection) (groups int, known bool) {
	b.state.mu.Lock()
	defer b.state.mu.Unlock()
	if len(b.state.mapped) == 0 {
		return 0, false
	}
	groups, known = b.state.mapped[b.fingerprint()]
	return groups, known && groups <= rows.n
}

package engine

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"cardinal/data"
	"cardinal/engine/formula"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// tableState is what the engine keeps of a table between pivots: its key columns and those derived from it,
// computed once.
type tableState struct {
	table *data.Table
	id    string // names the table's columns on the device

	mu      sync.Mutex
	keys    map[query.Field]*key.Column
	derived map[string]*data.Column // by expression
}

// question names what the groups of fields under a filter are asked of: the file as it was when it was read, so that the
// answer is known again after a restart, or a table that no file holds.
func (s *tableState) fingerprint(fields []string, filter string) profiler.Fingerprint {
	t := s.table
	q := profiler.NewFingerprint(s.id, fields, filter)
	q.Transient = t.Path == ""
	if !q.Transient {
		q.Source = fmt.Sprintf("%s\x1f%s\x1f%d\x1f%d", t.Path, t.Sheet, t.Size, t.Changed.UnixNano())
	}
	return q
}

// keptTables is how many tables keep their key columns.
const keptTables = 4

func (e *Engine) state(t *data.Table) *tableState {
	e.mu.Lock()
	defer e.mu.Unlock()
	at := slices.IndexFunc(e.tables, func(s *tableState) bool { return s.table == t })
	if at < 0 {
		e.serial++
		e.tables = append(e.tables, &tableState{table: t, id: fmt.Sprint("t", e.serial), keys: map[query.Field]*key.Column{}, derived: map[string]*data.Column{}})
		if len(e.tables) > keptTables {
			e.tables = slices.Delete(e.tables, 0, 1)
		}
		return e.tables[len(e.tables)-1]
	}
	s := e.tables[at]
	e.tables = append(slices.Delete(e.tables, at, at+1), s)
	return s
}

// encode returns the key column of a field.
func (s *tableState) encode(ctx context.Context, f query.Field) (*key.Column, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.keys[f]; k != nil {
		return k, nil
	}
	k, err := key.Encode(ctx, s.table, f)
	if err != nil {
		return nil, err
	}
	s.keys[f] = k
	return k, nil
}

// derive returns the column of an expression over the table's columns.
func (s *tableState) derive(ctx context.Context, expr string) (*data.Column, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.derived[expr]; c != nil {
		return c, nil
	}
	c, err := formula.Derive(ctx, s.table, expr)
	if err != nil {
		return nil, err
	}
	s.derived[expr] = c
	return c, nil
}

// encodeColumn returns the key column of a column, of the table's or of a derived one.
func (s *tableState) encodeColumn(ctx context.Context, c *data.Column) (*key.Column, error) {
	if own, err := s.table.Column(c.Name); err == nil && own == c {
		return s.encode(ctx, query.Field{Column: c.Name})
	}
	return key.EncodeColumn(ctx, c)
}

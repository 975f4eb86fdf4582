package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/engine/expression/filter"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// tableState is what the engine keeps of a table between pivots: its key columns and those derived from it,
// computed once.
type tableState struct {
	table   *data.Table
	id      string // names the table's columns on the device
	source  string // names its rows in the history
	zones   *filter.Zones
	unknown atomic.Uint64 // the version of the history that has nothing of the table, as far as anybody has looked

	// Of an answer of a server, whose rows stand for many:
	rows   int      // how many; 0: the table's rows stand for themselves
	summed []string // the columns that the server added up, whose values are not in the table

	mu       sync.Mutex
	values   values // that were read
	keys     map[keyID]*key.Column
	counted  map[string]int               // values other than null of columns, by name, as far as they are known
	mapped   map[profiler.Fingerprint]int // groups that a device found before anybody asked for them
	computed []*data.Column               // the latest used last
}

// values counts the values that were read for fields so far: as they are, hashed, and computed. Those of a field
// are read once.
type values struct{ read, hashed, computed int }

// since are the values that were read after before.
func (v values) since(before values) values {
	return values{v.read - before.read, v.hashed - before.hashed, v.computed - before.computed}
}

// countValues is the values that were read so far.
func (s *tableState) countValues() values {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.values
}

// note counts the values that a field of a column reads. Codes that serve as they are take no time. mu must be locked.
func (v *values) note(t *data.Table, f query.Field) {
	switch c, err := t.Column(f.Column); {
	case err != nil || f.Part == query.Whole && key.Coded(c):
	case f.Part == query.Whole:
		v.hashed += t.Rows
	default:
		v.read += t.Rows
	}
}

// keyID names the key column of a field. Fields of calculated columns are told apart by what they are calculated from.
type keyID struct {
	field    query.Field
	computed string
}

// fingerprint names what the groups of fields under a filter are asked of.
func (s *tableState) fingerprint(fields []string, filter string) profiler.Fingerprint {
	q := profiler.NewFingerprint(s.source, fields, filter)
	q.Transient = transient(s.table)
	return q
}

// transient reports whether no file holds a table. A part of a file is no file.
func transient(t *data.Table) bool { return t.Path == "" || t.Part != nil }

// source names the rows of a table: the file as it was when it was read, and how it was read, so that an answer
// is known again after a restart. A table that no file holds has the name id.
func source(t *data.Table, id string) string {
	if transient(t) {
		return id
	}
	name := fmt.Sprintf("%s\x1f%s\x1f%d\x1f%d", t.Path, t.Sheet, t.Size, t.Changed.UnixNano())
	if !t.Reading.IsZero() {
		name += fmt.Sprintf("\x1f%+v", t.Reading)
	}
	if len(t.Lookups) > 0 {
		name += "\x1f" + strings.Join(t.Lookups, "\x1f")
	}
	return name
}

// named is the number of tables that have got an ID. All engines of the process count together, because the
// engine of a calibration uses the device of another: two tables of one ID would take each other's columns
// there.
var named atomic.Int64

// Retain drops what the engine keeps of all tables but t and those that have columns of t, and their columns
// from the device. nil drops all.
func (e *Engine) Retain(t *data.Table) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tables = slices.DeleteFunc(e.tables, func(s *tableState) bool {
		stays := t != nil && (s.table == t || len(t.Columns) > 0 && slices.Contains(s.table.Columns, t.Columns[0]))
		if !stays && e.gpu != nil {
			e.gpu.Forget(s.id + "/")
		}
		return !stays
	})
}

// keptTables is how many tables keep their key columns.
const keptTables = 4

func (e *Engine) state(t *data.Table) *tableState {
	e.mu.Lock()
	defer e.mu.Unlock()
	at := slices.IndexFunc(e.tables, func(s *tableState) bool { return s.table == t })
	if at < 0 {
		id := fmt.Sprint("t", named.Add(1))
		e.tables = append(e.tables, &tableState{table: t, id: id, source: source(t, id), zones: filter.NewZones(t), keys: map[keyID]*key.Column{}, counted: map[string]int{}, mapped: map[profiler.Fingerprint]int{}})
		if len(e.tables) > keptTables {
			if e.gpu != nil {
				e.gpu.Forget(e.tables[0].id + "/")
			}
			e.tables = slices.Delete(e.tables, 0, 1)
		}
		return e.tables[len(e.tables)-1]
	}
	s := e.tables[at]
	e.tables = append(slices.Delete(e.tables, at, at+1), s)
	return s
}

// encode returns the key column of a field of t, which is the table of the state or has computed columns beside it.
func (s *tableState) encode(ctx context.Context, t *data.Table, f query.Field) (*key.Column, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := keyID{field: f}
	if c, err := t.Column(f.Column); err == nil {
		id.computed = c.Computed
	}
	if k := s.keys[id]; k != nil {
		return k, nil
	}
	k, err := key.Encode(ctx, t, f)
	if err != nil {
		return nil, err
	}
	s.keys[id] = k
	s.values.note(t, f)
	return k, nil
}

// encodeColumn returns the key column of a column, of t or of a computed one.
func (s *tableState) encodeColumn(ctx context.Context, t *data.Table, c *data.Column) (*key.Column, error) {
	if own, err := t.Column(c.Name); err == nil && own == c {
		return s.encode(ctx, t, query.Field{Column: c.Name})
	}
	return key.EncodeColumn(ctx, c)
}

package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cardinal/data"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/expression/filter"
	"cardinal/engine/key"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// tableState is what the engine keeps of a table between pivots: its key columns and the columns computed from it.
type tableState struct {
	table   *data.Table
	id      string // names the table's columns on the device
	source  string // names its rows in the history
	zones   *filter.Zones
	unknown atomic.Uint64 // the latest version of the history in which the table was looked for and not found

	// For an answer of a server, whose rows stand for many:
	rows   int      // rows of the server; 0: each row stands for itself
	summed []string // columns that the server added up; their values are not in the table

	mu       sync.Mutex
	values   values // values read so far
	keys     map[keyID]*key.Column
	counted  map[string]int                             // by column: distinct values without null, if known
	ahead    map[profiler.Fingerprint]estimate.Estimate // groups that were counted ahead of a query
	computed []*data.Column                             // the latest used last
	streamed map[string]bool                            // computed columns that a pivot read once without storing them
}

// values counts the values that were read for key columns so far: `read` for parts of dates, `hashed` for whole values
// without codes, and `computed` for bins and parts of times. The values of a field are read once.
type values struct{ read, hashed, computed int }

// minus returns how many values were read since `before`.
func (v values) minus(before values) values {
	return values{v.read - before.read, v.hashed - before.hashed, v.computed - before.computed}
}

// countValues returns how many values were read so far.
func (s *tableState) countValues() values {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.values
}

// note counts the values that encoding a field reads. If a column and its key column have the same codes, no value is
// read. mu must be locked.
func (v *values) note(t *data.Table, f query.Field) {
	switch c, err := t.Column(f.Column); {
	case err != nil || f.Part == query.Whole && key.Coded(c):
	case f.Part == query.Whole:
		v.hashed += t.Rows
	case f.Part.Kind().Clock || f.Part == query.Bin || f.Part == query.Edges || f.Part == query.Bins:
		v.computed += t.Rows
	default:
		v.read += t.Rows
	}
}

// keyID identifies the key column of a field. For a calculated column it also has the identity of the expression.
type keyID struct {
	field    query.Field
	computed string
}

// fingerprint returns the name under which the history keeps the number of groups of some fields under a filter.
func (s *tableState) fingerprint(fields []string, filter string) profiler.Fingerprint {
	q := profiler.NewFingerprint(s.source, fields, filter)
	q.Transient = transient(s.table)
	return q
}

// transient reports whether no file holds the whole table.
func transient(t *data.Table) bool { return t.Path == "" || t.Part != nil }

// source returns the name of a table's rows in the history: the state of the file when it was read, and how it was
// read. So an answer is found again after a restart. If no file has the whole table, the name is `id`.
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

// named counts the tables that got an ID. All engines of the process share this counter, because the engine of a
// calibration uses the device of another engine. If two tables had the same ID, the device would confuse their columns.
var named atomic.Int64

// Retain drops what the engine keeps of all tables except t and tables that share columns with t, and removes their
// columns from the device. nil drops all.
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

// keptTables is the number of tables whose key columns are kept.
const keptTables = 4

func (e *Engine) state(t *data.Table) *tableState {
	e.mu.Lock()
	defer e.mu.Unlock()
	at := slices.IndexFunc(e.tables, func(s *tableState) bool { return s.table == t })
	if at < 0 {
		id := fmt.Sprint("t", named.Add(1))
		e.tables = append(e.tables, &tableState{table: t, id: id, source: source(t, id), zones: filter.NewZones(t),
			keys: map[keyID]*key.Column{}, counted: map[string]int{},
			ahead:    map[profiler.Fingerprint]estimate.Estimate{},
			streamed: map[string]bool{}})
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

// encode returns the key column of a field of t. t is the table of the state, possibly with computed columns added.
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

// encodeColumn returns the key column of c, which is a column of t or a computed column.
func (s *tableState) encodeColumn(ctx context.Context, t *data.Table, c *data.Column) (*key.Column, error) {
	if own, err := t.Column(c.Name); err == nil && own == c {
		return s.encode(ctx, t, query.Field{Column: c.Name})
	}
	return key.EncodeColumn(ctx, c)
}

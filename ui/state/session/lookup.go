package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/shape/lookup"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// joins keeps tables with their looked-up columns, so that undo and other tabs do not read the second files again. Any
// goroutine may use it.
type joins struct {
	mu     sync.Mutex
	tables map[joined]*data.Table
}

// joined is the key of a table in joins.
type joined struct {
	base  *data.Table
	specs string
}

func (j *joins) get(base *data.Table, specs []lookup.Spec) *data.Table {
	if len(specs) == 0 {
		return base
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.tables[joined{base, textOf(specs)}]
}

func (j *joins) put(base *data.Table, specs []lookup.Spec, t *data.Table) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.tables == nil {
		j.tables = map[joined]*data.Table{}
	}
	j.tables[joined{base, textOf(specs)}] = t
}

// keep drops all tables except those made from base, or from the table that was open before, since that may be opened
// again.
func (j *joins) keep(base *data.Table, before *openTable) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for k := range j.tables {
		if k.base != base && (before == nil || k.base != before.base) {
			delete(j.tables, k)
		}
	}
}

func textOf(specs []lookup.Spec) string {
	var b strings.Builder
	for _, s := range specs {
		fmt.Fprintf(&b, "%s\x1e", s)
	}
	return b.String()
}

// Joined returns a table with the columns that the look-ups add. It reads the second files unless it has read them
// before. Any goroutine may call it.
func (s *Session) Joined(base *data.Table, specs []lookup.Spec) (*data.Table, error) {
	t := base
	for i, spec := range specs {
		if known := s.joins.get(base, specs[:i+1]); known != nil {
			t = known
			continue
		}
		other, err := s.files.Open(s.ctx, spec.Path, load.Options{Sheet: spec.Sheet})
		if err != nil {
			return nil, err
		}
		if t, err = lookup.Join(s.ctx, t, other, spec); err != nil {
			return nil, err
		}
		s.joins.put(base, specs[:i+1], t)
	}
	return t, nil
}

// Uncalculated returns the open table with its lookups and without calculated fields; nil if no table is open.
func (s *Session) Uncalculated() *data.Table { return s.table }

// widen gives the open table the columns of the state's look-ups.
func (s *Session) widen() {
	t := s.joins.get(s.base, s.State().Lookups)
	if t == nil || t == s.table {
		return
	}
	s.facts.stop()
	s.table, s.fields, s.lets, s.whole, s.listed = t, t, nil, allRows(t), view.State{}
	s.screen.ShowFields(t)
}

// Second is a second table for a look-up. Keys are the pairs of columns that look like keys.
type Second struct {
	Table *data.Table
	Keys  []lookup.Key
}

// ReadSecond reads a file, or a sheet of it, for a look-up, and guesses the keys. The returned function stops the work.
//
// An empty sheet means the first sheet. If the file is the open file, it means the table that a foreign key names, or
// else the next readable sheet after the open one.
func (s *Session) ReadSecond(path, sheet string, done func(Second, error)) (stop func()) {
	t, base, named := s.table, s.base, s.referencedTable()
	start(s, &s.second, Work{What: lang.L("Reading {{.File}}", lang.With{"File": load.Title(path)}), Done: -1,
		Second: true},
		func(ctx context.Context, report func(string, float64)) (found Second, err error) {
			how := load.Options{Sheet: sheet, Progress: func(done float64) { report("", done) }}
			if sheet == "" && named != "" && load.Absolute(path) == base.Path {
				how.Sheet = named
				if found.Table, err = s.files.Open(ctx, path, how); err == nil {
					found.Keys = lookup.Guess(ctx, t, found.Table)
					return found, nil
				}
				how.Sheet = ""
			}
			found.Table, err = s.files.Open(ctx, path, how)
			if err == nil && sheet == "" && found.Table.Path == base.Path && found.Table.Sheet == base.Sheet {
				at := slices.Index(base.Sheets, base.Sheet)
				for _, how.Sheet = range slices.Concat(base.Sheets[at+1:], base.Sheets[:max(at, 0)]) {
					if other, err := s.files.Open(ctx, path, how); err == nil { // a sheet may have no cells
						found.Table = other
						break
					}
				}
			}
			if err == nil {
				found.Keys = lookup.Guess(ctx, t, found.Table)
			}
			return found, err
		}, done)
	return func() { s.second.stop() }
}

// referencedTable returns the table of the first foreign key of the open table that is not looked up yet. It returns ""
// if there is none.
func (s *Session) referencedTable() string {
	for _, k := range s.base.Foreign {
		known := slices.ContainsFunc(s.State().Lookups, func(l lookup.Spec) bool {
			return l.Path == s.base.Path && l.Sheet == k.Table
		})
		if !known && k.Table != s.base.Sheet {
			return k.Table
		}
	}
	return ""
}

// Match counts how many keys a look-up would find. It calls `done` on the UI goroutine, unless it is called again
// before.
func (s *Session) Match(other *data.Table, keys []lookup.Key, done func(*lookup.Matched, error)) {
	t := s.table
	start(s, &s.second, Work{}, func(ctx context.Context, _ func(string, float64)) (*lookup.Matched, error) {
		return lookup.Match(ctx, t, other, keys)
	}, done)
}

// LookUp adds columns of a second table to the open table.
func (s *Session) LookUp(spec lookup.Spec, other *data.Table) {
	if s.Unread(lang.L("look columns up")) {
		return
	}
	base, t := s.base, s.table
	specs := append(slices.Clone(s.State().Lookups), spec)
	start(s, &s.second, Work{What: lang.L("Looking up in {{.File}}", lang.With{"File": spec.Name()}), Done: -1,
		Second: true},
		func(ctx context.Context, _ func(string, float64)) (*data.Table, error) {
			return lookup.Join(ctx, t, other, spec)
		}, showResult(s, func(wide *data.Table) {
			if s.base != base || s.table != t {
				return
			}
			s.joins.put(base, specs, wide)
			s.Edit(func(v view.State) view.State { return v.AddLookup(spec) })
			text := lang.L("Looked up in {{.File}}.", lang.With{"File": spec.Title()})
			if n := len(wide.Notes); n > len(t.Notes) {
				text = Said(wide.Notes[len(t.Notes)])
			}
			s.screen.Say(Message{Text: text})
		}))
}

// RemoveLookup removes look-up i, and the chips that use its columns. Undo restores both.
func (s *Session) RemoveLookup(i int) {
	now := s.State().Lookups
	if i < 0 || i >= len(now) {
		return
	}
	base, with := s.base, s.table
	rest := slices.Delete(slices.Clone(now), i, i+1)
	start(s, &s.second, Work{What: lang.L("Taking back the look-up in {{.File}}", lang.With{"File": now[i].Name()}),
		Done: -1, Second: true},
		func(context.Context, func(string, float64)) (*data.Table, error) {
			return s.Joined(base, rest) // a later look-up may use the columns of this one
		}, showResult(s, func(without *data.Table) {
			if s.base == base && s.table == with {
				s.Edit(func(v view.State) view.State { return v.RemoveLookup(i, with, without) })
			}
		}))
}

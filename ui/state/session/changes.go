package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/data/remote"
	"cardinal/data/shape/changes"
	"cardinal/data/shape/union"
	"cardinal/engine/pivot"
	"cardinal/internal/memory"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// comparing is what CompareRows is called while it is under way.
const comparing = "Comparing the rows"

// olderVersion returns the version that a table had before its file, or another version of a lake, was read, or nil.
// `gone` is the table that was open before t. To save memory, it returns nil for a version larger than a quarter of the
// free memory.
func (s *Session) olderVersion(gone, t *data.Table) *data.Table {
	was, follows := Stamp(gone)
	now, _ := Stamp(t)
	versions := gone != nil && gone.Reading.Version != t.Reading.Version
	if !follows && !versions || gone.Path != t.Path || gone.Sheet != t.Sheet {
		return nil
	}
	if was == now && !versions {
		return s.older
	}
	if free, known := memory.Free(); known && int64(gone.Bytes()) > free/4 {
		return nil
	}
	return gone
}

// Older returns the version that the open table had before its file was read again. It returns nil if that version was
// not kept.
func (s *Session) Older() *data.Table { return s.older }

// rowChanges is the file with the rows that differ between two versions of a table.
type rowChanges struct {
	scrap
	name  string
	words string // a sentence that counts the rows that differ
	notes []string
	none  bool
}

// CompareRows compares the rows of the open table with those of the file at path, which is the later version. If path
// is empty, it compares two versions of the same file: Older and the open table, or else the open table and the file as
// it is on the disk now. Rows are matched by the key columns, or by all columns if keys is nil. The rows that differ
// open as a table, and `then` gets a sentence that counts them.
func (s *Session) CompareRows(path string, keys []string, then func(words string)) {
	base, older := s.base, s.older
	start(s, &s.rows, Work{What: lang.L(comparing), Done: -1},
		func(ctx context.Context, report func(string, float64)) (rowChanges, error) {
			v, err := s.versions(ctx, base, older, path, report)
			if err != nil {
				return rowChanges{}, err
			}
			if err := v.CheckColumns(keys); err != nil {
				return rowChanges{}, err
			}
			report(lang.L("matching the rows"), -1)
			found, err := changes.Find(ctx, v.Tables, keys)
			if err != nil {
				return rowChanges{}, err
			}
			c := rowChanges{name: lang.L("Changes in {{.File}}", lang.With{"File": NameOf(base)}),
				words: changeWords(found), notes: changeNotes(v, found), none: found.Table.Rows == 0}
			if !c.none {
				report(lang.L("writing the rows that differ"), -1)
				c.scrap, err = s.writeScrap(ctx, found.Table)
			}
			return c, err
		},
		showResult(s, func(c rowChanges) {
			if c.none {
				s.screen.Say(Message{Text: lang.L("No row differs.") + " " + c.words})
				return
			}
			s.scraps = append(s.scraps, c.scrap)
			s.open(c.path, load.Options{}, &keptTabs{func(t *data.Table) ([]Tab, int, Message) {
				t.Name, t.Notes = c.name, append(c.notes, t.Notes...)
				return []Tab{{lang.L("Changes"), view.State{}}}, 0, Message{}
			}, func([]Tab) { then(c.words) }})
		}))
}

// versions reads the other version of a table, and makes both comparable.
func (s *Session) versions(ctx context.Context, base, older *data.Table, path string,
	report func(string, float64)) (*union.Aligned, error) {
	parts := [2]union.Part{{Table: base, Name: base.Name}}
	switch {
	case path == "" && older != nil:
		parts[0].Table, parts[1].Table = older, base
	case remote.IsAddress(path):
		return nil, errors.New(lang.L("the rows of {{.File}} stay on its server: only the rows of files are compared",
			lang.With{"File": load.Title(path)}))
	default:
		from, how := path, load.Options{Reading: base.Reading}
		if from == "" {
			from, how.Reading.Version = base.Path, ""
		}
		if len(base.Sheets) > 1 {
			how.Sheet = base.Sheet
		}
		reading := lang.L("reading {{.File}}", lang.With{"File": load.Title(from)})
		how.Progress = func(done float64) { report(reading, done) }
		var err error
		if parts[1].Table, err = s.files.Open(ctx, from, how); err != nil {
			return nil, err
		}
	}
	parts[1].Name = parts[1].Table.Name
	if parts[0].Name == parts[1].Name {
		parts[0].Name, parts[1].Name = lang.L("the version before"), lang.L("the version now")
	}
	return union.Align(ctx, "file", parts)
}

// writeScrap writes a table to a file that is removed when another table opens.
func (s *Session) writeScrap(ctx context.Context, t *data.Table) (f scrap, err error) {
	if f.path, f.remove, err = s.files.Paste(nil); err != nil {
		return f, err
	}
	if _, err = s.files.SaveRows(ctx, f.path, "parquet", "", pivot.Listing{Table: t}); err == nil {
		err = ctx.Err()
	}
	if err != nil {
		f.remove()
		return f, fmt.Errorf("%s: %w", lang.L("cannot keep the rows that differ"), err)
	}
	return f, nil
}

// changeWords returns a sentence that counts the added, removed, changed and equal rows of two versions.
func changeWords(f *changes.Found) string {
	words := []string{lang.N("{{.N}} row added", "{{.N}} rows added", f.Added),
		lang.N("{{.N}} row removed", "{{.N}} rows removed", f.Removed),
		lang.N("{{.N}} row changed", "{{.N}} rows changed", f.Changed),
		lang.N("{{.N}} row the same", "{{.N}} rows the same", f.Same)}
	switch {
	case f.Repeated == 0:
	case f.Table.Has("Changed columns"):
		words = append(words, lang.N("{{.N}} key with several rows", "{{.N}} keys with several rows", f.Repeated))
	default:
		words = append(words, lang.N("{{.N}} row stands more than once", "{{.N}} rows stand more than once",
			f.Repeated))
	}
	return strings.Join(words, ", ") + "."
}

// changeNotes says which columns changed, which were not compared, and what became of columns of two types.
func changeNotes(v *union.Aligned, f *changes.Found) (notes []string) {
	var columns []string
	for _, c := range f.Columns {
		columns = append(columns, lang.L("{{.Column}} in {{.Rows}}", lang.With{"Column": c.Column,
			"Rows": lang.N("{{.N}} row", "{{.N}} rows", c.Rows)}))
	}
	if len(columns) > 0 {
		notes = append(notes, lang.L("Changed: {{.Columns}}", lang.With{"Columns": strings.Join(columns, ", ")}))
	}
	if len(v.Lone) > 0 {
		notes = append(notes, lang.L("Not compared, since one of the versions lacks them: {{.Columns}}",
			lang.With{"Columns": strings.Join(v.Lone, ", ")}))
	}
	return append(notes, v.Notes...)
}

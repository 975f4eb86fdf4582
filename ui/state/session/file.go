package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/format/sqlite"
	"cardinal/data/load"
	"cardinal/data/remote/dial"
	"cardinal/engine/pivot"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/ui/state/view"
)

// Open reads a file and makes it the table. A failure leaves everything as it was.
func (s *Session) Open(path string) { s.open(path, load.Options{}, nil) }

// Kept makes, in the background, the tabs that are kept for a table, and says which is shown and what a person
// should know of them.
type Kept func(t *data.Table) (tabs []Tab, shown int, note Message)

// OpenKept reads a file and makes it the table, with the tabs that are kept for it. An empty path is the
// sample. then is called with these tabs when the table is open. A person may have changed them by then, where
// a beginning of the file was shown.
func (s *Session) OpenKept(path string, how load.Options, kept Kept, then func(made []Tab)) {
	s.open(path, how, &keptTabs{kept, then})
}

type keptTabs struct {
	make Kept
	then func(made []Tab)
}

// loaded is a table and the tabs that are kept for it.
type loaded struct {
	table *data.Table
	tabs  []Tab
	shown int
	note  Message
}

// OpenSheet reads another sheet of the open workbook.
func (s *Session) OpenSheet(sheet string) {
	if s.table != nil && sheet != s.table.Sheet {
		s.open(s.table.Path, load.Options{Sheet: sheet}, nil)
	}
}

func (s *Session) open(path string, how load.Options, kept *keptTabs) {
	what := "Opening " + load.Title(path)
	if path == "" {
		what = "Opening the sample"
	}
	again := path != "" && s.table != nil && path == s.table.Path
	s.begun = false
	start(s, &s.load, Work{What: what, Done: -1, Load: true},
		func(ctx context.Context, report func(string, float64)) (l loaded, err error) {
			if path == "" {
				l.table, err = s.files.Sample(ctx)
			} else {
				for t := range s.files.Beginnings(ctx, path, how) {
					begun := kept.tabs(t)
					if slices.ContainsFunc(begun.tabs, func(t Tab) bool { return len(t.State.Lookups) > 0 }) {
						break // a look-up would be made for every beginning
					}
					s.posted(ctx, begun)
				}
				how.Progress = func(done float64) { report("", done) }
				if l.table, err = s.files.Open(ctx, path, how); again {
					err = sinceRead(path, err)
				}
			}
			var damaged sqlite.Unreadable
			switch {
			case errors.As(err, &damaged) && kept == nil && ctx.Err() == nil:
				return s.openOther(ctx, path, how, damaged)
			case err != nil:
				return l, err
			}
			return kept.tabs(l.table), nil
		},
		func(l loaded, err error) {
			var lock *dial.Locked
			if errors.As(err, &lock) {
				s.screen.ShowLocked(lock, func() { s.open(path, how, kept) })
				return
			}
			if !s.finished(path, l, err) {
				return
			}
			if l.note.Text != "" {
				s.screen.Say(l.note)
			}
			if kept != nil {
				kept.then(l.tabs)
			}
		})
}

// openOther opens the largest table of a database that can be read in place of one that cannot. The list of
// tables is part of the window from then on.
func (s *Session) openOther(ctx context.Context, path string, how load.Options, damaged sqlite.Unreadable) (loaded, error) {
	for _, how.Sheet = range damaged.Others {
		if t, err := s.files.Open(ctx, path, how); err == nil {
			return loaded{table: t, note: Message{Error: true, Opening: true, Text: Sentence(fmt.Errorf("the table %s cannot be read: %w", damaged.Table, damaged.Err)) + " The table " + t.Sheet + " was opened instead: the list at the top chooses another."}}, nil
		}
		if ctx.Err() != nil {
			break
		}
	}
	return loaded{}, fmt.Errorf("cannot open %s: %w", load.Title(path), damaged)
}

// tabs is a table with the tabs that are kept for it.
func (k *keptTabs) tabs(t *data.Table) loaded {
	l := loaded{table: t}
	if k != nil {
		l.tabs, l.shown, l.note = k.make(t)
	}
	return l
}

// Preview reads the beginning of the open text file, or of a sheet of the open workbook, as a person says. done
// is called on the UI goroutine, unless a newer preview was begun or the returned function was called.
func (s *Session) Preview(sheet string, how data.Reading, done func(*data.Table, error)) (stop func()) {
	path := s.table.Path
	start(s, &s.preview, Work{What: "Reading the beginning of " + load.Title(path), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (*data.Table, error) {
			t, err := s.files.Preview(ctx, path, sheet, how)
			return t, sinceRead(path, err)
		}, done)
	return func() { s.preview.stop() }
}

// Losses lists what of the open text file is not in the table as it stands. done is called on the UI goroutine.
func (s *Session) Losses(done func([]data.Loss, error)) {
	path, sheet, how := s.table.Path, s.table.Sheet, s.table.Reading
	start(s, &s.losses, Work{What: "Looking for what is not in the table as it stands in " + filepath.Base(path), Done: -1},
		func(ctx context.Context, _ func(string, float64)) ([]data.Loss, error) {
			l, err := s.files.Losses(ctx, path, sheet, how)
			return l, sinceRead(path, err)
		}, done)
}

// gone is the error of a file that was read and is no longer there. The table that was read of it is still open.
type gone struct{ path string }

func (g gone) Error() string {
	return fmt.Sprintf("%s is no longer in %s: it was moved, renamed or deleted since it was read; what was read of it is still open for pivots and exports, and to read it in another way, put it back there",
		filepath.Base(g.path), filepath.Dir(g.path))
}

// sinceRead is an error of reading the file of the open table, or its files, once more. One that says that
// there is no such file becomes gone.
func sinceRead(path string, err error) error {
	var missing *fs.PathError
	if errors.As(err, &missing) && errors.Is(missing, fs.ErrNotExist) && slices.Contains(strings.Split(path, "\n"), missing.Path) {
		return gone{missing.Path}
	}
	return err
}

// OpenSample makes the embedded sample the table.
func (s *Session) OpenSample() { s.open("", load.Options{}, nil) }

// Loading reports whether a table is being read.
func (s *Session) Loading() bool { return s.load.busy }

// finished makes the table of a path the one that is open, and reports whether it could be read.
func (s *Session) finished(path string, l loaded, err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	if err != nil {
		s.goBack()
	}
	switch {
	case errors.As(err, new(gone)):
		s.screen.Say(Message{Error: true, Opening: true, Text: Sentence(err)})
		return false
	case err != nil && s.table != nil:
		open := s.table.Name
		if path != "" && path == s.table.Path {
			open = "What was read of it before"
		}
		s.screen.Say(Message{Error: true, Opening: true, Text: Sentence(err) + " " + open + " is still open."})
		return false
	case err != nil:
		s.screen.Say(Message{Error: true, Opening: true, Text: Sentence(err)})
		return false
	}
	begun, gone := s.begun, s.base
	if begun {
		gone = s.before.base
	}
	s.before, s.begun = nil, false
	if begun {
		s.grow(l)
	} else {
		s.show(l)
	}
	s.begunAs = nil
	s.release(gone)
	s.sweep(l.table.Path)
	return true
}

// show shows a table in place of another one.
func (s *Session) show(l loaded) {
	tier := s.State().Tier
	if l.table.Served != nil { // a tier of this machine would copy a table of any size
		tier = ""
	}
	s.take(l.table)
	s.reset(l.tabs, l.shown, tier)
	s.screen.ShowTable(l.table)
	s.switchTo(s.tab)
}

// stopAll stops all work on the open table.
func (s *Session) stopAll() {
	for _, k := range []*slot{&s.run, &s.compare, &s.rows, &s.facts, &s.calculated, &s.choice, &s.search, &s.slicers, &s.summary, &s.finding,
		&s.drawing, &s.forecast, &s.second} {
		k.stop()
	}
}

// take makes a table the one that is open. Nothing is known of its columns.
func (s *Session) take(t *data.Table) {
	s.stopAll()
	s.engine.Retain(t)
	s.base = t
	s.joins.keep(t, s.before)
	s.table, s.fields, s.lets, s.whole, s.tried = t, t, nil, whole(t), nil
	s.listed, s.known = view.State{}, map[*data.Column]bool{}
}

// Save writes the last answer as it stands on the screen, encrypted with a password where there is one, and
// calls saved once the file is written.
func (s *Session) Save(path, format, password string, saved func()) {
	s.savePivot(path, format, password, s.exportedTo(path, saved))
}

// exportedTo says that a file is written, and what its format could not hold.
func (s *Session) exportedTo(path string, saved func()) func(lost string) {
	return func(lost string) {
		saved()
		s.screen.Say(Message{Text: strings.TrimSpace("Exported to " + path + ". " + lost), File: path})
	}
}

// Print writes the pivot to path, as a web page to print, and then calls show.
func (s *Session) Print(path string, show func(lost string)) {
	s.savePivot(path, export.ToPrint, "", show)
}

func (s *Session) savePivot(path, format, password string, done func(lost string)) {
	a := s.answer
	if a == nil {
		s.screen.Say(Message{Error: true, Text: "There is no pivot to export yet: put a field on Rows, Columns or Values first."})
		return
	}
	if s.refuses(a.table.Part, "Export") {
		return
	}
	p := s.exported(a, s.State().Chart)
	s.saving(path, func(ctx context.Context, _ func(string, float64)) (string, error) {
		return s.files.Save(ctx, path, format, password, p)
	}, done)
}

// exported is what is exported of an answer. Any goroutine may call it.
func (s *Session) exported(a *Answer, c view.Chart) export.Pivot {
	p := export.Pivot{Grid: a.Grid, Profile: a.Profile, Curve: a.Curve()}
	if a.table.Served == nil {
		p.Source = s.source(a)
	}
	if c.Place != view.Nowhere {
		p.Chart = cmp.Or(c.Kind, chart.Auto)
	}
	return p
}

// source lists the rows of the table that a pivot is computed from.
func (s *Session) source(a *Answer) export.Source {
	table, tab := a.table, a.Tab
	return func(ctx context.Context, most int) (pivot.Listing, int, error) {
		return s.engine.RowsUnder(ctx, table, tab, 0, 0, most)
	}
}

// SaveRows writes the rows behind a figure, and calls saved once the file is written.
func (s *Session) SaveRows(path, format, password string, r *Rows, saved func()) {
	s.saveRows(path, format, password, r, s.exportedTo(path, saved))
}

// PrintRows writes the rows behind a figure to path, as a web page to print, and then calls show.
func (s *Session) PrintRows(path string, r *Rows, show func(lost string)) {
	s.saveRows(path, export.ToPrint, "", r, show)
}

func (s *Session) saveRows(path, format, password string, r *Rows, done func(lost string)) {
	if s.refuses(r.Table.Part, "Export") {
		return
	}
	l := r.Listing
	l.Numbered = false
	s.saving(path, func(ctx context.Context, _ func(string, float64)) (string, error) {
		return s.files.SaveRows(ctx, path, format, password, l)
	}, done)
}

// Spares reports whether path is no file of the open table, and does not become one. If it is or does, the
// screen says so.
func (s *Session) Spares(path string) bool {
	t := s.table
	for _, from := range append([]string{t.Path}, t.Files...) {
		if err := export.CheckSource(path, from); err != nil {
			s.screen.Say(Failure(err))
			return false
		}
	}
	if t.Path != "" && load.Takes(t.Path, path) {
		s.screen.Say(Message{Error: true, Text: path + " would become one of the files that the table is read from. Choose another folder or name."})
		return false
	}
	return true
}

func (s *Session) saving(path string, save func(ctx context.Context, report func(stage string, done float64)) (lost string, err error), done func(lost string)) {
	if !s.Spares(path) {
		return
	}
	start(s, &s.save, Work{What: "Exporting to " + filepath.Base(path), Done: -1}, save, said(s, done))
}

func foldsEqual(a, b pivot.Folds) bool {
	return maps.Equal(a.Rows, b.Rows) && maps.Equal(a.Cols, b.Cols) && a.RowsOf == b.RowsOf && a.ColsOf == b.ColsOf
}

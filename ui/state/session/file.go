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
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/format/sqlite"
	"cardinal/data/load"
	"cardinal/data/remote/dial"
	"cardinal/data/shape/lookup"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/export/chart"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// Open reads a file and opens its table. A failure changes nothing.
func (s *Session) Open(path string) { s.open(path, load.Options{}, nil) }

// Kept returns the tabs that were saved for a table, the position of the tab to show, and a message for a person. It
// runs in the background.
type Kept func(t *data.Table) (tabs []Tab, shown int, note Message)

// OpenKept reads a file and opens its table with the tabs that kept returns. An empty path means the sample. When the
// table is open, it calls `then` with these tabs. The open tabs may differ: if a beginning was shown before, a person
// may have changed its tabs meanwhile.
func (s *Session) OpenKept(path string, how load.Options, kept Kept, then func(made []Tab)) {
	s.open(path, how, &keptTabs{kept, then})
}

type keptTabs struct {
	make Kept
	then func(made []Tab)
}

// loaded is a table with the tabs that were saved for it.
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
	what := lang.L("Opening {{.File}}",
		lang.With{"File": nameAt(path, load.Title(path))})
	if path == "" {
		what = lang.L("Opening the sample")
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
						break // every beginning would repeat the look-up
					}
					s.postBeginning(ctx, begun)
				}
				var part atomic.Value // how many bytes of a file at an address are read
				part.Store("")
				how.WillRead = func(bytes, of int64) {
					part.Store(lang.L("{{.Read}} of {{.Size}}",
						lang.With{"Read": lang.Size(bytes), "Size": lang.Size(of)}))
				}
				how.Progress = func(done float64) { report(part.Load().(string), done) }
				if l.table, err = s.files.Open(ctx, path, how); again {
					err = markGone(path, err)
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
			if !s.finishOpen(path, l, err) {
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

// openOther opens another table of a database, since the requested one is damaged. It tries the largest tables first.
// The message says how to choose a table.
func (s *Session) openOther(ctx context.Context, path string, how load.Options,
	damaged sqlite.Unreadable) (loaded, error) {
	for _, how.Sheet = range damaged.Others {
		if t, err := s.files.Open(ctx, path, how); err == nil {
			return loaded{table: t, note: Message{Error: true, Opening: true,
				Text: Sentence(fmt.Errorf("%s: %w", lang.L("the table {{.Table}} cannot be read",
					lang.With{"Table": damaged.Table}), damaged.Err)) + " " +
					lang.L("The table {{.Table}} was opened instead: the list at the top chooses another.",
						lang.With{"Table": t.Sheet})}}, nil
		}
		if ctx.Err() != nil {
			break
		}
	}
	return loaded{}, fmt.Errorf("%s: %w", lang.L("cannot open {{.File}}",
		lang.With{"File": load.Title(path)}), damaged)
}

// tabs returns a table with the tabs that were saved for it.
func (k *keptTabs) tabs(t *data.Table) loaded {
	l := loaded{table: t}
	if k != nil {
		l.tabs, l.shown, l.note = k.make(t)
	}
	return l
}

// Preview reads the beginning of the open text file, or of a sheet, in another way. It calls `done` on the UI
// goroutine, unless a newer preview has begun or stop was called.
func (s *Session) Preview(sheet string, how data.Reading, done func(*data.Table, error)) (stop func()) {
	path := s.table.Path
	start(s, &s.preview, Work{What: lang.L("Reading the beginning of {{.File}}", lang.With{"File": NameOf(s.table)}),
		Done: -1},
		func(ctx context.Context, _ func(string, float64)) (*data.Table, error) {
			t, err := s.files.Preview(ctx, path, sheet, how)
			return t, markGone(path, err)
		}, done)
	return func() { s.preview.stop() }
}

// Losses lists what the open text file has and the table does not, or has in a changed form. It calls `done` on the UI
// goroutine.
func (s *Session) Losses(done func([]data.Loss, error)) {
	path, sheet, how := s.table.Path, s.table.Sheet, s.table.Reading
	start(s, &s.losses, Work{What: lang.L("Looking for what is not in the table as it stands in {{.File}}",
		lang.With{"File": filepath.Base(path)}),
		Done: -1},
		func(ctx context.Context, _ func(string, float64)) ([]data.Loss, error) {
			l, err := s.files.Losses(ctx, path, sheet, how)
			return l, markGone(path, err)
		}, done)
}

// gone is the error of a file that was deleted or moved after it was read. Its table is still open.
type gone struct{ path string }

func (g gone) Error() string {
	return lang.L("{{.File}} is no longer in {{.Folder}}: it was moved, renamed or deleted since it was read; what "+
		"was read of it is still open for pivots and exports, and to read it in another way, put it back there",
		lang.With{"File": filepath.Base(g.path), "Folder": filepath.Dir(g.path)})
}

// markGone returns the error of reading the open file again. If the file, or one of several files, no longer exists, it
// returns gone.
func markGone(path string, err error) error {
	var missing *fs.PathError
	if errors.As(err, &missing) && errors.Is(missing, fs.ErrNotExist) && slices.Contains(strings.Split(path, "\n"),
		missing.Path) {
		return gone{missing.Path}
	}
	return err
}

// OpenSample opens the embedded sample.
func (s *Session) OpenSample() { s.open("", load.Options{}, nil) }

// Loading reports whether a table is being read.
func (s *Session) Loading() bool { return s.load.busy }

// finishOpen opens the table that was read from a path, or reports why it could not be read. It returns true if the
// table is open.
func (s *Session) finishOpen(path string, l loaded, err error) bool {
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
		open := NameOf(s.table)
		if path != "" && path == s.table.Path {
			open = lang.L("What was read of it before")
		}
		s.screen.Say(Message{Error: true, Opening: true, Text: Sentence(err) + " " +
			lang.L("{{.File}} is still open.", lang.With{"File": open})})
		return false
	case err != nil:
		s.screen.Say(Message{Error: true, Opening: true, Text: Sentence(err)})
		return false
	}
	begun, gone := s.begun, s.base
	if begun {
		gone = s.before.base
	}
	again := s.repeats(l)
	older := s.olderVersion(gone, l.table)
	s.before, s.begun = nil, false
	if begun || again {
		s.grow(l)
	} else {
		s.show(l)
	}
	s.begunAs, s.older = nil, older
	s.release(gone)
	s.sweep(l.table.Path)
	return true
}

// show replaces the open table by another one.
func (s *Session) show(l loaded) {
	tier := s.State().Tier
	if l.table.Served != nil { // a tier of this machine would copy the table, however large
		tier = ""
	}
	s.setTable(l.table)
	s.reset(l.tabs, l.shown, tier)
	s.screen.ShowTable(l.table)
	s.switchTo(s.tab)
}

// stopAll stops all work on the open table.
func (s *Session) stopAll() {
	for _, k := range []*slot{&s.run, &s.compare, &s.rows, &s.facts, &s.counting, &s.calculated, &s.choice, &s.search,
		&s.slicers, &s.summary, &s.finding, &s.forecast, &s.second} {
		k.stop()
	}
	s.stopDrawing()
}

// setTable sets the open table. It stops all work on the table before, and forgets the facts about its columns.
func (s *Session) setTable(t *data.Table) {
	s.stopAll()
	s.engine.Retain(t)
	s.base = t
	s.joins.keep(t, s.before)
	s.table, s.fields, s.lets, s.whole, s.tried = t, t, nil, allRows(t), nil
	s.listed, s.known, s.counted = view.State{}, map[*data.Column]bool{}, nil
}

// Save writes the answer as it is shown, and then calls saved. If password is not empty, it encrypts the file.
func (s *Session) Save(path, format, password string, saved func()) {
	s.savePivot(path, format, password, s.sayExported(path, saved))
}

// sayExported returns a function that calls saved, and tells a person that a file is written. Its argument says what
// the format could not hold.
func (s *Session) sayExported(path string, saved func()) func(lost string) {
	return func(lost string) {
		saved()
		s.screen.Say(Message{Text: strings.TrimSpace(lang.L("Exported to {{.File}}.", lang.With{"File": path}) + " " +
			lost), File: path})
	}
}

// Print writes the pivot to path as a web page for printing, and then calls show.
func (s *Session) Print(path string, show func(lost string)) {
	s.savePivot(path, export.ToPrint, "", show)
}

func (s *Session) savePivot(path, format, password string, done func(lost string)) {
	a := s.answer
	if a == nil {
		s.screen.Say(Message{Error: true, Text: lang.L("There is no pivot to export yet: put a field on Rows, " +
			"Columns or Values first.")})
		return
	}
	if s.refuses(a.table.Part, lang.L("Export")) {
		return
	}
	p, from := s.exportOf(a, s.State().Chart), s.originFor(path, format)
	s.saving(path, func(ctx context.Context, _ func(string, float64)) (string, error) {
		p.Origin = from(a.table, a.State.Lookups)
		return s.files.Save(ctx, path, format, password, p)
	}, done)
}

// exportOf returns what an export of an answer needs. Any goroutine may call it.
func (s *Session) exportOf(a *Answer, c view.Chart) export.Pivot {
	p := export.Pivot{Grid: a.Grid, Profile: a.Profile, Curve: a.Curve()}
	if a.table.Served == nil {
		p.Source = func(ctx context.Context, most int) (pivot.Listing, int, error) {
			return s.engine.RowsUnder(ctx, a.table, a.Tab, 0, 0, most)
		}
		p.Finer = func(ctx context.Context, q query.Query, most int) (*pivot.Crosstab, error) {
			return s.engine.PivotWithin(ctx, a.table, q, most)
		}
	}
	p.Slicers = a.State.Slicers()
	if c.Place != view.Nowhere {
		p.Chart = cmp.Or(c.Style, chart.Auto)
	}
	return p
}

// originFor returns a function that says where a table came from, for an export to path. The function reads parts of
// the table's file. It returns nil if the format cannot store an origin.
func (s *Session) originFor(path, format string) func(*data.Table, []lookup.Spec) *export.Origin {
	pasted := s.Pasted()
	return func(t *data.Table, lookups []lookup.Spec) *export.Origin {
		switch {
		case !export.FormatNamed(format).CarriesOrigin():
			return nil
		case pasted:
			return &export.Origin{}
		}
		return export.OriginOf(t, lookups, filepath.Dir(path))
	}
}

// SaveRows writes the rows behind a figure, and then calls saved.
func (s *Session) SaveRows(path, format, password string, r *Rows, saved func()) {
	s.saveRows(path, format, password, r, s.sayExported(path, saved))
}

// PrintRows writes the rows behind a figure to path as a web page for printing, and then calls show.
func (s *Session) PrintRows(path string, r *Rows, show func(lost string)) {
	s.saveRows(path, export.ToPrint, "", r, show)
}

func (s *Session) saveRows(path, format, password string, r *Rows, done func(lost string)) {
	if s.refuses(r.Table.Part, lang.L("Export")) {
		return
	}
	l := r.Listing
	l.Numbered = false
	s.saving(path, func(ctx context.Context, _ func(string, float64)) (string, error) {
		return s.files.SaveRows(ctx, path, format, password, l)
	}, done)
}

// Spares reports whether a path can be written without harm to the open table. Otherwise the path is one of the table's
// files, or would become one, and Spares tells the person so.
func (s *Session) Spares(path string) bool {
	t := s.table
	for _, from := range append([]string{t.Path}, t.Files...) {
		if err := export.CheckSource(path, from); err != nil {
			s.screen.Say(Failure(err))
			return false
		}
	}
	if t.Path != "" && load.Takes(t.Path, path) {
		s.screen.Say(Message{Error: true, Text: lang.L("{{.File}} would become one of the files that the table is "+
			"read from. Choose another folder or name.", lang.With{"File": path})})
		return false
	}
	return true
}

func (s *Session) saving(path string, save func(ctx context.Context,
	report func(stage string, done float64)) (lost string, err error), done func(lost string)) {
	if !s.Spares(path) {
		return
	}
	start(s, &s.save, Work{What: lang.L("Exporting to {{.File}}", lang.With{"File": filepath.Base(path)}), Done: -1},
		save, showResult(s, done))
}

func foldsEqual(a, b pivot.Folds) bool {
	return maps.Equal(a.Rows, b.Rows) && maps.Equal(a.Cols, b.Cols) && a.RowsOf == b.RowsOf && a.ColsOf == b.ColsOf
}

package session

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/export"
	"cardinal/ui/view"
)

// Open reads a file and makes it the table. A failure leaves everything as it was.
func (s *Session) Open(path string) { s.open(path, "") }

// OpenSheet reads another sheet of the open workbook.
func (s *Session) OpenSheet(sheet string) {
	if s.table != nil && sheet != s.table.Sheet {
		s.open(s.table.Path, sheet)
	}
}

func (s *Session) open(path, sheet string) {
	start(s, &s.load, Work{What: "Opening " + filepath.Base(path), Done: -1, Load: true},
		func(ctx context.Context, report func(string, float64)) (*data.Table, error) {
			return s.files.Open(ctx, path, sheet, func(done float64) { report("", done) })
		}, s.opened)
}

// OpenSample makes the embedded sample the table.
func (s *Session) OpenSample() {
	start(s, &s.load, Work{What: "Opening the sample", Done: -1, Load: true},
		func(ctx context.Context, _ func(string, float64)) (*data.Table, error) { return s.files.Sample(ctx) }, s.opened)
}

// Loading reports whether a table is being read.
func (s *Session) Loading() bool { return s.load.busy }

func (s *Session) opened(t *data.Table, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil && s.table != nil:
		s.screen.Say(Message{Error: true, Text: Sentence(err) + " " + s.table.Name + " is still open."})
		return
	case err != nil:
		s.screen.Say(Failure(err))
		return
	}
	s.run.stop()
	s.compare.stop()
	s.rows.stop()
	s.choice.stop()
	s.search.stop()
	s.slicers.stop()
	s.calculated.stop()
	tier := s.State().Tier
	s.table, s.fields, s.lets, s.whole, s.answer = t, t, nil, whole(t), nil
	s.history.Reset(view.State{Tier: tier})
	s.screen.ShowTable(t)
	s.showState()
	s.screen.ShowAnswer(nil)
	s.showWork()
	s.count(t)
}

// Save writes the last answer as it stands on the screen.
func (s *Session) Save(path, format string) {
	a := s.answer
	if a == nil {
		s.screen.Say(Message{Error: true, Text: "There is no pivot to export yet: put a field on Rows, Columns or Values first."})
		return
	}
	s.saving(path, func(ctx context.Context) (string, error) { return s.files.Save(ctx, path, format, a) })
}

// SaveRows writes the rows behind a figure.
func (s *Session) SaveRows(path, format string, r *Rows) {
	l := r.Listing
	l.Numbered = false
	s.saving(path, func(ctx context.Context) (string, error) { return s.files.SaveRows(ctx, path, format, l) })
}

// Spares reports whether path is another file than that of the open table. If path is that file, the screen says so.
func (s *Session) Spares(path string) bool {
	err := export.CheckSource(path, s.table.Path)
	if err != nil {
		s.screen.Say(Failure(err))
	}
	return err == nil
}

func (s *Session) saving(path string, save func(context.Context) (lost string, err error)) {
	if !s.Spares(path) {
		return
	}
	start(s, &s.save, Work{What: "Exporting to " + filepath.Base(path), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (string, error) { return save(ctx) },
		said(s, func(lost string) {
			s.screen.Say(Message{Text: strings.TrimSpace("Exported to " + path + ". " + lost)})
		}))
}

func foldsEqual(a, b pivot.Folds) bool {
	return maps.Equal(a.Rows, b.Rows) && maps.Equal(a.Cols, b.Cols) && a.RowsOf == b.RowsOf && a.ColsOf == b.ColsOf
}

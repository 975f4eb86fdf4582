package ui

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/export"
	"cardinal/ui/dialog/files"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// stage is a whole window without a display. The test is the UI goroutine: posted functions run when the test runs
// them.
type stage struct {
	testing.TB
	*window
	disk  *shelfOfFiles
	posts chan func()
}

func newStage(t testing.TB, tables ...*data.Table) *stage {
	t.Helper()
	s := &stage{TB: t, disk: &shelfOfFiles{}, posts: make(chan func(), 1000)}
	s.disk.tables = tables
	a := test.NewTempApp(t)
	s.window = newWindow(a, Options{Engine: engine.New(engine.Options{NoGPU: true}), Files: s.disk},
		func(f func()) { s.posts <- f })
	s.programs = programs{open: func(string, func(error)) error {
		return nil
	}, show: func(string, func(error)) error { return nil }}
	s.win.Resize(fyne.NewSize(1200, 800))
	t.Cleanup(func() {
		s.session.Close()
		s.win.Close()
	})
	return s
}

// until runs posted functions until cond holds.
func (s *stage) until(what string, cond func() bool) {
	s.Helper()
	limit := time.After(20 * time.Second)
	for !cond() {
		select {
		case f := <-s.posts:
			f()
		case <-limit:
			s.Fatalf("waited in vain: %s", what)
		}
	}
}

// load opens the table of a number.
func (s *stage) load(i int) {
	s.Helper()
	s.session.Open(s.disk.tables[i].Name)
	s.until("the table is open", func() bool { return s.session.Table() == s.disk.tables[i] })
}

// answered waits for the answer of the shelves as they stand.
func (s *stage) answered() *session.Answer {
	s.Helper()
	s.until("an answer", func() bool {
		a := s.session.Answer()
		return a != nil && a.State.SameQuery(s.session.State())
	})
	return s.session.Answer()
}

// read returns all texts in an object, without hidden parts.
func (s *stage) read(o fyne.CanvasObject) string {
	if !o.Visible() {
		return ""
	}
	text := ""
	switch p := o.(type) {
	case *canvas.Text:
		return p.Text + "\n"
	case *widget.Label:
		return p.Text + "\n"
	case *fyne.Container:
		for _, part := range p.Objects {
			text += s.read(part)
		}
	case fyne.Widget:
		for _, part := range test.WidgetRenderer(p).Objects() {
			text += s.read(part)
		}
	}
	return text
}

// all returns the widgets of a type that are in view in an object.
func all[T fyne.CanvasObject](o fyne.CanvasObject) (found []T) {
	if o == nil || !o.Visible() {
		return nil
	}
	if w, ok := o.(T); ok {
		return []T{w}
	}
	var parts []fyne.CanvasObject
	switch p := o.(type) {
	case *fyne.Container:
		parts = p.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(p).Objects()
	}
	for _, part := range parts {
		found = append(found, all[T](part)...)
	}
	return found
}

// asked returns the top dialog, or nil.
func (s *stage) asked() fyne.CanvasObject { return s.win.Canvas().Overlays().Top() }

// button returns a button of the top dialog.
func (s *stage) button(text string) *input.Button {
	s.Helper()
	for _, b := range all[*input.Button](s.asked()) {
		if b.Text == text {
			return b
		}
	}
	s.Fatalf("the dialog has no button %q", text)
	return nil
}

// typed replaces the text of the entries of the dialog on top, in turn.
func (s *stage) typed(texts ...string) {
	s.Helper()
	entries := all[*input.Entry](s.asked())
	if len(entries) < len(texts) {
		s.Fatalf("%d entries for %q", len(entries), texts)
	}
	for i, text := range texts {
		entries[i].SetText(text)
	}
}

func (s *stage) escape() { s.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape}) }

// shelfOfFiles opens its tables by their names, after a wait if it has one.
type shelfOfFiles struct {
	tables  []*data.Table
	wait    chan struct{}
	saved   []string // read when the save was reported
	savedAs string   // the format of the last rows
	sheets  []string // of all books that were saved
	full    error    // of each save; nil: the disk has room
}

func (f *shelfOfFiles) Open(ctx context.Context, path string, how load.Options) (*data.Table, error) {
	if how.Progress != nil {
		how.Progress(0.25)
	}
	if f.wait != nil {
		select {
		case <-f.wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	for _, t := range f.tables {
		if t.Name == path {
			return t, nil
		}
	}
	return nil, context.Canceled
}

// Paste implements session.Files as the disk does.
func (f *shelfOfFiles) Paste(text []byte) (string, func(), error) { return files.Disk{}.Paste(text) }

func (f *shelfOfFiles) Keeping(*data.Table) func(context.Context) error { return nil }

func (f *shelfOfFiles) Beginnings(context.Context, string, load.Options) iter.Seq[*data.Table] {
	return slices.Values([]*data.Table(nil))
}

func (f *shelfOfFiles) Sample(ctx context.Context) (*data.Table, error) {
	return f.Open(ctx, f.tables[0].Name, load.Options{})
}

func (f *shelfOfFiles) Losses(context.Context, string, string, data.Reading) ([]data.Loss, error) {
	return []data.Loss{{Row: 7, Column: "price", Text: "n/a", What: "read as null"}}, nil
}

func (f *shelfOfFiles) Preview(ctx context.Context, path, sheet string, how data.Reading) (*data.Table, error) {
	return f.Open(ctx, path, load.Options{Sheet: sheet, Reading: how})
}

func (f *shelfOfFiles) Save(_ context.Context, path, _, _ string, _ export.Pivot) (string, error) {
	f.saved = append(f.saved, path)
	return "", f.full
}

func (f *shelfOfFiles) SaveBook(ctx context.Context, path, _, _ string, b export.Book) (string, error) {
	for _, n := range b {
		if _, err := n.Answer(ctx); err != nil {
			return "", err
		}
		f.sheets = append(f.sheets, n.Name)
	}
	f.saved = append(f.saved, path)
	return "", f.full
}

func (f *shelfOfFiles) SaveRows(_ context.Context, path, format, _ string, _ pivot.Listing) (string, error) {
	f.saved, f.savedAs = append(f.saved, path), format
	return "", f.full
}

// orders returns a small table with a column of most types.
func orders() *data.Table {
	return data.NewTable("orders.csv", []*data.Column{
		data.NewText("region", []uint32{0, 1, 0, 2}, []string{"US", "EU", "Asia"}, nil),
		data.NewInts("units", data.Int, 0, []int64{5, -3000, 5, 8}, nil),
		data.NewInts("price", data.Decimal, 2, []int64{123456, -250, 100, 0}, nil),
		data.NewFloats("weight", []float64{0.1, 1.0 / 3, -266.1, 2e15}, nil),
		data.NewInts("day", data.Date, 0, []int64{19000, 19100, 19400, 19401}, nil),
		data.NewInts("at", data.Timestamp, 0, []int64{1_700_000_000, 1_700_000_060, 1_700_086_400, 1_710_000_000}, nil),
	})
}

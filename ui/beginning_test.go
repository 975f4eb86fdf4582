package ui

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine"
	"cardinal/profiler"
	"cardinal/ui/dialog/files"
	"cardinal/ui/state/cells"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// slowDisk reads real files. What follows the beginning of a file waits until the test lets it be read.
type slowDisk struct {
	files.Disk
	rest chan error // one for each file: nil lets it be read, an error is what its reading ends with
}

func (d slowDisk) Open(ctx context.Context, path string, how load.Options) (*data.Table, error) {
	select {
	case err := <-d.rest:
		if ctx.Err() != nil { // it is for another file
			d.rest <- err
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return d.Disk.Open(ctx, path, how)
}

// slow returns a window whose files are read as far as the test allows.
func slow(t *testing.T, keep string) (*stage, slowDisk) {
	t.Helper()
	s, disk := &stage{TB: t, posts: make(chan func(), 1000)}, slowDisk{rest: make(chan error, 1)}
	s.window = newWindow(test.NewTempApp(t), Options{Engine: engine.New(engine.Options{NoGPU: true}), Files: disk,
		Keep: keep}, func(f func()) {
		s.posts <- f
	})
	s.win.Resize(fyne.NewSize(1200, 800))
	t.Cleanup(s.session.Close)
	return s, disk
}

// large writes a CSV file with a number of rows, more than 8 MB. It returns the path, and the sum of the amounts of
// the first n rows. New regions come on the way, and the last code is a text.
func large(t *testing.T, folder string, rows int) (path string, sum func(n int) int) {
	t.Helper()
	path = filepath.Join(folder, "large.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprintln(w, "region,code,amount,remark")
	amount := func(i int) int { return i * 7919 % 1000 }
	for i := range rows {
		code := strconv.Itoa(i % 50)
		if i == rows-1 {
			code = "A1"
		}
		fmt.Fprintf(w, "R%d,%s,%d,a remark that takes some room in the file\n", (100-i/2000)%100, code, amount(i))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return path, func(n int) (total int) {
		for i := range n {
			total += amount(i)
		}
		return total
	}
}

// grand returns the grand total of an answer.
func grand(a *session.Answer) string { return a.Tab.Cell(0, 0, 0).String() }

// TestFirstAnswer drops a large file, pivots its beginning, and sees the exact answer follow.
func TestFirstAnswer(t *testing.T) {
	const rows = 160_000
	folder, copies := t.TempDir(), t.TempDir()
	path, sum := large(t, folder, rows)
	s, disk := slow(t, copies)
	s.files.Dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(path)})
	s.until("the fields are there", func() bool { return len(s.fields.Rows()) == 4 })
	first := s.session.Source()
	if first.Part == nil || !s.session.Loading() || s.result.load.Object().Visible() {
		t.Fatalf("the window shows %d rows", first.Rows)
	}
	if c := s.result.grid.Source().Cell(1, 1); c.Value.Text != "R0" {
		t.Errorf("the first row begins with %v", c.Value)
	}
	marked := func(text string) {
		t.Helper()
		if strip, foot := s.read(s.result.part.root), s.status.facts.Text; !strings.Contains(strip, text) ||
			!strings.Contains(foot, "of about 160,000") {
			t.Errorf("the strip says %q, the foot %q", strip, foot)
		}
	}
	marked("First 3% of the rows: " + profiler.Count(first.Rows) + " of about 160,000; the other rows follow.")

	s.editor.Add("region", view.Rows, 0)
	s.editor.Add("amount", view.Values, 0)
	a := s.answered()
	if got, want := grand(a), strconv.Itoa(sum(first.Rows)); got != want {
		t.Errorf("the first answer is %s, and the first %d rows make %s", got, first.Rows, want)
	}
	marked("the whole answer follows.")
	for _, refused := range []func(){
		func() { s.files.AskExport("xlsx") },
		func() { s.result.copy(a.Grid, []cells.Rect{{LastRow: 1, LastCol: 1}}, true) },
		s.compare, s.keeps.SaveWorkspace, s.keeps.SaveWorkspaceAs,
	} {
		s.status.dismiss()
		refused()
		if text := s.read(s.status.message); s.asked() != nil || !strings.Contains(text, "read") ||
			!strings.Contains(text, "large.csv") {
			t.Errorf("what takes the figures for those of the file says %q", text)
		}
	}
	row := s.lineOf("R99")
	s.result.grid.Select(row, 1)
	s.editor.Edit(func(v view.State) view.State {
		return v.AddKey(view.State{}.Grouped(a.Tab.Rows.Fields[0]), view.Rows, 9)
	})

	disk.rest <- nil
	s.until("the file is open", func() bool { return !s.session.Loading() })
	s.until("the exact answer", func() bool {
		now := s.session.Answer()
		return now != nil && now.Source().Part == nil && now.State.SameQuery(s.session.State())
	})
	if got, want := grand(s.session.Answer()), strconv.Itoa(sum(rows)); got != want ||
		s.session.Answer().Source().Rows != rows {
		t.Errorf("the exact answer is %s, and all rows make %s", got, want)
	}
	if s.result.part.root.Visible() || strings.Contains(s.status.facts.Text, "about") {
		t.Errorf("the whole answer is marked: %q", s.status.facts.Text)
	}
	if now, _, ok := s.result.grid.Active(); !ok || now == row || now != s.lineOf("R99") {
		t.Errorf("the active cell is in line %d, R99 in line %d", now, s.lineOf("R99"))
	}
	if c := s.session.Source().Columns[1]; c.Type != data.Text || first.Columns[1].Type != data.Int {
		t.Errorf("the code is of type %v, at the beginning %v", c.Type, first.Columns[1].Type)
	}
	s.keeps.Close()

	again, disk := slow(t, copies)
	disk.rest <- nil
	again.keeps.Open(path)
	again.until("the tabs of the last time are offered", func() bool { return again.restore() != nil })
}

// lineOf returns the line of the grid that begins with a label.
func (s *stage) lineOf(label string) int {
	src := s.result.grid.Source()
	rows, _, head, _ := src.Size()
	for row := head; row < rows; row++ {
		if c := src.Cell(row, 0); c.Value.Text == label {
			return row
		}
	}
	return -1
}

// TestBeginningIsGivenUp cancels the reading of a large file, lets it fail, and drops another file meanwhile.
// What was open stays.
func TestBeginningIsGivenUp(t *testing.T) {
	folder := t.TempDir()
	path, _ := large(t, folder, 160_000)
	small := write(t, folder, "sales.csv", salesText)
	s, disk := slow(t, t.TempDir())
	begin := func() {
		t.Helper()
		s.keeps.Open(path)
		s.until("the beginning", func() bool { return s.session.Begun() })
		s.editor.Add("code", view.Rows, 0)
		s.answered()
	}
	begin()
	s.press(ctrl(fyne.KeyF))
	s.escape()
	if !s.session.Begun() {
		t.Error("Esc in the find bar stops the reading")
	}
	s.escape()
	if text := s.read(s.result.root); s.session.Table() != nil || len(s.fields.Rows()) != 0 ||
		!strings.Contains(text, "Drop a") || strings.Contains(text, "First") {
		t.Errorf("after a cancel the window shows\n%s", text)
	}
	disk.rest <- nil
	s.open(small)
	s.editor.Add("region", view.Rows, 0)
	a := s.answered()
	for said, give := range map[string]func(){
		"Stopped opening the file. sales.csv is open again.": s.escape,
		"Row 5,000,000 of the file is damaged. sales.csv is still open.": func() {
			disk.rest <- errors.New("row 5,000,000 of the file is damaged")
		},
	} {
		begin()
		give()
		s.until(said, func() bool { return s.status.text.Text == said })
		if s.session.Answer() != a || s.result.answer() != a || len(s.fields.Rows()) != 4 ||
			s.result.part.root.Visible() || s.win.Title() != "sales.csv – Cardinal" {
			t.Errorf("%s The window shows %s", said, s.win.Title())
		}
	}
	begin()
	s.keeps.Open(small)
	disk.rest <- nil
	s.until("the newer file", func() bool { return !s.session.Loading() })
	if s.session.Table().Name != "sales.csv" || s.session.Table().Part != nil || !s.session.State().Empty() ||
		s.result.part.root.Visible() {
		t.Errorf("the window shows %s", s.session.Table().Name)
	}
}

// TestFirstChart draws the chart of the rows that are read while the others follow.
func TestFirstChart(t *testing.T) {
	path, _ := large(t, t.TempDir(), 160_000)
	s, disk := slow(t, "")
	s.files.Dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(path)})
	s.until("the fields are there", func() bool { return len(s.fields.Rows()) == 4 })
	s.editor.Add("region", view.Rows, 0)
	s.editor.Add("amount", view.Values, 0)
	s.toggleChart()
	a := s.answered()
	if a.Source().Part == nil {
		t.Fatal("the answer is whole")
	}
	if said := s.result.chart.chart.Message(); s.result.chart.shown.Scene == nil &&
		said != "The chart is being drawn…" {
		t.Errorf("before the chart is drawn it says %q", said)
	}
	s.until("the chart of the first rows", func() bool {
		return s.result.chart.shown.Scene != nil && s.result.chart.shown.Grid == s.session.Answer().Grid
	})
	disk.rest <- nil
	s.until("the whole chart", func() bool {
		g := s.session.Answer()
		return g.Source().Part == nil && s.result.chart.shown.Grid == g.Grid
	})
}

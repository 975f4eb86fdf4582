package ui

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"cardinal/data"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// TestLargeFile drops a large CSV file on the real window and pivots it while it is read. It then corrects the
// type of a column in the preview, and drops the file again. It says when the fields, the rows, the first
// answer and the exact one were there. CARDINAL_ROWS=10000000 makes the file one of 500 MB.
func TestLargeFile(t *testing.T) {
	if real == nil {
		for line := range strings.Lines(inWindow(t, withoutGPU())) {
			if strings.Contains(line, "measured") {
				t.Log(strings.TrimSpace(line))
			}
		}
		return
	}
	rows := 300_000
	if n, err := strconv.Atoi(os.Getenv(rowsWord)); err == nil {
		rows = n
	}
	file, total := groupsFile(t, rows)
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})

	began := dropLarge(t, file)
	soon(t, "no rows", func() bool {
		return real.result.grid.Visible() && strings.HasPrefix(real.result.grid.Source().Cell(1, 1).Value.Text, "id")
	})
	measured := func(what string) { t.Logf("measured: %s of %d rows: %v", what, rows, time.Since(began)) }
	measured("first opening: rows on the screen")
	onUI(func() {
		real.editor.Add("id1", view.Rows, 0)
		real.editor.Add("v1", view.Values, 0)
	})
	part := 0
	soon(t, "no answer", func() bool {
		a := real.session.Answer()
		if a == nil || !a.State.SameQuery(real.session.State()) || real.clock.begun != 0 {
			return false
		}
		if a.Source().Part != nil {
			part = a.Source().Rows
		}
		return true
	})
	if part > 0 {
		measured(fmt.Sprintf("first opening: answer over the first %d", part))
		shot(t, "opening-beginning")
	}
	exact(t, rows, total)
	measured("first opening: exact answer")
	long := keptIfLong(t, file, data.Reading{})

	correctType(t, 3, "text")
	eventually(t, "the column is not text", func() bool {
		table := real.session.Table()
		return table != nil && !real.session.Loading() && table.Rows == rows && table.Columns[3].Type == data.Text
	})
	exact(t, rows, total)
	correctedLong := keptIfLong(t, file, data.Reading{Types: []string{"id4=text"}})

	onUI(func() { real.files.Open("") })
	eventually(t, "the sample is not open again", func() bool {
		return !real.session.Loading() && real.session.Table().Rows != rows
	})
	began = dropLarge(t, file)
	soon(t, "the rows are not there again", func() bool {
		return !real.session.Loading() && real.session.Table().Rows == rows
	})
	measured("second opening: all rows")
	onUI(func() {
		if long && real.session.Table().Kept.IsZero() {
			t.Error("the table is not that which was kept")
		}
	})
	var restore *input.Button
	eventually(t, "the tabs of the last time are not offered", func() bool {
		for _, b := range all[*input.Button](real.offers) {
			if b.Text == "Restore" {
				restore = b
			}
		}
		return restore != nil && restore.Size().Width > 0
	})
	shot(t, "opening-again")
	time.Sleep(200 * time.Millisecond) // until the button is painted
	began = time.Now()
	click(t, restore)
	exact(t, rows, total)
	measured("restored with the corrected type: exact answer")
	onUI(func() {
		if table := real.session.Table(); table.Columns[3].Type != data.Text || correctedLong && table.Kept.IsZero() {
			t.Errorf("the column is %v again, and the table was kept at %v", table.Columns[3].Type, table.Kept)
		}
	})
}

// keptIfLong waits until the table is kept, if reading it took long, and reports whether it did.
func keptIfLong(t *testing.T, file string, how data.Reading) (long bool) {
	t.Helper()
	onUI(func() { long = real.tables.Due(real.session.Table()) || real.tables.Has(file, "", how) })
	if long {
		eventually(t, "the table is not kept", func() bool { return real.tables.Has(file, "", how) })
	}
	return long
}

// dropLarge drops the file and waits for its fields.
func dropLarge(t *testing.T, file string) (began time.Time) {
	t.Helper()
	onUI(func() {
		began = time.Now()
		real.files.Dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(file)})
	})
	soon(t, "no fields", func() bool { return real.session.Source().Path == file && len(real.fields.Rows()) == 9 })
	t.Logf("measured: %s dropped: fields after %v", filepath.Base(file), time.Since(began))
	return began
}

// exact waits for the answer over all rows.
func exact(t *testing.T, rows, total int) {
	t.Helper()
	soon(t, "no exact answer", func() bool {
		a := real.session.Answer()
		return a != nil && a.Source().Part == nil && a.Source().Rows == rows &&
			a.State.SameQuery(real.session.State()) && real.clock.begun == 0
	})
	onUI(func() {
		if a := real.session.Answer(); grand(a) != strconv.Itoa(total) || a.Grid.Rows != 102 {
			t.Errorf("the total is %s in %d lines, and %d was written", grand(a), a.Grid.Rows, total)
		}
	})
}

// click clicks in the middle of an object.
func click(t *testing.T, o fyne.CanvasObject) {
	t.Helper()
	x, y := pixel(o, 0.5, 0.5)
	xdotool(t, "mousemove", strconv.Itoa(x), strconv.Itoa(y), "sleep", "0.2", "click", "1")
}

// soon waits for a condition, which it checks every millisecond.
func soon(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		ok := false
		if onUI(func() { ok = cond() }); ok {
			return
		}
	}
	eventually(t, what, cond)
}

// correctType chooses a type for a column, counted from 0, in the preview, by the keyboard and the mouse.
func correctType(t *testing.T, column int, name string) {
	t.Helper()
	xdotool(t, "key", "ctrl+i", "sleep", "0.5")
	types := func() []*tip.Select {
		found := all[*tip.Select](real.win.Canvas().Overlays().Top())
		place := func(s *tip.Select) fyne.Position { return real.app.Driver().AbsolutePositionForObject(s) }
		lowest := float32(0)
		for _, s := range found {
			lowest = max(lowest, place(s).Y)
		}
		found = slices.DeleteFunc(found, func(s *tip.Select) bool { return place(s).Y < lowest })
		slices.SortFunc(found, func(a, b *tip.Select) int { return cmp.Compare(place(a).X, place(b).X) })
		return found
	}
	eventually(t, "the preview has no types", func() bool {
		return real.win.Canvas().Overlays().Top() != nil && len(types()) > column
	})
	onUI(func() { types()[column].SetSelected(name) })
	var again *input.Button
	eventually(t, "nothing can be read again", func() bool {
		for _, b := range all[*input.Button](real.win.Canvas().Overlays().Top()) {
			if b.Text == "Read again" && !b.Disabled() {
				again = b
			}
		}
		return again != nil
	})
	shot(t, "opening-corrected")
	click(t, again)
}

// groupsFile writes a CSV file as that of the benchmark of groups G1: three columns of texts, three of whole
// numbers, and three of values, some 50 bytes a row. It returns the sum of v1.
func groupsFile(t *testing.T, rows int) (path string, total int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "large.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	fmt.Fprintln(w, "id1,id2,id3,id4,id5,id6,v1,v2,v3")
	x := uint64(1)
	next := func(n int) int {
		x = x*6_364_136_223_846_793_005 + 1_442_695_040_888_963_407
		return int(x >> 33 % uint64(n))
	}
	many := max(rows/100, 1)
	for range rows {
		v1 := 1 + next(5)
		total += v1
		fmt.Fprintf(w, "id%03d,id%03d,id%010d,%d,%d,%d,%d,%d,%d.%06d\n", 1+next(100), 1+next(100), 1+next(many),
			1+next(100), 1+next(100), 1+next(many), v1, 1+next(15), next(100), next(1_000_000))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-time.Hour) // a file that has just been written is not kept
	if err := os.Chtimes(path, past, past); err != nil {
		t.Fatal(err)
	}
	return path, total
}

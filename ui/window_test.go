package ui

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/look/theme"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/shelf"
)

// TestWindow does the main job with the mouse: open, drag, read, export, and read the workbook back.
func TestWindow(t *testing.T) {
	if real == nil {
		for line := range strings.Lines(inWindow(t)) {
			if strings.Contains(line, "measured") {
				t.Log(strings.TrimSpace(line))
			}
		}
		return
	}
	eventually(t, "the sample is not open", func() bool {
		return real.session.Table() != nil && real.clock.firstPaint > 0
	})
	t.Logf("measured: first window painted %d ms after the start", real.clock.firstPaint.Milliseconds())
	if !t.Run("sample", driveSample) || !t.Run("measures", driveMeasures) {
		return
	}
	file := flights(t)
	onUI(func() { real.files.Dropped(fyne.NewPos(0, 0), []fyne.URI{storage.NewFileURI(file)}) })
	eventually(t, "flights are not open", func() bool {
		return real.session.Table().Name == "flights-3m.parquet" && len(real.fields.Rows()) == 5
	})
	_ = t.Run("flights", driveFlights) && t.Run("compare", driveCompare) && t.Run("large", driveLarge) &&
		t.Run("escape", driveEscape) && t.Run("export", driveExport) && t.Run("undo", driveUndo) &&
		t.Run("lost GPU", driveLostGPU)
}

// inWindow runs the calling test in a process of its own, and returns what that process printed. There, real is the
// window on the display.
func inWindow(t *testing.T, env ...string) string {
	t.Helper()
	if err := Display(); err != nil || os.Getenv("DISPLAY") == "" {
		if os.Getenv("CARDINAL_REQUIRE_DISPLAY") != "" {
			t.Fatal("a display is required: ", err)
		}
		t.Skip("no display")
	}
	home := t.TempDir()
	c := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v", "-test.timeout", "10m")
	c.Env = append(os.Environ(), driven+"=1", "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home)
	c.Env = append(c.Env, env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// withoutGPU returns the setting for tests that need no GPU: one in software computes for seconds until it has passed
// its self-test. Pictures and measurements of large files use a GPU.
func withoutGPU() string {
	if os.Getenv("CARDINAL_SHOTS") != "" || os.Getenv(rowsWord) != "" {
		return noGPU + "="
	}
	return noGPU + "=1"
}

func row(t *testing.T, name string) *shelf.FieldRow {
	t.Helper()
	var found *shelf.FieldRow
	onUI(func() {
		for _, r := range real.fields.Rows() {
			if r.Field().Name == name {
				found = r
			}
		}
	})
	if found == nil {
		t.Fatalf("no field %q in the list", name)
	}
	return found
}

// put drags a field onto a shelf and waits for the answer.
func put(t *testing.T, field string, on view.Shelf) *session.Answer {
	t.Helper()
	before := 0
	onUI(func() { before = real.session.State().Len(on) })
	from := row(t, field)
	eventually(t, field+" is not laid out", func() bool { return from.Size().Width > 0 })
	time.Sleep(200 * time.Millisecond) // until it is painted, too
	drag(t, from, real.shelves.On[on])
	eventually(t, field+" did not arrive on "+on.String(), func() bool {
		return real.session.State().Len(on) == before+1
	})
	return answered(t)
}

// driveSample pivots the sample by region and quarter, and shows it light and dark.
func driveSample(t *testing.T) {
	put(t, "region", view.Rows)
	put(t, "quarter", view.Cols)
	if a := put(t, "revenue", view.Values); a.Profile.GroupsActual < 140 || len(a.Tab.Measures) != 1 {
		t.Errorf("%d groups, %v", a.Profile.GroupsActual, a.Tab.Measures)
	}
	<-probed
	a := put(t, "category", view.Rows)
	if p := a.Profile; p.GroupsActual < 20_000 || p.Adapter != "" && p.Score <= 0 || p.Adapter == "" &&
		len(p.Classes) == 0 || p.Factors.Cardinality < 1 {
		t.Errorf("by region, quarter and category: %d groups, score %v on %q, %+v", p.GroupsActual, p.Score,
			p.Adapter, p.Factors)
	}
	bothModes(t, "")
	xdotool(t, "key", "ctrl+z", "sleep", "0.2")
	answered(t)
	driveDrillThrough(t)
	for range 3 {
		xdotool(t, "key", "ctrl+z", "sleep", "0.2")
	}
	eventually(t, "undo does not empty the shelves", func() bool { return real.session.State().Empty() })
}

// bothModes takes a screenshot in light and one in dark, and leaves the window dark.
func bothModes(t *testing.T, prefix string) {
	for _, m := range []theme.Mode{theme.Light, theme.Dark} {
		onUI(func() { real.setMode(m) })
		shot(t, prefix+string(m))
	}
}

func driveFlights(t *testing.T) {
	put(t, "origin", view.Rows)
	t.Logf("measured: origin dropped on Rows, painted %d ms after the mouse was released",
		real.clock.toScreen.Milliseconds())
	a := put(t, "delay", view.Values)
	t.Logf("measured: delay dropped on Values, painted %d ms after the mouse was released",
		real.clock.toScreen.Milliseconds())
	if got := fmt.Sprint(a.Tab.Measures[0].Measure); got != "sum(delay)" {
		t.Fatalf("the values show %s", got)
	}
	// what the grid shows: ORD has 166,341 rows with a mean delay of 9.2737
	source := real.result.grid.Source()
	rows, cols, _, _ := source.Size()
	found := false
	for r := range rows {
		if source.Cell(r, 0).Value.Text == "ORD" {
			found = true
			if got := source.Cell(r, cols-1).Value.String(); got != "1542589" {
				t.Errorf("ORD shows %s", got)
			}
		}
	}
	if !found || rows != 229+2 {
		t.Errorf("%d rows in the grid, ORD among them: %v", rows, found)
	}
	read := texts(real.panel.Object())
	// of the GPU a line or two sections
	for _, want := range []string{"answered in", "229 groups, as expected.", "GPU", "One core"} {
		if !strings.Contains(read, want) {
			t.Errorf("the panel does not say %q:\n%s", want, read)
		}
	}
}

// driveEscape closes dialogs by the keyboard, the one on top first, and leaves the shelves alone.
func driveEscape(t *testing.T) {
	before := real.session.Answer()
	for _, key := range []string{"ctrl+e", "ctrl+slash"} {
		xdotool(t, "key", key, "sleep", "0.4")
		eventually(t, key+" asks nothing", func() bool { return real.dialogs.Len() == 1 })
		xdotool(t, "key", "Escape", "sleep", "0.2")
		eventually(t, "Esc does not close the dialog of "+key, func() bool {
			return real.dialogs.Len() == 0 && real.win.Canvas().Overlays().Top() == nil
		})
	}
	if real.session.Answer() != before {
		t.Error("closing a dialog changed the answer")
	}
}

// exported saves what is on the screen by the keyboard, into a file whose name the window proposes, and opens it.
func exported(t *testing.T, name string) *excelize.File {
	t.Helper()
	folder := t.TempDir()
	xdotool(t, "key", "ctrl+e", "sleep", "0.6", "key", "Tab", "sleep", "0.2", "key", "ctrl+a", "sleep", "0.1", "type",
		"--delay", "15", folder)
	xdotool(t, "sleep", "0.3", "key", "Return")
	path := filepath.Join(folder, name)
	eventually(t, "no workbook "+path, func() bool {
		_, err := os.Stat(path)
		return err == nil
	})
	book, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

// driveExport saves by the keyboard and compares the workbook with the grid, cell by cell.
func driveExport(t *testing.T) {
	book := exported(t, "flights-3m pivot.xlsx")
	var grid *pivot.Grid
	onUI(func() { grid = real.session.Answer().Grid })
	checkBook(t, book, grid)
	if sheets := book.GetSheetList(); !slices.Equal(sheets, []string{"Pivot", "About", "Profile", "Times", "Proof"}) {
		t.Errorf("sheets %v", sheets)
	}
	eventually(t, "the window does not say that it exported", func() bool {
		return strings.Contains(real.status.text.Text, "pivot.xlsx")
	})
}

// checkBook compares a workbook with the grid, cell by cell: values, and the texts that formats make of figures.
func checkBook(t *testing.T, book *excelize.File, grid *pivot.Grid) {
	t.Helper()
	sheet := book.GetSheetName(0)
	merged, err := book.GetMergeCells(sheet)
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{} // by a merged cell that begins elsewhere
	for _, m := range merged {
		c0, r0, _ := excelize.CellNameToCoordinates(m.GetStartAxis())
		c1, r1, _ := excelize.CellNameToCoordinates(m.GetEndAxis())
		for r := r0; r <= r1; r++ {
			for c := c0; c <= c1; c++ {
				name, _ := excelize.CoordinatesToCellName(c, r)
				covered[name] = r > r0 || c > c0
			}
		}
	}
	for r := range grid.Rows {
		for c := range grid.Cols {
			name, _ := excelize.CoordinatesToCellName(c+1, r+1)
			got, err := book.GetCellValue(sheet, name, excelize.Options{RawCellValue: true})
			if err != nil {
				t.Fatal(err)
			}
			cell := grid.Cell(r, c)
			want := cell.Text()
			switch n, isNumber := cell.Value.Number(); {
			case covered[name]:
				continue
			case cell.Repeat || cell.Empty():
				want = ""
			case isNumber && cell.Role == pivot.Body:
				if x, err := strconv.ParseFloat(got, 64); err != nil || x != n {
					t.Fatalf("%s holds %q, the grid %s", name, got, want)
				}
				if shown, err := book.GetCellValue(sheet, name); err != nil || shown != want {
					t.Fatalf("%s shows %q, the grid %q", name, shown, want)
				}
				continue
			case cell.Value.IsNull() && cell.Role == pivot.RowLabel:
				want = pivot.Label(data.Value{})
			}
			if got != want {
				t.Fatalf("%s holds %q, the grid %q", name, got, want)
			}
		}
	}
}

func driveUndo(t *testing.T) {
	xdotool(t, "key", "ctrl+z", "sleep", "0.3")
	eventually(t, "undo", func() bool { return len(real.session.State().Values) == 0 })
	xdotool(t, "key", "ctrl+shift+z", "sleep", "0.3")
	eventually(t, "redo", func() bool { return len(real.session.State().Values) == 1 })
	answered(t)
}

// driveLostGPU asks for the GPU, and kills its process when the process has been sent the request.
func driveLostGPU(t *testing.T) {
	edit := func(tier string, values ...query.Measure) {
		onUI(func() {
			real.editor.Edit(func(s view.State) view.State {
				s.Tier, s.Values = tier, values
				return s
			})
		})
	}
	delays := query.Measure{Func: query.Sum, Column: "delay"}
	more := []query.Measure{delays, {Func: query.Max, Column: "distance"}, {Func: query.Sum, Column: "distance"}}
	edit("", more...)
	want := answered(t)
	edit("gpu", delays)
	if up := answered(t); up.Profile.Tier != "gpu" {
		if os.Getenv("CARDINAL_REQUIRE_GPU") == "" {
			t.Skip(up.Profile.Reason)
		}
		t.Fatal(up.Profile.Reason)
	}
	if err := os.WriteFile(hold(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	edit("gpu", more...)
	eventually(t, "the GPU's process was sent no request", isHeld)
	_ = exec.Command("pkill", "-9", "-f", "gpu-worker", "-P", fmt.Sprint(os.Getpid())).Run()
	got := answered(t)
	if events := got.Profile.Events; len(events) == 0 || !strings.Contains(events[0], "process was lost") {
		t.Fatalf("the GPU's process was not lost: %s %v", got.Profile.Reason, events)
	}
	for n := range want.Tab.Rows.Len() {
		for m := range more {
			if a, b := want.Tab.Cell(n, 0, m), got.Tab.Cell(n, 0, m); a != b {
				t.Fatalf("node %d: %v, want %v", n, b, a)
			}
		}
	}
	if read := texts(real.panel.Object()); !strings.Contains(read, "process was lost") {
		t.Errorf("the panel does not say what happened:\n%s", read)
	}
	shot(t, "lost-gpu")
}

package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/export"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

const salesText = "region,city,day,revenue\nEU,Paris,2024-01-05,10\nEU,Berlin,2024-02-05,20\nEU,Rome,2024-02-07,5\n" +
	"US,Boston,2024-01-09,40\nUS,Dallas,2024-03-09,2\n"

// keeping returns a window over real files that keeps copies in a folder.
func keeping(t *testing.T, folder string) *stage {
	t.Helper()
	s := &stage{TB: t, posts: make(chan func(), 1000)}
	s.window = newWindow(test.NewTempApp(t), Options{Engine: engine.New(engine.Options{NoGPU: true}), Keep: folder},
		func(f func()) { s.posts <- f })
	s.win.Resize(fyne.NewSize(1200, 800))
	t.Cleanup(func() {
		s.keeps.Close() // which waits until what was left is written
		s.session.Close()
	})
	return s
}

// write puts a file into a folder.
func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// open opens a file, and waits until it stands on the screen.
func (s *stage) open(path string) {
	s.Helper()
	before := s.session.Table()
	s.keeps.Open(path)
	s.until("the file is open", func() bool { return s.session.Table() != before && !s.session.Loading() })
	if !s.session.State().Empty() {
		s.answered()
	}
}

// press does what the main menu has for a shortcut.
func (s *stage) press(key fyne.Shortcut) {
	s.Helper()
	for _, menu := range s.win.MainMenu().Items {
		for _, i := range menu.Items {
			if i.Shortcut != nil && i.Shortcut.ShortcutName() == key.ShortcutName() {
				i.Action()
				return
			}
		}
	}
	s.Fatalf("no menu has %s", key.ShortcutName())
}

// restore returns the button that accepts an offer below the tools, or nil.
func (s *stage) restore() *input.Button {
	for _, b := range all[*input.Button](s.offers) {
		if b.Text == "Restore" {
			return b
		}
	}
	return nil
}

// exported returns the pivot on the screen as CSV.
func (s *stage) exported() string {
	s.Helper()
	path := filepath.Join(s.TempDir(), "out.csv")
	a := s.answered()
	if _, err := export.Save(s.Context(), path, "csv", "", export.Pivot{Grid: a.Grid, Profile: a.Profile}); err != nil {
		s.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		s.Fatal(err)
	}
	return string(text)
}

// key goes to a field by the keyboard and presses a key on it.
func (s *stage) key(column string, key fyne.KeyName) {
	s.Helper()
	s.fields.FocusSearch()
	press := func(k fyne.KeyName) { s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k}) }
	press(fyne.KeyDown)
	press(fyne.KeyHome)
	for _, c := range s.session.Table().Columns {
		if c.Name == column {
			break
		}
		press(fyne.KeyDown)
	}
	press(key)
}

// build makes two pivots in two tabs: the first by the keyboard, the second by the mouse.
func (s *stage) build() {
	s.Helper()
	s.key("region", fyne.KeyR)
	s.key("revenue", fyne.KeyV)
	s.answered()
	s.press(ctrl(fyne.KeyT))
	s.editor.Add("city", view.Rows, 0)
	s.editor.Add("revenue", view.Values, 0)
	s.editor.Edit(func(st view.State) view.State { return st.Name(0, "Umsatz") })
	s.answered()
	s.tabs.Tabs()[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeyF2})
	s.typed("Cities")
	test.Tap(s.button("Use"))
	s.answered()
}

// TestWorkspace builds two pivots, saves them, and opens the file in another window: shelves, tabs and figures
// are the same.
func TestWorkspace(t *testing.T) {
	folder := t.TempDir()
	first := keeping(t, "")
	first.open(write(t, folder, "sales.csv", salesText))
	first.build()
	if strings.HasPrefix(first.win.Title(), "•") {
		t.Error("without a workspace there is nothing unsaved")
	}
	first.press(ctrl(fyne.KeyS))
	first.typed("report", folder)
	test.Tap(first.button("Save"))
	path := filepath.Join(folder, "report.cardinal")
	first.until("it is saved", func() bool { return first.keeps.Path() == path })
	if want := "report.cardinal – sales.csv – Cardinal"; first.win.Title() != want {
		t.Errorf("the title is %q, want %q", first.win.Title(), want)
	}

	second := keeping(t, "")
	second.open(path)
	if !reflect.DeepEqual(first.session.Tabs(), second.session.Tabs()) || second.session.Shown() != 1 {
		t.Errorf("saved %+v\nopened %+v", first.session.Tabs(), second.session.Tabs())
	}
	if a, b := first.exported(), second.exported(); a != b || !strings.Contains(a, "Umsatz") {
		t.Errorf("saved\n%s\nopened\n%s", a, b)
	}
	second.press(ctrl(fyne.KeyTab))
	first.press(ctrl(fyne.KeyTab))
	if a, b := first.exported(), second.exported(); a != b || !strings.Contains(a, "US,42") {
		t.Errorf("saved\n%s\nopened\n%s", a, b)
	}
	if second.keeps.Unsaved() {
		t.Error("another tab is no edit")
	}

	// an edit is marked, undo takes the mark away, and another file is not opened over it without a question
	second.editor.Add("city", view.Cols, 0)
	if !strings.HasPrefix(second.win.Title(), "• report.cardinal") {
		t.Errorf("the title is %q", second.win.Title())
	}
	second.undo()
	if second.keeps.Unsaved() {
		t.Error("what is undone is marked as an edit")
	}
	second.redo()
	was := second.session.Table()
	second.keeps.OpenSample()
	test.Tap(second.button("Cancel"))
	if second.session.Loading() || second.session.Table() != was {
		t.Error("Cancel opened the other file")
	}

	// the first window saves, then the second one notices
	first.press(ctrl(fyne.KeyT))
	first.press(ctrl(fyne.KeyS))
	first.until("it is saved again", func() bool { return !first.keeps.Unsaved() })
	second.press(ctrl(fyne.KeyS))
	second.until("a question", func() bool { return second.asked() != nil })
	if text := second.read(second.asked()); !strings.Contains(text, "The workspace has changed") {
		t.Errorf("asked %s", text)
	}
	test.Tap(second.button("Replace it"))
	second.until("it is replaced", func() bool { return !second.keeps.Unsaved() })
}

// TestReadingOfLastTime corrects how a file is read, while nothing stands on the shelves, and opens another
// file at once. The correction is offered when the first file is opened again.
func TestReadingOfLastTime(t *testing.T) {
	folder := t.TempDir()
	path, other := write(t, folder, "sales.csv", salesText), write(t, folder, "cities.csv", citiesText)
	s := keeping(t, t.TempDir())
	revenue := func() data.Type { return s.session.Table().Columns[3].Type }
	s.open(path)
	s.keeps.ReadAs("", data.Reading{Types: []string{"revenue=text"}})
	s.until("the type is corrected", func() bool { return !s.session.Loading() && revenue() == data.Text })
	s.open(other)
	s.open(path)
	s.until("an offer", func() bool { return s.restore() != nil })
	if text := s.read(s.offers); !strings.Contains(text, "Last time the file was read in another way.") ||
		revenue() != data.Int {
		t.Errorf("offered %q, and revenue is %v", text, revenue())
	}
	test.Tap(s.restore())
	s.until("the type is corrected again", func() bool { return !s.session.Loading() && revenue() == data.Text })
}

// TestReadAgain reads a file again that another program has changed. What stands on the shelves stays.
func TestReadAgain(t *testing.T) {
	folder := t.TempDir()
	path := write(t, folder, "sales.csv", salesText)
	s := keeping(t, t.TempDir())
	if s.canReadAgain() {
		t.Error("there is something to read again before a file is open")
	}
	s.open(path)
	s.build()
	want, before := s.session.Tabs(), s.session.Source()
	if before.Rows != 5 {
		t.Fatalf("%d rows", before.Rows)
	}
	write(t, folder, "sales.csv", salesText+"US,Austin,2024-03-10,3\n")
	s.press(ctrlShift(fyne.KeyI))
	s.until("the file is read again", func() bool { return !s.session.Loading() && s.session.Source() != before })
	s.answered()
	if got := s.session.Source().Rows; got != 6 || !reflect.DeepEqual(s.session.Tabs(), want) {
		t.Errorf("%d rows, %+v", got, s.session.Tabs())
	}
	s.keeps.OpenSample()
	s.until("the sample", func() bool { return !s.session.Loading() && s.session.Source().Path == "" })
	if s.canReadAgain() {
		t.Error("the sample is no file of a person's")
	}
}

// TestLastTimeOnAnotherSheet opens a file again whose second sheet was shown last. That sheet is offered, but not if
// a person goes from sheet to sheet.
func TestLastTimeOnAnotherSheet(t *testing.T) {
	copies := t.TempDir()
	path := filepath.Join(t.TempDir(), "book.xlsx")
	book := excelize.NewFile()
	defer book.Close()
	for _, sheet := range []string{"Big", "Small"} {
		if _, err := book.NewSheet(sheet); err != nil {
			t.Fatal(err)
		}
		for row, cells := range [][]any{{"region", "units"}, {"EU", 1}, {"US", 2}} {
			if err := book.SetSheetRow(sheet, fmt.Sprintf("A%d", row+1), &cells); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := book.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	sheet := func(s *stage, name string) {
		s.keeps.OpenSheet(name)
		s.until(name+" is open", func() bool {
			return !s.session.Loading() && s.session.Source().Sheet == name && len(s.posts) == 0
		})
	}
	first := keeping(t, copies)
	first.open(path)
	sheet(first, "Small")
	first.editor.Add("region", view.Rows, 0)
	first.answered()
	sheet(first, "Big")
	if first.restore() != nil {
		t.Errorf("the sheet that was left is offered: %q", first.read(first.offers))
	}
	first.keeps.Close()

	second := keeping(t, copies)
	second.open(path)
	second.until("an offer", func() bool { return second.restore() != nil })
	if text := second.read(second.offers); !strings.Contains(text, "by region, of sheet Small.") ||
		second.session.Source().Sheet != "Big" {
		t.Errorf("offered %q over %s", text, second.session.Source().Sheet)
	}
	test.Tap(second.restore())
	second.until("the other sheet", func() bool {
		return !second.session.Loading() && second.session.Source().Sheet == "Small"
	})
	second.answered()
	if got := second.session.State().Rows; len(got) != 1 || got[0].Column != "region" {
		t.Errorf("restored %v", got)
	}
}

// TestLastTime opens a file again: its last pivots are offered, but not restored by themselves.
func TestLastTime(t *testing.T) {
	folder, copies := t.TempDir(), t.TempDir()
	path := write(t, folder, "sales.csv", salesText)
	first := keeping(t, copies)
	first.open(path)
	first.build()
	want := first.session.Tabs()
	first.keeps.Close()

	second := keeping(t, copies)
	second.open(path)
	second.until("an offer", func() bool { return second.restore() != nil })
	if text := second.read(second.offers); !strings.Contains(text, "Last time: Umsatz by city, and 1 more tab.") {
		t.Errorf("offered %q", text)
	}
	if !second.session.State().Empty() {
		t.Error("the last time is forced on the person")
	}
	test.Tap(second.restore())
	second.answered()
	if !reflect.DeepEqual(second.session.Tabs(), want) || second.restore() != nil {
		t.Errorf("restored %+v, want %+v", second.session.Tabs(), want)
	}
	second.keeps.Close()

	third := keeping(t, copies)
	third.open(write(t, t.TempDir(), "other.csv", salesText))
	third.until("it is looked up", func() bool { return len(third.posts) == 0 })
	if third.restore() != nil {
		t.Error("another file has the offer")
	}
}

// TestCrash ends a window without closing: the next one offers what was open, with the workspace and its edits.
func TestCrash(t *testing.T) {
	folder, copies := t.TempDir(), t.TempDir()
	path := write(t, folder, "report.cardinal",
		`{"cardinal": 1, "source": {"path": "sales.csv"}, "tabs": [{"name": "A", "rows": ["region"]}]}`)
	write(t, folder, "sales.csv", salesText)
	first := keeping(t, copies)
	first.open(path)
	first.editor.Add("revenue", view.Values, 0)
	first.answered()
	want := first.session.Tabs()
	first.keeps.Close() // nobody was asked about the edits, as where the system ends the program

	second := keeping(t, copies)
	second.keeps.Recover()
	second.until("an offer", func() bool { return second.restore() != nil })
	if text := second.read(second.offers); !strings.Contains(text, "Open then: sales.csv, Sum of revenue by region.") {
		t.Errorf("offered %q", text)
	}
	test.Tap(second.restore())
	second.until("it is open", func() bool { return second.session.Table() != nil })
	second.answered()
	if !reflect.DeepEqual(second.session.Tabs(), want) || second.keeps.Path() != path || !second.keeps.Unsaved() {
		t.Errorf("restored %+v of %s", second.session.Tabs(), second.keeps.Path())
	}
}

// TestWorkspaceElsewhere opens workspaces whose table moved, lost columns, or is gone.
func TestWorkspaceElsewhere(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "sales.csv", salesText)
	s := keeping(t, "")
	said := func(want string) {
		t.Helper()
		if got := s.status.text.Text; got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
	s.open(write(t, folder, "a.cardinal",
		`{"cardinal": 1, "source": {"path": "sales.csv"}, "tabs": [{"name": "A", "rows": ["region", "town"],
		"values": [{"measure": "sum(price)"}, {"measure": "sum(revenue)"}], "filters": [{"where": "town = 'x'"}, {"where": "revenue > 3 or region = 'EU'"}], "sorts": [{"order": "sum(price) desc"}]}]}`))
	said("sales.csv has no column town and no column price: what used it was left out of the shelves. The window has " +
		"no form for this, or its column has another type now, and left it out: the filter revenue > 3 or region = " +
		"'EU'. " +
		"A filter is among them, so that more rows count than before. The workspace keeps what was left out until " +
		"you save it.")
	if now := s.session.State(); len(now.Rows) != 1 || len(now.Values) != 1 || len(now.Filters) != 0 ||
		!now.Sort.ByLabel() {
		t.Errorf("the shelves are %+v", now)
	}
	was := s.session.Table()
	for text, want := range map[string]string{
		`{"cardinal": 2, "tabs": 3}`: "a newer Cardinal wrote it, in version 2 of the file, and this one reads " +
			"version 1: update Cardinal to open it.",
		`{"cardinal": 1, "source": {"`: "line 1: the text ends in the middle, as if the file were cut off.",
		`{"cardinal": 1,` + "\n" + `"source": {"path": "sales.csv"}, "tabs": [{"name": "A",` + "\n" +
			`"rows": ["era(day)"]}]}`: "line 3: the tab A: no date part or bin",
	} {
		path := write(t, folder, "bad.cardinal", text)
		s.status.dismiss()
		s.keeps.Open(path)
		s.until("it is refused", func() bool { return s.status.message.Visible() })
		if got := s.status.text.Text; !strings.Contains(got, want) || !s.status.isError || s.session.Table() != was {
			t.Errorf("said %q, want %q", got, want)
		}
	}
	s.keeps.Open(write(t, folder, "lost.cardinal",
		`{"cardinal": 1, "source": {"path": "nowhere.csv"}, "tabs": [{"name": "A"}]}`))
	s.until("a question", func() bool { return s.asked() != nil })
	if text := s.read(s.asked()); !strings.Contains(text, "nowhere.csv is not there") {
		t.Errorf("asked %s", text)
	}
	test.Tap(s.button("Cancel"))
	if s.session.Table() != was {
		t.Error("the table is gone")
	}
}

// TestWorkspaceOfAnotherFile opens a workspace with chosen types after the file has lost one of the columns,
// and another has become text.
func TestWorkspaceOfAnotherFile(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "sales.csv", strings.ReplaceAll(strings.ReplaceAll(salesText, ",revenue", ",price"),
		"2024-", "week "))
	s := keeping(t, "")
	s.open(write(t, folder, "a.cardinal",
		`{"cardinal": 1, "source": {"path": "sales.csv", "reading": {"types": ["revenue=number", "day=date"]}}, "tabs": [
		{"name": "A", "rows": ["region", "trunc(day, month)"], "values": [{"measure": "sum(revenue)"}, {"measure": "sum(price)"}], "filters": [{"where": "day >= 2024-02-01"}]}]}`))
	want := "sales.csv has no column revenue: what used it was left out of the shelves. Columns have other types " +
		"than before. Left out of the shelves: day by month, day ≥ 2024-02-01. " +
		"File, How the file is read, chooses the types. " +
		"A filter is among them, so that more rows count than before. The workspace keeps what was left out until " +
		"you save it."
	if got := s.status.text.Text; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	if now := s.session.State(); len(now.Rows) != 1 || len(now.Values) != 1 || len(now.Filters) != 0 {
		t.Errorf("the shelves are %+v", now)
	}
	notes := strings.Join(s.session.Table().Notes, "\n")
	for _, note := range []string{`a type was chosen for "revenue", and there is no such column now`,
		"day: read as text, since column day has no value that can be read as a date"} {
		if !strings.Contains(notes, note) {
			t.Errorf("no note says %q: %s", note, notes)
		}
	}
	if s.keeps.Unsaved() {
		t.Error("the workspace has edits")
	}
}

// TestTabsByHand drags, taps, closes and opens tabs.
func TestTabsByHand(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	names := func(want ...string) {
		t.Helper()
		var got []string
		for _, tab := range s.tabs.Tabs() {
			got = append(got, tab.Name())
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("tabs %v, want %v", got, want)
		}
	}
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	s.press(ctrl(fyne.KeyT))
	s.press(ctrl(fyne.KeyT))
	names("Pivot 1", "Pivot 2", "Pivot 3")
	first := s.tabs.Tabs()[0]
	first.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(500, 5)}})
	first.DragEnd()
	names("Pivot 2", "Pivot 3", "Pivot 1")
	tab := s.tabs.Tabs()[2]
	test.TapAt(tab, fyne.NewPos(10, 10))
	if s.session.Shown() != 2 || len(s.session.State().Rows) != 1 {
		t.Error("a tap does not show the tab")
	}
	test.TapAt(tab, fyne.NewPos(tab.Size().Width-5, 10)) // the cross
	names("Pivot 2", "Pivot 3")
	s.press(ctrlShift(fyne.KeyT))
	names("Pivot 2", "Pivot 3", "Pivot 1")
	if len(s.session.State().Rows) != 1 {
		t.Error("the closed tab came back without its shelves")
	}
	s.tabs.Focus()
	s.tabs.Tabs()[2].TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: fyne.KeyModifierAlt})
	names("Pivot 2", "Pivot 1", "Pivot 3")
	s.tabs.Tabs()[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	s.tabs.Tabs()[2].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	names("Pivot 2", "Pivot 1")
	if s.win.Canvas().Focused() != fyne.Focusable(s.tabs.Tabs()[1]) {
		t.Error("the keyboard left the tabs")
	}
}

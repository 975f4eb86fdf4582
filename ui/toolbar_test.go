package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/load"
	"cardinal/data/number/calendar"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// TestIconsSayWhatTheyDo rests on every button of the window that has no words.
func TestIconsSayWhatTheyDo(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.status.message.Show()
	s.result.find.open()
	if bare := all[*input.Button](s.win.Content()); len(bare) == 0 {
		t.Fatal("the window has no buttons")
	} else {
		for _, b := range bare {
			if b.Text == "" {
				t.Errorf("a button of the icon %s says nothing", b.Icon.Name())
			}
		}
	}
	icons := all[*tip.Button](s.win.Content())
	if len(icons) < 9 {
		t.Errorf("%d buttons of an icon", len(icons))
	}
	for _, b := range icons {
		b.MouseIn(nil)
		s.until("a tip", func() bool { return len(s.tip.Object().Objects) == 1 })
		if got := strings.TrimSpace(s.read(s.tip.Object())); !strings.HasPrefix(got, b.Says) {
			t.Errorf("the tip says %q", got)
		}
		b.MouseOut()
		if len(s.tip.Object().Objects) != 0 {
			t.Error("the tip stays")
		}
	}
	s.tools.undo.Tapped(&fyne.PointEvent{})
}

// TestNotesButton counts the notes on a file beside its name and says in a field's line what its column lost.
func TestNotesButton(t *testing.T) {
	plain, noted := orders(), orders()
	noted.Name = "noted.xlsx"
	noted.Columns[0].Note = "4 formulas without a stored value, read as null"
	noted.Notes = []string{"region: 4 formulas without a stored value, read as null", "5 empty rows between others " +
		"were left out"}
	s := newStage(t, plain, noted)
	s.load(0)
	if s.tools.notes.Visible() {
		t.Error("a file without notes has some")
	}
	s.load(1)
	if !s.tools.notes.Visible() || s.tools.notes.Text != "Notes (2)" {
		t.Errorf("the button says %q", s.tools.notes.Text)
	}
	test.Tap(s.tools.notes)
	if top := s.win.Canvas().Overlays().Top(); top == nil || !strings.Contains(s.read(top), noted.Notes[1]) {
		t.Error("the notes are not shown")
	}
	if got := view.Describe(noted.Columns[0], nil); !strings.HasSuffix(got, noted.Columns[0].Note) {
		t.Errorf("the field says %q", got)
	}
}

// TestToolbarInANarrowWindow hides the texts of the buttons if there is no room, and shows them again.
func TestToolbarInANarrowWindow(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	for _, c := range []struct {
		width float32
		words bool
	}{{1200, true}, {420, false}, {720, true}, {430, false}, {1200, true}, {620, false}} {
		s.win.Resize(fyne.NewSize(c.width, 600))
		if name := s.tools.name; name.Size().Width < fyne.MeasureText(name.Text, theme.TextSize(),
			name.TextStyle).Width {
			t.Errorf("%v wide, the name of the table has %v", c.width, name.Size().Width)
		}
		if got := s.tools.export.Text != ""; got != c.words {
			t.Errorf("%v wide: texts %v", c.width, got)
		}
	}
	if least := s.win.Content().MinSize(); least.Width > 430 || least.Height > 330 {
		t.Errorf("the window needs %v", least)
	}
}

// TestPanelInANarrowWindow shows the profiler as the person chose, in every window with room for it.
func TestPanelInANarrowWindow(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	shown := s.panel.Object().Visible
	for _, c := range []struct {
		width float32
		shown bool
	}{{1280, false}, {1600, false}, {900, false}} {
		s.win.Resize(fyne.NewSize(c.width, 700))
		if shown() != c.shown {
			t.Errorf("%v wide, the profiler is shown: %v", c.width, shown())
		}
	}
	s.editor.Append("region", view.Rows)
	s.answered()
	test.Tap(s.status.time)
	if !shown() || !strings.Contains(s.read(s.panel.Object()), "3 groups, as expected.") {
		t.Error("a click on the time does not open the profiler")
	}
	s.win.Resize(fyne.NewSize(1500, 700))
	s.togglePanel()
	s.win.Resize(fyne.NewSize(1600, 700))
	if shown() {
		t.Error("a profiler that was closed opens by itself")
	}
}

// TestPreferencesWork changes preferences in the dialog and looks at what they are for.
func TestPreferencesWork(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.askPreferences()
	choose := func(i int, words string) {
		t.Helper()
		all[*input.Select](s.asked())[i].SetSelected(words)
	}
	choose(0, "Dark")
	defer calendar.Use(calendar.Language{})
	choose(4, "Januar, Montag  (de)")
	choose(5, "Sunday")
	choose(6, "At most 2 GB")
	choose(7, "Open")
	for _, c := range all[*widget.Check](s.asked()) {
		c.SetChecked(false)
	}
	if s.mode != "dark" || calendar.Shown("March") != "März" || s.firstDay() != 7 || !s.panel.Object().Visible() {
		t.Errorf("theme %s, weeks from %d, profiler %v", s.mode, s.firstDay(), s.panel.Object().Visible())
	}
	s.dialogs.Dismiss()
	s.editor.Append("region", view.Rows)
	for _, tier := range s.answered().Profile.Tiers {
		if tier.Name != "serial" && !strings.Contains(tier.Shut, "turned off in the preferences") {
			t.Errorf("%s: %q", tier.Name, tier.Shut)
		}
	}
	if s.prefs.MemoryMB != 2000 || len(s.prefs.Barred) != 2 {
		t.Errorf("kept are %+v", s.prefs.Values)
	}
}

// TestSheetThatIsNotOpened chooses a sheet that cannot be opened: the name of the open one stays.
func TestSheetThatIsNotOpened(t *testing.T) {
	book := orders()
	book.Sheet, book.Sheets = "1", []string{"1", "2"}
	s := newStage(t, book)
	s.load(0)
	book.Path = "gone.xlsx"
	s.tools.sheet.SetSelected("2")
	s.until("it is tried", func() bool { return !s.session.Loading() })
	if got := s.tools.sheet.Selected; got != "1" {
		t.Errorf("sheet %s is shown, and sheet 1 is open", got)
	}
}

// TestPathsThatDifferInTheMiddle keeps paths distinct that differ only in a folder in the middle.
func TestPathsThatDifferInTheMiddle(t *testing.T) {
	newStage(t, orders())
	paths := []string{
		"warehouse/quarterly deliveries/2023/deliveries of the northern region.csv",
		"warehouse/quarterly deliveries/2024/deliveries of the northern region.csv", "All files",
	}
	shown := shortenNames(paths)
	if !strings.HasPrefix(shown[0], "…/2023/") || !strings.HasPrefix(shown[1], "…/2024/") || shown[2] != "All files" {
		t.Errorf("got %q", shown)
	}
	for _, text := range shown {
		if !fits(text) {
			t.Errorf("%q is too wide", text)
		}
	}
}

// TestSheetIsNamed shows the names of sheets whole, except very long ones, which are cut.
func TestSheetIsNamed(t *testing.T) {
	names := []string{"Q1", "All the sales of 2024", strings.Repeat("A name as long as names are ", 2)}
	book := orders()
	book.Sheets = names
	s := newStage(t, book)
	s.load(0)
	for _, sheet := range append(names, load.AllSheets) {
		book.Sheet = sheet
		s.tools.showSheet(book)
		shown := s.tools.sheet.Selected
		room := s.tools.sheet.Size().Width - 40 // beside the sign of the list
		if width := fyne.MeasureText(shown, theme.TextSize(), fyne.TextStyle{}).Width; room < min(width,
			sheetWidth-20) || room > sheetWidth {
			t.Errorf("%q is %v wide and has %v", shown, width, room)
		}
	}
}

// TestLongPathsOfSheets chooses among files of an archive whose paths differ at their end.
func TestLongPathsOfSheets(t *testing.T) {
	book := orders()
	book.Sheets = []string{"exports/2024/quarterly/regions/sales-eu.csv", "exports/2024/quarterly/regions/sales-us.csv",
		"exports/2024/quarterly/cities/sales-us.csv"}
	book.Sheet = book.Sheets[1]
	s := newStage(t, book)
	s.load(0)
	list := s.tools.sheet
	if !strings.HasSuffix(list.Selected, "sales-us.csv") || list.Selected == book.Sheet {
		t.Errorf("%q is shown for %q", list.Selected, book.Sheet)
	}
	var chosen []string
	list.OnChanged = func(string) { chosen = append(chosen, list.Whole[list.SelectedIndex()]) }
	for _, text := range list.Options[:3] {
		list.SetSelected(text)
	}
	if !slices.Equal(chosen, book.Sheets) {
		t.Errorf("chosen are %q", chosen)
	}
}

// TestSheetListNeedsLittleRoom makes the list as wide as the widest sheet, or as the entry for all sheets if that is
// chosen.
func TestSheetListNeedsLittleRoom(t *testing.T) {
	test.NewTempApp(t)
	l := newSheetList(nil, func(string) {})
	names := []string{"data", "Information", "All sheets as one table"}
	for chosen, widest := range map[string]string{"data": "Information",
		"All sheets as one table": "All sheets as one table"} {
		l.Whole = names
		l.OnChanged = nil
		if showSheets(l, names, chosen); l.PlaceHolder != widest || l.Selected != chosen {
			t.Errorf("%s: the list is as wide as %s", chosen, l.PlaceHolder)
		}
	}
}

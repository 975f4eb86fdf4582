package ui

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// TestTableIsExported exports the rows of the table itself, as the filters leave them.
func TestTableIsExported(t *testing.T) {
	s := newStage(t, orders())
	s.files.AskExport("csv")
	if s.asked() != nil || !s.tools.export.Disabled() {
		t.Fatal("nothing is open, and can be exported")
	}
	s.load(0)
	if s.tools.export.Disabled() || s.Rows() == nil || s.Rows().Len() != s.session.Table().Rows {
		t.Fatalf("the table cannot be exported: %v", s.Rows())
	}
	s.files.AskExport("json")
	if said := s.read(s.status.message); s.asked() != nil || !strings.Contains(said, "JSON holds a pivot") {
		t.Fatalf("JSON: %q", said)
	}
	folder := t.TempDir()
	s.files.AskExport("parquet")
	s.typed("mine", folder)
	s.button("Export").OnTapped()
	s.until("saved", func() bool { return len(s.disk.saved) > 0 })
	if s.disk.saved[0] != filepath.Join(folder, "mine.parquet") {
		t.Errorf("saved %v", s.disk.saved)
	}
	// JSON holds no rows
	for typed, want := range map[string]string{"a.csv": "a.csv", "a.XLSX": "a.XLSX", "v1.2": "v1.2.xlsx",
		"a.json": "a.json.xlsx"} {
		n := len(s.disk.saved)
		s.files.AskExport("xlsx")
		s.typed(typed, folder)
		s.button("Export").OnTapped()
		s.until("saved "+typed, func() bool { return len(s.disk.saved) > n })
		if got := s.disk.saved[n]; got != filepath.Join(folder, want) {
			t.Errorf("%s is saved as %s", typed, got)
		}
	}
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	if s.Rows() != nil {
		t.Error("a pivot is on the screen, and rows would be exported")
	}
}

// TestPartitionsAreExported names the columns of a folder, and finds them again after the export failed.
func TestPartitionsAreExported(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	folder := t.TempDir()
	s.disk.full = errors.New("the disk is full")
	s.files.AskExport("parquet")
	s.typed("mine", folder, "region, open")
	s.button("Export").OnTapped()
	s.until("saved", func() bool { return len(s.disk.saved) > 0 })
	if s.disk.saved[0] != filepath.Join(folder, "mine.parquet") || s.disk.savedAs != "parquet by region, open" {
		t.Errorf("saved %v as %s", s.disk.saved, s.disk.savedAs)
	}
	s.files.AskExport("parquet")
	if entries := all[*input.Entry](s.asked()); len(entries) != 3 || entries[2].Text != "region, open" {
		t.Errorf("asks %v", entries)
	}
	s.escape()
	s.files.AskExport("csv")
	if entries := all[*input.Entry](s.asked()); len(entries) != 2 {
		t.Errorf("CSV asks %v", entries)
	}
}

// TestReplaceLeadsBack exports onto a file that is there, and does not replace it.
func TestReplaceLeadsBack(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "mine.csv"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.files.AskExport("csv")
	s.typed("mine", folder)
	export := func() {
		s.button("Export").OnTapped()
		s.until("asked", func() bool { return s.asked() != nil })
	}
	export()
	for _, cancel := range []func(){s.button("Cancel").OnTapped, s.escape} {
		s.button("Replace")
		cancel()
		entries := all[*input.Entry](s.asked())
		if len(entries) != 2 || entries[0].Text != "mine.csv" || entries[1].Text != folder {
			t.Fatalf("Cancel leads to %v", entries)
		}
		export()
	}
	s.button("Replace").OnTapped()
	s.until("saved", func() bool { return s.status.message.Visible() })
	if s.asked() != nil || s.disk.saved[0] != filepath.Join(folder, "mine.csv") {
		t.Errorf("saved %v", s.disk.saved)
	}
}

// TestGoneFolder exports to the folder of the last export. If that folder is gone and the table has none, it exports
// to the user's folder. Recent files that are gone cannot be opened.
func TestGoneFolder(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	last := filepath.Join(t.TempDir(), "last")
	if err := os.Mkdir(last, 0o700); err != nil {
		t.Fatal(err)
	}
	s.prefs.Folder = last
	asked := func() string { return all[*input.Entry](s.asked())[1].Text }
	s.files.AskExport("csv")
	if got := asked(); got != last {
		t.Errorf("the folder is %q, want %q", got, last)
	}
	s.escape()
	if err := os.Remove(last); err != nil {
		t.Fatal(err)
	}
	s.files.AskExport("csv")
	s.until("another folder", func() bool { return asked() == home })
	s.escape()
	s.prefs.Recent = []string{last}
	s.until("the file is missing", func() bool {
		item := s.files.RecentItems()[2]
		return item.Disabled && strings.HasSuffix(item.Label, "(missing)")
	})
}

// TestExportedName types a whole path as the name, and no name.
func TestExportedName(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	path := filepath.Join(t.TempDir(), "mine.csv")
	s.files.AskExport("csv")
	s.typed(" ")
	if !s.button("Export").Disabled() {
		t.Error("a file without a name can be exported")
	}
	s.typed(path, t.TempDir())
	s.button("Export").OnTapped()
	s.until("saved", func() bool { return s.status.message.Visible() })
	if s.disk.saved[0] != path {
		t.Errorf("saved %v", s.disk.saved)
	}
}

// TestExportedIsShown opens an exported file, and shows it in its folder. A program that is missing, and a file
// that is gone, are named.
func TestExportedIsShown(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	folder := t.TempDir()
	path := filepath.Join(folder, "mine.csv")
	asked := make(chan string, 1)
	s.programs = programs{
		open: func(path string, _ func(error)) error { asked <- "open " + path; return nil },
		show: func(path string, _ func(error)) error { asked <- "show " + path; return nil },
	}
	export := func() {
		s.files.AskExport("csv")
		s.typed("mine", folder)
		s.button("Export").OnTapped()
		s.until("exported", func() bool {
			return strings.HasPrefix(s.status.text.Text, "Exported to "+path) && s.status.message.Visible()
		})
	}
	press := func(text string) {
		t.Helper()
		for _, b := range all[*tip.Button](s.status.message) {
			if b.Text == text {
				b.OnTapped()
				return
			}
		}
		t.Fatalf("the message has no button %q", text)
	}
	export()
	press("Open")
	if got := <-asked; got != "open "+path {
		t.Errorf("asked to %s", got)
	}
	press("Show in folder")
	if got := <-asked; got != "show "+path {
		t.Errorf("asked to %s", got)
	}
	s.programs.open = func(string, func(error)) error { return errors.New("nothing is installed") }
	press("Open")
	s.until("the file is gone", func() bool {
		return strings.Contains(s.status.text.Text, "mine.csv is no longer there")
	})
	if s.status.see.Visible() {
		t.Error("a message about nothing to see has the buttons")
	}
	export()
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	press("Open")
	s.until("no program", func() bool {
		return strings.Contains(s.status.text.Text, "mine.csv: nothing is installed. Open the file")
	})
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	export()
	s.programs.open = func(_ string, later func(error)) error {
		go later(errors.New("it ended with a failure"))
		return nil
	}
	press("Open")
	s.until("it failed later", func() bool {
		return strings.Contains(s.status.text.Text, "mine.csv may not have been shown: it ended with a failure. Open "+
			"the file")
	})
}

// TestFailedExportKeepsWhatWasTyped exports to a disk that is full. The dialog has what was typed until the
// file is written, for another format with the extension of that one.
func TestFailedExportKeepsWhatWasTyped(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	folder := t.TempDir()
	var asked []string
	ask := func(format string) []string {
		s.files.AskExport(format)
		asked = nil
		for _, e := range all[*input.Entry](s.asked()) {
			asked = append(asked, e.Text)
		}
		return asked
	}
	usual := ask("xlsx")
	s.disk.full = errors.New("no space left on device")
	s.typed("mine", folder, "secret")
	s.button("Export").OnTapped()
	s.until("the disk is full", func() bool { return strings.Contains(s.status.text.Text, "No space left") })
	for format, want := range map[string][]string{"xlsx": {"mine", folder, "secret"}, "csv": {"mine.csv", folder}} {
		if ask(format); !slices.Equal(asked, want) {
			t.Errorf("after the failure, the dialog for %s has %q, want %q", format, asked, want)
		}
		s.escape()
	}
	s.disk.full = nil
	ask("xlsx")
	s.button("Export").OnTapped()
	s.until("saved", func() bool { return strings.HasPrefix(s.status.text.Text, "Exported to") })
	if usual[1] = folder; !slices.Equal(ask("xlsx"), usual) {
		t.Errorf("after the export, the dialog has %q, want %q", asked, usual)
	}
}

// TestSheetsAreChosen exports all tabs, and a pivot for each label of a field. A format that holds one pivot is
// refused. After a failure, the dialog has the same choices again.
func TestSheetsAreChosen(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.answered()
	folder := t.TempDir()
	lists := func() []*tip.Select { return all[*tip.Select](s.asked()) }
	s.files.AskExport("csv")
	if n := len(lists()); n != 0 {
		t.Errorf("CSV has %d choices of sheets", n)
	}
	s.escape()
	s.files.AskExport("xlsx")
	if got := lists()[0].Options; !slices.Equal(got, []string{"This pivot", "A sheet for each label of"}) ||
		len(lists()) != 1 {
		t.Errorf("with one tab there are %q", got)
	}
	lists()[0].SetSelected("A sheet for each label of")
	// two dates by three periods
	if got := lists()[1]; got.Selected != "region" || len(got.Options) != len(s.session.Table().Columns)+6 {
		t.Errorf("the fields are %q, of which %q is chosen", got.Options, got.Selected)
	}
	s.typed("mine.csv", folder)
	s.button("Export").OnTapped()
	if s.asked() == nil || !strings.Contains(s.read(s.asked()), "CSV holds one pivot") {
		t.Fatal("CSV with several sheets is not refused")
	}
	s.disk.full = errors.New("the disk is full")
	s.typed("mine", folder)
	s.button("Export").OnTapped()
	s.until("failed", func() bool { return s.status.message.Visible() })
	s.disk.full, s.disk.sheets = nil, nil
	s.files.AskExport("xlsx")
	if got := lists(); got[0].Selected != "A sheet for each label of" || got[1].Selected != "region" {
		t.Errorf("%q of %q is chosen again", got[0].Selected, got[1].Selected)
	}
	n := len(s.disk.saved)
	s.button("Export").OnTapped()
	s.until("saved", func() bool { return len(s.disk.saved) > n })
	if want := []string{"Asia", "EU", "US"}; !slices.Equal(s.disk.sheets, want) ||
		s.disk.saved[n] != filepath.Join(folder, "mine.xlsx") {
		t.Errorf("the sheets are %q, and the file %s", s.disk.sheets, s.disk.saved[n])
	}
	s.session.NewTab()
	s.until("an empty tab", func() bool { return s.Rows() != nil })
	s.disk.sheets = nil
	s.files.AskExport("xlsx")
	if got := lists()[0].Options; !slices.Equal(got, []string{"These rows", "All tabs, a sheet for each"}) {
		t.Errorf("on an empty tab there are %q", got)
	}
	lists()[0].SetSelected("All tabs, a sheet for each")
	s.typed("mine", folder)
	n = len(s.disk.saved)
	s.button("Export").OnTapped()
	s.until("saved", func() bool { return len(s.disk.saved) > n })
	s.until("said", func() bool { return strings.Contains(s.read(s.status.message), "Pivot 2 is left out") })
	if !slices.Equal(s.disk.sheets, []string{"Pivot 1"}) {
		t.Errorf("the sheets are %q", s.disk.sheets)
	}
}

package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data/store/kept"
	"cardinal/ui/widget/input"
)

// TestKeptTables opens a table from its copy, and empties and turns off the copies in the preferences.
func TestKeptTables(t *testing.T) {
	table := orders()
	table.Kept = time.Date(2026, 11, 22, 10, 30, 0, 0, time.Local)
	table.Notes = []string{"a note"}
	s := newStage(t, table)
	s.load(0)
	if got := s.status.facts.Text; !strings.HasSuffix(got, "opened from the copy kept on 2026-11-22 10:30") {
		t.Error(got)
	}
	said := func(text string) bool {
		for _, l := range all[*widget.Label](s.asked()) {
			if strings.HasPrefix(l.Text, text) {
				return true
			}
		}
		return false
	}
	if s.showNotes(); !said("The table was opened from the copy kept on") {
		t.Error("the notes do not say where the table comes from")
	}
	s.dialogs.Dismiss()
	folder := t.TempDir()
	file := filepath.Join(folder, "a-b.table")
	if err := os.WriteFile(file, make([]byte, 2_000_000), 0o600); err != nil {
		t.Fatal(err)
	}
	s.tables = kept.At(folder)
	s.askPreferences()
	if !said("2 MB of at most ") {
		t.Error("the size of the kept tables is not said")
	}
	for _, b := range all[*input.Button](s.asked()) {
		if b.Text == "Empty" {
			test.Tap(b)
			if !b.Disabled() {
				t.Error("nothing can be emptied twice")
			}
		}
	}
	if _, err := os.Stat(file); err == nil || !said("No table is kept") {
		t.Errorf("%v: the kept tables are still there", err)
	}
	for _, c := range all[*widget.Check](s.asked()) {
		if strings.HasPrefix(c.Text, "Keep tables") {
			c.SetChecked(false)
		}
	}
	if !s.prefs.ReadAnew {
		t.Error("the keeping is still on")
	}
}

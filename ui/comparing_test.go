package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// Two versions of a table.
const (
	oldOrders = "order,line,region,revenue,note\n1,1,North,10,a\n1,2,North,12,b\n2,1,South,20,c\n3,1,West,5,d\n" +
		"3,1,West,5,d\n"
	newOrders = "line,order,region,revenue,extra\n1,1,North,10,x\n2,1,North,14,x\n1,2,South,20,x\n1,3,West,5,x\n" +
		"1,4,East,7,x\n"
)

// compareRows asks for another file from the main menu, chooses rows and ticks keys.
func (s *stage) compareRows(path string, keys ...string) {
	s.Helper()
	s.chooseIn(s.menu().Items[0].Items, "Compare with another file…")
	s.typed(path)
	test.Tap(s.button("Open"))
	s.until("the question", func() bool {
		return s.dialogs.Len() == 1 && strings.Contains(s.read(s.asked()), "Compare old.csv")
	})
	all[*widget.RadioGroup](s.asked())[0].SetSelected("The rows: which were added, removed or changed")
	all[*widget.CheckGroup](s.asked())[0].SetSelected(keys)
	test.Tap(s.button("Compare"))
}

// changed waits for the table of changes, and returns its rows in a column.
func (s *stage) changed(column string) (texts []string) {
	s.Helper()
	s.until("the changes", func() bool { return s.session.Table().Has("Change") && !s.session.Loading() })
	c := s.session.Column(column)
	for row := range c.Rows {
		texts = append(texts, c.Value(row).String())
	}
	return texts
}

// TestCompareRows compares the rows of two files from the menu, pivots the changes and goes back to the first file.
func TestCompareRows(t *testing.T) {
	s := keeping(t, "")
	folder := t.TempDir()
	s.open(write(t, folder, "old.csv", oldOrders))
	s.editor.Append("region", view.Rows)
	s.answered()
	other := write(t, folder, "new.csv", newOrders)
	s.compareRows(other, "order", "line")
	if got := fmt.Sprint(s.changed("Change"), s.changed("revenue after")); got != "[changed removed added] [14  7]" {
		t.Errorf("changes %s", got)
	}
	said := s.read(s.win.Content())
	for _, want := range []string{"1 row added, 1 row removed, 1 row changed, 3 rows the same, 1 key with several " +
		"rows.", "Back to old.csv", "Changes in old.csv"} {
		if !strings.Contains(said, want) {
			t.Errorf("the window does not say %q:\n%s", want, said)
		}
	}
	notes := strings.Join(s.session.Table().Notes, "\n")
	for _, want := range []string{"Changed: revenue in 1 row", "one of the versions lacks them: note, extra"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note says %q:\n%s", want, notes)
		}
	}
	s.editor.Append("Change", view.Rows)
	if a := s.answered(); a.Tab.Rows.Len() < 4 {
		t.Errorf("the pivot of the changes has %d nodes", a.Tab.Rows.Len())
	}
	scrap := s.session.Source().Path
	for _, b := range all[*input.Button](s.win.Content()) {
		if b.Text == "Back to old.csv" {
			test.Tap(b)
			break
		}
	}
	s.until("the file before", func() bool { return s.session.Table().Name == "old.csv" && !s.session.Loading() })
	if f := s.session.State().Rows; len(f) != 1 || f[0] != (query.Field{Column: "region"}) {
		t.Errorf("the pivot before has %v", f)
	}
	s.until("the file of the changes is removed", func() bool {
		_, err := os.Stat(scrap)
		return os.IsNotExist(err)
	})
}

// TestCompareWholeRows compares without a key, and with a file that is equal.
func TestCompareWholeRows(t *testing.T) {
	s := keeping(t, "")
	folder := t.TempDir()
	s.open(write(t, folder, "old.csv", oldOrders))
	s.compareRows(write(t, folder, "new.csv", oldOrders+"3,1,West,5,d\n"))
	if got := fmt.Sprint(s.changed("Change")); got != "[added]" || s.session.Table().Has("Changed columns") {
		t.Errorf("changes %s", got)
	}
	s.until("the line", func() bool {
		return strings.Contains(s.read(s.win.Content()), "5 rows the same, 1 row stands more than once.")
	})
	s.open(filepath.Join(folder, "old.csv"))
	if text := s.read(s.win.Content()); strings.Contains(text, "5 rows the same") {
		t.Errorf("the line stays with another file:\n%s", text)
	}
	for _, tc := range []struct{ file, text, keys, says string }{
		{"equal.csv", oldOrders, "order", "No row differs. 0 rows added, 0 rows removed, 0 rows changed, 5 " +
			"rows the same"},
		{"none.csv", "order,line,region,revenue\n1,2,x,3\n", "note", "One of the files has no column note."},
		{"odd.csv", "a,b\n1,2\n", "order", "no column in common"},
		{"empty.csv", "", "order", "empty"},
	} {
		s.compareRows(write(t, folder, tc.file, tc.text), tc.keys)
		s.until(tc.says, func() bool { return strings.Contains(s.status.text.Text, tc.says) })
		if s.session.Table().Name != "old.csv" || strings.Count(s.status.text.Text, "\n") > 0 {
			t.Errorf("%s: %q", tc.file, s.status.text.Text)
		}
	}
}

// TestCompareVersions compares the open table with the file on the disk, and after reading it again with the version
// before.
func TestCompareVersions(t *testing.T) {
	s := keeping(t, "")
	folder := t.TempDir()
	path := write(t, folder, "sales.csv", "id,units\n1,10\n2,20\n3,30\n")
	s.open(path)
	write(t, folder, "sales.csv", "id,units\n1,10\n2,25\n4,40\n")
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{"as it is on the disk now", "The 3 rows from before"} {
		s.chooseIn(s.menu().Items[0].Items, "Compare with another version of this file…")
		if text := s.read(s.asked()); !strings.Contains(text, says) || len(all[*widget.RadioGroup](s.asked())) > 0 {
			t.Errorf("the dialog does not say %q:\n%s", says, text)
		}
		if got := all[*widget.CheckGroup](s.asked())[0].Selected; fmt.Sprint(got) != "[id]" {
			t.Errorf("ticked: %v", got)
		}
		test.Tap(s.button("Compare"))
		if got := fmt.Sprint(s.changed("Change"), s.changed("units before"), s.changed("units after")); got !=
			"[changed removed added] [20 30 ] [25  40]" {
			t.Errorf("changes %s", got)
		}
		if says == "The 3 rows from before" {
			break
		}
		write(t, folder, "sales.csv", "id,units\n1,10\n2,20\n3,30\n")
		s.open(path)
		write(t, folder, "sales.csv", "id,units\n1,10\n2,25\n4,40\n")
		later = later.Add(time.Minute)
		if err := os.Chtimes(path, later, later); err != nil {
			t.Fatal(err)
		}
		before := s.session.Table()
		s.readAgain()
		s.until("read again", func() bool { return s.session.Table() != before && !s.session.Loading() })
	}
}

// TestKeepChanges saves a workspace with the table of changes, and pivots what the saved one has.
func TestKeepChanges(t *testing.T) {
	s := keeping(t, t.TempDir())
	folder := t.TempDir()
	s.open(write(t, folder, "old.csv", oldOrders))
	s.compareRows(write(t, folder, "new.csv", newOrders), "order", "line")
	s.changed("Change")
	s.editor.Append("Change", view.Rows)
	want := s.answered().Tab.Rows.Len()
	s.keeps.SaveWorkspace()
	test.Tap(s.button("Save both…"))
	s.typed("kept", folder)
	test.Tap(s.button("Save"))
	s.until("the saved table", func() bool {
		return s.session.Source().Path == filepath.Join(folder, "kept.parquet") && !s.session.Loading()
	})
	if got := s.answered().Tab.Rows.Len(); got != want || s.keeps.Path() != filepath.Join(folder, "kept.cardinal") {
		t.Errorf("%d nodes of %s, want %d", got, s.keeps.Path(), want)
	}
	if text := s.read(s.win.Content()); strings.Contains(text, "Back to old.csv") {
		t.Error("the way back stays")
	}
}

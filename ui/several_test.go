package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"cardinal/data/load"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// TestSeveralFiles drops two files on the window, and saves a workspace. The workspace opens again after the files
// have moved with it. A folder opens from the list of recent files.
func TestSeveralFiles(t *testing.T) {
	folder := t.TempDir()
	a, b := write(t, folder, "s-2.csv", salesText), write(t, folder, "s-10.csv", strings.ReplaceAll(salesText,
		"EU,Rome", "UK,Bath"))
	s := keeping(t, t.TempDir())
	s.keeps.OpenSample()
	s.until("the sample is open", func() bool { return s.session.Table() != nil })
	sample := s.session.Table()
	s.files.Dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(b), storage.NewFileURI(a)})
	s.until("the files are open", func() bool { return s.session.Table() != sample })
	if table := s.session.Table(); table.Rows != 10 || !strings.Contains(s.win.Title(), "s-10.csv and 1 more") ||
		s.tools.name.Text != "s-10.csv and 1 more" {
		t.Errorf("%d rows, the title is %q, the tools say %q", table.Rows, s.win.Title(), s.tools.name.Text)
	}
	s.editor.Edit(func(v view.State) view.State {
		return v.AddKey(query.Field{Column: "File"}, view.Rows, 0).AddMeasure(query.Measure{Func: query.Sum,
			Column: "revenue"}, 0)
	})
	if got := s.answered().Tab; len(got.Rows.Leaves()) != 2 || got.Cell(0, 0, 0).String() != "154" {
		t.Errorf("there are %d files, and the total is %s", len(got.Rows.Leaves()), got.Cell(0, 0, 0))
	}
	s.session.Save(a, "csv", "", func() {})
	if said := s.read(s.status.root); !strings.Contains(said, "it is the file that the table is read from") {
		t.Errorf("a pivot replaces one of its files; the status says %q", said)
	}

	s.keeps.SaveWorkspaceAs()
	s.typed("both.cardinal", folder)
	s.button("Save").OnTapped()
	s.until("the workspace is saved", func() bool { return s.keeps.Path() != "" })
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(folder, moved); err != nil {
		t.Fatal(err)
	}
	other := keeping(t, t.TempDir())
	other.open(filepath.Join(moved, "both.cardinal"))
	if table := other.session.Table(); len(table.Files) != 2 || other.answered().Tab.Cell(0, 0, 0).String() != "154" ||
		strings.Contains(other.read(other.status.root), "changed since") {
		t.Errorf("opened are %v, and the status says %q", table.Files, other.read(other.status.root))
	}
	write(t, moved, "s-3.csv", salesText)
	other.open(moved)
	if table := other.session.Table(); len(table.Files) != 3 || table.Rows != 15 || table.Name != "moved" {
		t.Errorf("opened is %s with %v", table.Name, table.Files)
	}
	if recent := other.files.RecentItems()[2:4]; !strings.HasSuffix(recent[0].Label, "moved") || recent[0].Disabled {
		t.Errorf("recent is %q", recent[0].Label)
	}
	if got := load.Title(other.prefs.Recent[0]); got != "moved" {
		t.Errorf("recent is %q", got)
	}
}

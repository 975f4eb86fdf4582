package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"cardinal/ui/state/view"
)

// TestPrint writes pages of the table itself, of the pivot, and of the rows behind a figure for the browser.
func TestPrint(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s := newStage(t, orders())
	s.files.Print()
	if text := s.status.text.Text; !strings.HasPrefix(text, "There is no pivot to print yet") {
		t.Errorf("it says %q", text)
	}
	s.load(0)
	for n, what := range []string{"the table", "the pivot", "the rows"} {
		switch n {
		case 1:
			s.editor.Add("region", view.Rows, 0)
			s.answered()
		case 2:
			g := s.session.Answer().Grid
			s.result.activate(g.HeaderRows, g.LabelCols)
			s.until("rows", func() bool { return s.result.rows != nil })
		}
		s.files.Print()
		s.until("pages of "+what, func() bool {
			return strings.HasPrefix(s.status.text.Text, "The browser has the pages")
		})
		if len(s.disk.saved) != n+1 || filepath.Base(s.disk.saved[n]) != "print.html" {
			t.Errorf("saved %v", s.disk.saved)
		}
		s.status.text.SetText("")
	}
}

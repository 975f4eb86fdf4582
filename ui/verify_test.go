package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// TestVerifyAndCompare exports a pivot and verifies the workbook in the window, before and after its source changes.
// It then compares the source with another version.
func TestVerifyAndCompare(t *testing.T) {
	s := keeping(t, "")
	folder := t.TempDir()
	s.open(write(t, folder, "old.csv", "region,revenue\nNorth,10\nSouth,20\nWest,5\n"))
	s.editor.Edit(func(v view.State) view.State {
		v.Rows = []query.Field{{Column: "region"}}
		v.Values = []query.Measure{{Func: query.Sum, Column: "revenue", Name: "Turnover"}}
		return v
	})
	s.answered()
	report, done := filepath.Join(folder, "report.xlsx"), false
	s.session.Save(report, "xlsx", "", func() { done = true })
	s.until("the workbook", func() bool { return done })
	verified := func() string {
		s.verify(report)
		s.until("the verdict", func() bool { return s.dialogs.Len() == 1 })
		text := s.read(s.asked())
		s.dialogs.Dismiss()
		return text
	}
	if text := verified(); !strings.Contains(text, "Nothing differs") {
		t.Errorf("verified: %s", text)
	}
	write(t, folder, "old.csv", "region,revenue\nNorth,10\nSouth,20\nSouth,5\n")
	text := verified()
	for _, want := range []string{"old.csv has changed", `Pivot!B3 is 20 and should be 25`, "as they were written"} {
		if !strings.Contains(text, want) {
			t.Errorf("after a change, the verdict does not say %q: %s", want, text)
		}
	}
	s.keeps.CompareWith(write(t, folder, "new.csv", "region,revenue\nNorth,10\nSouth,29\nEast,7\n"))
	s.until("both files", func() bool { return strings.Contains(s.session.Table().Path, "new.csv") })
	a := s.answered()
	var cells []string
	for row := range a.Grid.Rows {
		for col := range a.Grid.Cols {
			c := a.Grid.Cell(row, col)
			cells = append(cells, c.Text())
		}
	}
	want := "region|Turnover, old.csv|Turnover, new.csv|Turnover, difference|Turnover, % difference|Came or went|" +
		"East||7|7||came|North|10|10|0|0.0%||South|25|29|4|16.0%||Total|35|46|11|31.4%|"
	if got := strings.Join(cells, "|"); got != want {
		t.Errorf("the comparison has %s, want %s", got, want)
	}
	s.open(report)
	s.until("the offer", func() bool { return strings.Contains(s.read(s.win.Content()), "carries the pivot") })
}

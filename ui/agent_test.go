package ui

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// TestAgentShowsPivot takes pivots of the open table as tabs, and offers those of other tables and behind a dialog.
func TestAgentShowsPivot(t *testing.T) {
	s := keeping(t, "")
	folder := t.TempDir()
	path := write(t, folder, "sales.csv", "region,units\nNorth,1\nSouth,2\n")
	other := write(t, folder, "other.csv", "city,units\nOslo,3\n")
	s.open(path)
	s.editor.Append("region", view.Rows)
	s.answered()
	ask := func(of, field string) {
		s.openHanded(of, fmt.Sprintf(`{"cardinal": 1, "source": {"absolute": %q}, "tabs": [{"name": "Pivot", "rows": `+
			`[%q], "values": [{"measure": "sum(units)"}]}]}`, of, field))
	}
	tabs := func() (names []string) {
		for _, tab := range s.session.Tabs() {
			names = append(names, tab.Name)
		}
		return names
	}
	offered := func() *input.Button {
		for _, b := range all[*input.Button](s.win.Content()) {
			if b.Text == "Show" {
				return b
			}
		}
		return nil
	}
	for range 2 { // the second time shows the tab again
		ask(path, "region")
		a := s.answered()
		if a.Tab.Rows.Len() != 3 || fmt.Sprint(tabs()) != "[Pivot 1 Agent]" || s.session.Shown() != 1 {
			t.Fatalf("%d nodes in %v", a.Tab.Rows.Len(), tabs())
		}
		s.session.ShowTab(0)
	}
	s.askQuality(nil)
	s.until("a dialog", func() bool { return s.dialogs.Len() == 1 })
	ask(path, "units")
	if s.session.Shown() != 0 || offered() == nil {
		t.Error("a pivot appears behind a dialog")
	}
	s.dialogs.Dismiss()
	test.Tap(offered())
	s.answered()
	if fmt.Sprint(tabs()) != "[Pivot 1 Agent 2 Agent]" || offered() != nil {
		t.Errorf("tabs %v", tabs())
	}
	ask(other, "city")
	const offer = "An agent asks to show a pivot of other.csv: Sum of units by city."
	if s.session.Source().Path != path || !strings.Contains(s.read(s.win.Content()), offer) {
		t.Error("another table takes the place of the person's, or is not offered")
	}
	test.Tap(offered())
	s.until("the other table", func() bool { return s.session.Source().Path == other && !s.session.Loading() })
	s.answered()
	s.openHanded(other, "broken")
	if !s.status.isError {
		t.Error("a broken pivot is not said")
	}
}

package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// TestNewerDraft starts beside a draft that a newer version left: the draft stays, and a sentence says so.
func TestNewerDraft(t *testing.T) {
	copies := t.TempDir()
	if err := os.MkdirAll(filepath.Join(copies, "drafts"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(copies, "drafts"), "1.lock", "")
	draft := write(t, filepath.Join(copies, "drafts"), "1.json", `{"file": {"cardinal": 2, "tables": []}}`)
	s := keeping(t, copies)
	s.keeps.Recover()
	s.until("it is said", func() bool { return len(s.offers.Objects) > 0 })
	if got := s.read(s.offers); !strings.Contains(got, "A newer version of Cardinal ended without closing. What it "+
		"had open is kept, and that version offers it when it starts.") {
		t.Errorf("said %q", got)
	}
	var buttons []*input.Button
	for _, b := range all[*input.Button](s.offers) {
		if b.Visible() {
			buttons = append(buttons, b)
		}
	}
	if _, err := os.Stat(draft); err != nil || len(buttons) != 1 || buttons[0].Text != "Dismiss" {
		t.Fatalf("the draft: %v, and %d buttons", err, len(buttons))
	}
	test.Tap(buttons[0])
	if _, err := os.Stat(draft); err != nil || len(s.offers.Objects) > 0 {
		t.Errorf("after it was read: %v, and %d strips", err, len(s.offers.Objects))
	}
}

// TestNewerTabs edits a table whose last tabs a newer version wrote: they stay, and a sentence says so.
func TestNewerTabs(t *testing.T) {
	copies := t.TempDir()
	path := write(t, t.TempDir(), "sales.csv", salesText)
	edit := func() {
		s := keeping(t, copies)
		s.open(path)
		s.editor.Add("revenue", view.Values, 0)
		s.answered()
		s.keeps.Close()
	}
	edit()
	kept, err := filepath.Glob(filepath.Join(copies, "last", "*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %v: %v", kept, err)
	}
	const newer = `{"cardinal": 2, "tables": []}`
	write(t, filepath.Dir(kept[0]), filepath.Base(kept[0]), newer)
	s := keeping(t, copies)
	s.open(path)
	s.until("it is said", func() bool { return len(s.offers.Objects) > 0 })
	if got := s.read(s.offers); !strings.Contains(got, "A newer version of Cardinal keeps the tabs of sales.csv. "+
		"This version leaves them as they are, and keeps none of its own for the next time.") {
		t.Errorf("said %q", got)
	}
	s.keeps.Close()
	edit()
	if text, err := os.ReadFile(kept[0]); err != nil || string(text) != newer {
		t.Errorf("%q stays, want %q: %v", text, newer, err)
	}
}

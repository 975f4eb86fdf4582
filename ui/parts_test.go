package ui

import (
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/ui/state/view"
	"cardinal/ui/widget/tip"
)

// choiceOf returns the list of the dialog that has an answer.
func (s *stage) choiceOf(answer string) *tip.Select {
	s.Helper()
	for _, c := range all[*tip.Select](s.asked()) {
		if slices.Contains(c.Options, answer) {
			return c
		}
	}
	s.Fatalf("nothing offers %s", answer)
	return nil
}

// TestListIsChosen unnests a list of a file by the dialog. The workspace opens with the list unnested.
func TestListIsChosen(t *testing.T) {
	folder := t.TempDir()
	first := keeping(t, "")
	first.open(write(t, folder, "orders.json",
		`[{"id": 1, "tags": ["red", "blue"], "n": 2}, {"id": 2, "tags": [], "n": 3}, {"id": 3, "tags": ["red"], "n": 4}]`))
	if !first.canAskReading() {
		t.Fatal("a file with lists cannot be read in another way")
	}
	was := first.session.Table()
	first.press(ctrl(fyne.KeyI))
	first.choiceOf("tags").SetSelected("tags")
	read := first.button("Read again")
	first.until("the preview is there", func() bool { return !read.Disabled() })
	test.Tap(read)
	first.until("it is read again", func() bool { return first.session.Table() != was && !first.session.Loading() })
	if now := first.session.Table(); now.Rows != 4 || now.Unnest != "tags" {
		t.Fatalf("%d rows of %q", now.Rows, now.Unnest)
	}
	first.editor.Add("tags", view.Rows, 0)
	first.editor.Add("n", view.Values, 0)
	first.answered()
	first.press(ctrl(fyne.KeyS))
	first.typed("report", folder)
	test.Tap(first.button("Save"))
	path := filepath.Join(folder, "report.cardinal")
	first.until("it is saved", func() bool { return first.keeps.Path() == path })

	second := keeping(t, "")
	second.open(path)
	if a, b := first.exported(), second.exported(); a != b || second.session.Table().Rows != 4 {
		t.Errorf("saved\n%s\nopened\n%s", a, b)
	}
	second.press(ctrl(fyne.KeyI))
	if c := second.choiceOf("tags"); c.Selected != "tags" {
		t.Errorf("chosen is %q", c.Selected)
	}
}

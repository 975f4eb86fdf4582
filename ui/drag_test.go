package ui

import (
	"strings"
	"testing"

	"cardinal/ui/edit"
	"cardinal/ui/view"
)

// TestADropThatChangesNothingSaysSo drops fields onto a shelf that holds them.
func TestADropThatChangesNothingSaysSo(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	for _, field := range []string{"region", "day"} {
		s.editor.Drop(view.Rows, edit.Field{Column: field}, 0)
	}
	s.editor.Drop(view.Rows, edit.Field{Column: "day"}, 1)
	if got := len(s.session.State().Rows); got != 3 || s.status.message.Visible() {
		t.Errorf("%d chips on Rows: a second date comes as its next part; the window says %q", got, s.status.text.Text)
	}
	s.editor.Drop(view.Rows, edit.Field{Column: "region"}, 3)
	if got := s.status.text.Text; !s.status.message.Visible() || !strings.HasPrefix(got, "region is on Rows already") {
		t.Errorf("the window says %q", got)
	}
}

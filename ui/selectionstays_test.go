package ui

import (
	"testing"

	"cardinal/engine/pivot"
	"cardinal/ui/state/view"
)

// TestSelectionStaysOnItsLabel keeps only one label: the active cell stays on that label, not on its old row. Undo
// leads back to it. An excluded label leaves its row to another one.
func TestSelectionStaysOnItsLabel(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	if got := s.keyboard(); got != "*shelf.fieldList" {
		t.Errorf("after a file was opened, the keyboard is on %s", got)
	}
	s.editor.Append("region", view.Rows)
	g := s.answered().Grid
	last := g.Rows - 2 // before the total
	kept := g.Cell(last, 0)
	label := kept.Text()
	active := func() string {
		row, col, _ := s.result.grid.Active()
		c := s.session.Answer().Grid.Cell(row, col)
		return c.Text()
	}
	s.result.grid.Select(last, 0)
	s.result.keepSelected(false)
	s.until("one label", func() bool { return s.session.Answer() != nil && s.session.Answer().Grid.Rows < g.Rows })
	if got := active(); got != label {
		t.Errorf("%s is kept, and %s is active", label, got)
	}
	s.undo()
	s.until("all labels", func() bool { return s.session.Answer() != nil && s.session.Answer().Grid.Rows == g.Rows })
	if got := active(); got != label {
		t.Errorf("after undo %s is active, not %s", got, label)
	}
	s.result.keepSelected(true)
	s.until("without the label", func() bool {
		return s.session.Answer() != nil && s.session.Answer().Grid.Rows == g.Rows-1
	})
	row, col, _ := s.result.grid.Active()
	if c := s.session.Answer().Grid.Cell(row, col); c.Role != pivot.RowLabel {
		t.Errorf("the active cell is %+v", c)
	}
}

package ui

import (
	"testing"

	"cardinal/engine/pivot"
	"cardinal/ui/state/view"
)

// TestTheActiveCellStaysWithItsLine folds and unfolds around the active cell.
func TestTheActiveCellStaysWithItsLine(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Add("region", view.Rows, 0)
	s.editor.Add("units", view.Rows, 1)
	a := s.answered()
	s.win.Show()
	g := s.result.grid
	rowOf := func(region, units string) (int, int) {
		t.Helper()
		for row := a.Grid.HeaderRows; row < a.Grid.Rows; row++ {
			node := a.Grid.RowNode(row)
			if path := a.Tab.Rows.Path(node); len(path) > 0 && path[0].Text == region &&
				(len(path) == 1) == (units == "") && (units == "" || path[1].String() == units) {
				return row, node
			}
		}
		t.Fatalf("no line %s %s", region, units)
		return 0, 0
	}
	check := func(when string, node int) {
		t.Helper()
		a = s.session.Answer()
		row, col, ok := g.Active()
		if !ok || row < a.Grid.HeaderRows || a.Grid.RowNode(row) != node || col != 2 {
			t.Errorf("%s: the active cell is %d, %d of node %d, want node %d", when, row, col,
				a.Grid.RowNode(row), node)
		}
	}
	fold := func(region string) {
		t.Helper()
		_, node := rowOf(region, "")
		before := s.session.Answer()
		s.result.grid.OnFold(true, node)
		s.until("folded", func() bool { return s.session.Answer() != before })
	}
	row, node := rowOf("US", "5")
	g.Select(row, 2)
	fold("Asia")
	check("a line above is folded", node)
	fold("Asia")
	check("and unfolded", node)
	_, us := rowOf("US", "")
	fold("US")
	check("its own line is folded away", us)
	if rows := s.session.Answer().Grid.Rows; rows >= a.Tab.Grid(pivot.Folds{}).Rows {
		t.Fatalf("nothing is folded: %d rows", rows)
	}
}

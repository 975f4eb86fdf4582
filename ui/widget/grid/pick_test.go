package grid

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"cardinal/engine/pivot"
	"cardinal/ui/state/cells"
)

// TestPickLabels selects labels that do not stand beside each other with Ctrl, leaves some out again, copies
// them, and loses them with another selection.
func TestPickLabels(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(1600, 600), 1, theme.VariantLight)
	const ctrl = fyne.KeyModifierShortcutDefault
	told := 0
	g.OnSelected = func() { told++ }
	var labels []int
	for row := g.lay.headRows; row < g.lay.rows; row++ {
		if g.cell(row, 1).Role == pivot.RowLabel {
			labels = append(labels, row)
		}
	}
	are := func(want ...int) {
		t.Helper()
		var got []int
		for _, r := range g.Areas() {
			for row := r.FirstRow; row <= r.LastRow; row++ {
				got = append(got, row)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("picked are rows %v, want %v", got, want)
		}
	}
	a, b, c, d := labels[0], labels[2], labels[4], labels[5]
	down(g, center(g, a, 1), ctrl)
	are(a)
	down(g, center(g, c, 1), ctrl)
	down(g, center(g, d, 1), fyne.KeyModifierShift)
	down(g, center(g, b, 1), ctrl)
	are(a, c, d, b)
	g.sync()
	if g.tell(); told == 0 {
		t.Error("nobody hears of it")
	}
	var copied []cells.Rect
	g.OnCopy = func(_ Source, areas []cells.Rect, _ bool) { copied = areas }
	if g.Copy(false); cells.Len(copied) != 4 {
		t.Errorf("%v are copied", copied)
	}
	g.TappedSecondary(&fyne.PointEvent{Position: center(g, a, 1)})
	down(g, center(g, c, 1), ctrl) // one of two that were selected together
	are(a, c, d, b)
	down(g, center(g, a, 1), ctrl)
	down(g, center(g, b, 1), ctrl)
	are(c, d)
	down(g, center(g, a, 1), ctrl)
	down(g, center(g, b, 3), ctrl) // a figure
	are(b)
	down(g, center(g, a, 1), 0)
	down(g, center(g, b, 1), ctrl)
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	are(b)
	down(g, center(g, a, 1), ctrl)
	g.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if len(g.Areas()) != 1 {
		t.Error("the labels stay picked when the active cell moves")
	}

	// By the keyboard: Ctrl+Space holds the label of the active cell.
	hold := func() { g.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeySpace, Modifier: ctrl}) }
	g.move(cellAt{a, 1}, false)
	hold()
	key(g, fyne.KeyDown, fyne.KeyDown)
	are(a, a+2)
	hold()
	are(a, a+2)
	key(g, fyne.KeyDown, fyne.KeyDown)
	are(a, a+2, a+4)
	key(g, fyne.KeyUp, fyne.KeyUp)
	hold()
	key(g, fyne.KeyUp)
	are(a, a+1)
	if key(g, fyne.KeyRight); len(g.Areas()) != 1 {
		t.Error("labels are held from another column")
	}
}

// TestPickColumns selects columns that do not stand beside each other with Ctrl, below labels of either level
// and by the keyboard, and leaves some out again.
func TestPickColumns(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(2400, 600), 1, theme.VariantLight)
	const ctrl = fyne.KeyModifierShortcutDefault
	g.OnHeaderTapped = func(col int) { t.Errorf("column %d is sorted", col) }
	pick := func(row, col int) {
		pos := center(g, row, col)
		down(g, pos, ctrl)
		up(g, pos)
		g.Tapped(&fyne.PointEvent{Position: pos})
	}
	are := func(want ...int) {
		t.Helper()
		var got []int
		for _, r := range g.Areas() {
			if r.FirstRow != g.lay.headRows || r.LastRow != g.lay.rows-1 {
				t.Errorf("rows %d to %d are selected", r.FirstRow, r.LastRow)
			}
			got = append(got, r.FirstCol, r.LastCol)
		}
		if !slices.Equal(got, want) {
			t.Errorf("picked are columns %v, want %v", got, want)
		}
	}
	pick(1, 2) // Q1 of 2024, two measures
	are(2, 3)
	pick(1, 6)
	are(2, 3, 6, 7)
	pick(0, 11) // the second year, by a cell that its label covers
	are(2, 3, 6, 7, 10, 15)
	pick(1, 6)
	are(2, 3, 10, 15)
	pick(2, 7) // one measure
	are(2, 3, 10, 15, 7, 7)
	click(g, center(g, 5, 3))
	pick(1, 4) // a figure is no column
	are(4, 5)

	narrow := show(t, sales(), fyne.NewSize(600, 600), 1, theme.VariantLight)
	scrollTo(narrow, 5, 7)
	if narrow.lay.x == 0 {
		t.Fatal("the columns have room beside each other")
	}
	click(narrow, center(narrow, 0, 7))
	narrow.sel.is(t, 3, 2, narrow.lay.rows-1, 7) // a label selects all that it covers, also what is out of view

	hold := func() { g.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeySpace, Modifier: ctrl}) }
	click(g, center(g, 5, 3))
	hold()
	are(3, 3)
	key(g, fyne.KeyRight, fyne.KeyRight)
	are(3, 3, 5, 5)
	hold()
	key(g, fyne.KeyRight)
	are(3, 3, 5, 5, 6, 6)
	if key(g, fyne.KeyDown); len(g.Areas()) != 1 || g.sel.cells() != 1 {
		t.Error("columns are held from another row")
	}
}

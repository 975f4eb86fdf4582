package grid

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// TestCarryLabels drags labels of rows and of columns to other places, back to their own, and gives up.
func TestCarryLabels(t *testing.T) {
	g := show(t, single(), fyne.NewSize(700, 300), 1, theme.VariantLight)
	g.OnLift = func(row, _ int) ([]int, int) {
		if row < 3 {
			return []int{1, 2, 3}, 0
		}
		return []int{3, 4, 5, 6, 7, 8, 9}, row - 3
	}
	moved := ""
	g.OnMoved = func(row, col int, down bool, by int) { moved += fmt.Sprintln(row, col, down, by) }
	is := func(want string) {
		t.Helper()
		if moved != want {
			t.Errorf("moved %q, want %q", moved, want)
		}
		moved = ""
	}
	to := func(row, col int, dy float32) {
		drag(g, center(g, row, col).AddXY(0, dy/2))
		drag(g, center(g, row, col).AddXY(0, dy))
	}
	down(g, center(g, 4, 0), 0)
	to(6, 0, 5)
	drop(g)
	is("") // the first press selects, and its drag selects more
	g.sel.is(t, 4, 0, 6, 0)

	click(g, center(g, 4, 0))
	g.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: center(g, 4, 0)}})
	if g.Cursor() != desktop.PointerCursor {
		t.Error("the pointer does not say that the label can be dragged")
	}
	down(g, center(g, 4, 0), 0)
	to(6, 0, 5)
	test.AssertRendersToImage(t, "carry.png", fyne.CurrentApp().Driver().CanvasForObject(g))
	drop(g)
	is("4 0 true 2\n")
	g.sel.is(t, 4, 0, 4, 0)

	down(g, center(g, 4, 0), 0)
	to(4, 0, 9)
	drop(g)
	is("") // below itself is where it is

	down(g, center(g, 4, 0), 0)
	to(3, 0, -9)
	key(g, fyne.KeyEscape)
	drop(g)
	is("")

	down(g, center(g, 4, 0), 0)
	to(3, 0, -3)
	drop(g)
	is("4 0 true -1\n")

	down(g, center(g, 2, 1), 0)
	drag(g, center(g, 2, 2).AddXY(20, 0))
	drop(g)
	is("2 1 false 1\n")

	g.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt})
	is("4 0 true 1\n")
	down(g, center(g, 4, 0), 0)
	to(6, 0, 5)
	g.SetSource(single())
	drop(g)
	is("") // another answer came
}

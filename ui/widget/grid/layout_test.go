package grid

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// even returns a layout of equal columns, 100 wide, and rows 20 high.
func even(rows, cols, headRows, labels, w, h int) *layout {
	l := &layout{w: w, h: h, rowH: 20, rows: rows, headRows: headRows, labels: labels, gutter: 10, minThumb: 28}
	for i := range cols + 1 {
		l.xs = append(l.xs, i*100)
	}
	l.place()
	return l
}

func TestLayoutBars(t *testing.T) {
	for _, tc := range []struct {
		name          string
		l             *layout
		right, bottom int
	}{
		{"everything fits", even(5, 4, 1, 1, 400, 100), 400, 100},
		{"too tall", even(6, 3, 1, 1, 400, 100), 390, 100},
		{"too wide", even(4, 5, 1, 1, 400, 100), 400, 90},
		{"the bar at the side makes it too wide", even(6, 4, 1, 1, 400, 100), 390, 90},
		{"the bar below makes it too tall", even(5, 5, 1, 1, 400, 100), 390, 90},
		{"no room at all", even(50, 50, 9, 1, 160, 100), 150, 100},
	} {
		if tc.l.right != tc.right || tc.l.bottom != tc.bottom {
			t.Errorf("%s: cells end at %d,%d, want %d,%d", tc.name, tc.l.right, tc.l.bottom, tc.right, tc.bottom)
		}
	}
}

func TestLayoutHit(t *testing.T) {
	l := even(1000, 20, 2, 1, 500, 400)
	l.x, l.y = 250, 35
	l.place()
	for _, tc := range []struct{ x, y, row, col int }{
		{0, 0, 0, 0},
		{99, 39, 1, 0},
		{100, 40, 3, 3}, // 40 begins at pixel 35 of the body, in its second row
		{149, 44, 3, 3},
		{150, 45, 4, 4},
	} {
		row, _ := l.rowAt(tc.y)
		col, _ := l.colAt(tc.x)
		if row != tc.row || col != tc.col {
			t.Errorf("at %d,%d: cell %d,%d, want %d,%d", tc.x, tc.y, row, col, tc.row, tc.col)
		}
		if x, end := l.colX(col), l.colEnd(col); tc.x < x || tc.x >= end {
			t.Errorf("column %d spans %d to %d, without %d", col, x, end, tc.x)
		}
		if y := l.rowY(row); tc.y < y || tc.y >= y+l.rowH {
			t.Errorf("row %d begins at %d, without %d", row, y, tc.y)
		}
	}
	if _, ok := l.colAt(l.right); ok {
		t.Error("a column under the scrollbar")
	}
	if _, ok := l.rowAt(-1); ok {
		t.Error("a row above the grid")
	}
}

func TestLayoutFreezesLabelsUnlessTooWide(t *testing.T) {
	if l := even(10, 10, 1, 3, 500, 400); l.frozen != 3 || l.left != 300 {
		t.Errorf("300 of 500 pixels: %d columns frozen, body from %d", l.frozen, l.left)
	}
	if l := even(10, 10, 1, 3, 499, 400); l.frozen != 0 || l.left != 0 {
		t.Errorf("300 of 499 pixels: %d columns frozen, body from %d", l.frozen, l.left)
	}
}

func TestLayoutRevealsExactRow(t *testing.T) {
	for _, rows := range []int{1000, 10_000_000, 8_000_000_000} {
		l := even(rows+1, 3, 1, 1, 500, 417)
		for _, row := range []int{1, rows / 3, rows - 1, rows} {
			l.reveal(row, 1)
			first, end := l.visibleRows()
			if row < first || row >= end {
				t.Fatalf("row %d of %d is not between %d and %d", row, rows, first, end)
			}
			if y := l.rowY(row); y < l.top || y+l.rowH > l.bottom {
				t.Errorf("row %d of %d is at %d, outside %d to %d", row, rows, y, l.top, l.bottom)
			}
			if at, _ := l.rowAt(l.rowY(row)); at != row {
				t.Errorf("row %d is hit as %d", row, at)
			}
		}
	}
}

func TestLayoutRevealsColumn(t *testing.T) {
	l := even(10, 30, 1, 1, 450, 400)
	for _, col := range []int{29, 1, 15, 14, 16, 0} {
		before := l.x
		l.reveal(5, col)
		if col >= l.frozen && (l.colX(col) < l.left || l.colEnd(col) > l.right) {
			t.Errorf("column %d is at %d to %d, outside %d to %d", col, l.colX(col), l.colEnd(col), l.left, l.right)
		}
		if col == 0 && l.x != before {
			t.Error("revealing a frozen column scrolled")
		}
	}
}

func TestLayoutVisible(t *testing.T) {
	l := even(100, 10, 1, 1, 350, 110)
	l.x, l.y = 110, 30
	l.place()
	if a, b := l.visibleCols(); a != 2 || b != 5 {
		t.Errorf("columns %d to %d in view, want 2 to 5", a, b)
	}
	if a, b := l.visibleRows(); a != 2 || b != 7 {
		t.Errorf("rows %d to %d in view, want 2 to 7", a, b)
	}
}

func TestBorderAt(t *testing.T) {
	l := even(10, 10, 1, 1, 500, 400)
	l.x = 50
	l.place()
	for _, tc := range []struct {
		x, col int
		ok     bool
	}{{97, 0, true}, {103, 0, false}, {147, 1, true}, {153, 1, true}, {155, 0, false}, {50, 0, false}} {
		if col, ok := l.borderAt(tc.x, 4); ok != tc.ok || ok && col != tc.col {
			t.Errorf("border at %d: column %d, %v; want %d, %v", tc.x, col, ok, tc.col, tc.ok)
		}
	}
}

// TestGrandTotalsStay scrolls a layout with totals at the foot and at the side, and one with totals at the top
// and at the left.
func TestGrandTotalsStay(t *testing.T) {
	for _, first := range []bool{false, true} {
		l := even(1000, 40, 2, 1, 800, 600)
		if l.last = (grands{1, 2}); first {
			l.first, l.last = l.last, grands{}
		}
		for _, at := range [][2]int{{0, 0}, {333, 777}, {1 << 30, 1 << 30}} {
			l.x, l.y = at[0], at[1]
			l.place()
			seenRows, seenCols := map[int]int{}, map[int]int{}
			for y := range l.bottom {
				row, ok := l.rowAt(y)
				if !ok || y < l.rowY(row) || y >= l.rowY(row)+l.rowH {
					t.Fatalf("row %d at %d begins at %d", row, y, l.rowY(row))
				}
				seenRows[row]++
			}
			for x := range l.right {
				col, ok := l.colAt(x)
				if !ok || x < l.colX(col) || x >= l.colEnd(col) {
					t.Fatalf("column %d at %d begins at %d", col, x, l.colX(col))
				}
				seenCols[col]++
			}
			row, cols := 999, []int{38, 39}
			if first {
				row, cols = 2, []int{1, 2}
			}
			if seenRows[row] != l.rowH || seenCols[cols[0]] != 100 || seenCols[cols[1]] != 100 {
				t.Errorf("totals first: %v, scrolled to %v: %d pixels of the row, %d and %d of the columns", first, at,
					seenRows[row], seenCols[cols[0]], seenCols[cols[1]])
			}
		}
		if row, _ := l.rowAt(l.floor - 1); row != 999-l.foot {
			t.Errorf("totals first: %v: the last row is %d", first, row)
		}
		l.reveal(500, 20)
		if y := l.rowY(500); y < l.top || y+l.rowH > l.floor {
			t.Errorf("row 500 is at %d, which is hidden", y)
		}
		if x := l.colX(20); x < l.left || l.colEnd(20) > l.wall {
			t.Errorf("column 20 is at %d, which is hidden", x)
		}
	}
	l := even(1000, 40, 2, 1, 800, 100) // three rows below the headers
	l.last = grands{2, 0}
	l.place()
	if l.foot != 0 {
		t.Error("totals take most of a low grid")
	}
}

// TestMinusSign writes negative numbers and edges of bins with the minus sign of the font, and leaves the
// hyphens of names.
func TestMinusSign(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(600, 400), 1, theme.VariantLight)
	bins := pivot.Format{NumberFormat: data.NumberFormat{Edges: true, Signed: true}}
	for want, c := range map[string]pivot.Cell{
		"−5": {Role: pivot.Body, Value: data.IntValue(-5)}, "−10 to −5": {Role: pivot.RowLabel,
			Value: data.TextValue("-10 - -5"), Format: bins},
		"below −1,000": {Role: pivot.ColLabel, Value: data.TextValue("below -1,000"), Format: bins},
		"mid-range":    {Role: pivot.RowLabel, Value: data.TextValue("mid-range"), Format: bins},
		"−10 to −5 total": {Role: pivot.RowLabel, Value: data.TextValue("-10 to -5 total"), Own: true,
			Of: data.TextValue("-10 - -5"), Format: bins},
		"−5 total": {Role: pivot.RowLabel, Value: data.TextValue("-5 total"), Own: true, Of: data.IntValue(-5)},
		"-5 - x":   {Role: pivot.RowLabel, Value: data.TextValue("-5 - x")},
	} {
		if got := strings.ReplaceAll(g.m.withMinus(&c, c.Text()), g.m.minus, "−"); got != want {
			t.Errorf("%s is painted as %s, want %s", c.Value.Text, got, want)
		}
	}
}

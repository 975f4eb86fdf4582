package ui

import (
	"fmt"
	"strings"
	"testing"

	"cardinal/ui/widget/grid"
)

// driveDrillThrough double-clicks a figure of the sample's pivot by region and quarter, exports the rows behind
// it, and goes back.
func driveDrillThrough(t *testing.T) {
	x, y := pixel(real.result.grid, 0.4, 0.3)
	xdotool(t, "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.2", "click", "--repeat", "2",
		"--delay", "120", "1")
	eventually(t, "no rows are shown", func() bool { return real.result.rows != nil })
	rows, a := real.result.rows, real.session.Answer()
	r, c := a.Grid.Nodes(real.result.from[0], real.result.from[1])
	region, quarter := a.Tab.Rows.Path(r)[0].Text, a.Tab.Cols.Path(c)[0].Text
	if title := texts(real.result.root); !strings.Contains(title, fmt.Sprintf(" rows behind %s, %s", region, quarter)) {
		t.Errorf("%s, %s are the rows behind %s", region, quarter, title)
	}
	for row := 1; row <= rows.Len(); row++ {
		if got := rows.Cell(row, 1).Value.Text + ", " + rows.Cell(row, 2).Value.Text; got != region+", "+quarter {
			t.Fatalf("row %d is of %s", row, got)
		}
	}
	const revenue = 7 // the column on the screen
	onUI(func() { real.result.grid.OnHeaderTapped(revenue) })
	eventually(t, "the rows are not sorted", func() bool { return real.result.rows.Sort.Col == revenue-1 })
	sorted := real.result.rows
	for row := 2; row <= sorted.Len(); row++ {
		before, known := sorted.Cell(row-1, revenue).Value.Number()
		if after, more := sorted.Cell(row, revenue).Value.Number(); more && (!known || before < after) {
			t.Fatalf("row %d is out of order", row)
		}
	}
	shot(t, "behind")
	book := exported(t, "sales sample rows.xlsx")
	if lines, err := book.GetRows("Rows"); err != nil || len(lines) != rows.Len()+1 || lines[1][0] != region ||
		lines[1][revenue-1] != sorted.Cell(1, revenue).Format.Text(sorted.Cell(1, revenue).Value) {
		t.Errorf("%d lines: %v", len(lines), err)
	}
	xdotool(t, "key", "Escape", "sleep", "0.3")
	eventually(t, "Esc does not lead back", func() bool {
		row, col, ok := real.result.grid.Active()
		return real.result.grid.Source() == (grid.Source)(a.Grid) && ok && [2]int{row, col} == real.result.from
	})
}

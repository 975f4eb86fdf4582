package pivot_test

import (
	"math"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// compareValues holds the values of a grid, read a few rows at a time, to its cells.
func compareValues(t *testing.T, about string, g *pivot.Grid) {
	t.Helper()
	const atOnce = 7
	values, totals := make([]data.Value, atOnce*g.Cols), make([]int, atOnce)
	for from := g.HeaderRows; from < g.Rows; from += atOnce {
		n := min(atOnce, g.Rows-from)
		g.Values(from, from+n, values, totals)
		for i, total := range totals[:n] {
			if needs := total == pivot.NeedsCells; needs != needsCells(g, from+i) {
				t.Fatalf("%s: row %d needs its cells: %t", about, from+i, needs)
			} else if needs {
				continue
			}
			for col := range g.Cols {
				c, got := g.Cell(from+i, col), values[i*g.Cols+col]
				if want := c.Plain != ""; (col == total) != want {
					t.Fatalf("%s: row %d has its total in column %d", about, from+i, total)
				} else if want {
					c.Value = data.TextValue(c.Plain)
				}
				if math.IsNaN(got.Float) && math.IsNaN(c.Value.Float) {
					got.Float, c.Value.Float = 0, 0
				}
				if got != c.Value {
					t.Fatalf("%s: the value at %d, %d is %v, want %v", about, from+i, col, got, c.Value)
				}
			}
		}
	}
}

// needsCells reports whether a row is a grand total, folded, a note, or below Others.
func needsCells(g *pivot.Grid, row int) bool {
	rows, n := &g.Tab().Rows, g.RowNode(row)
	c := g.Cell(row, 0)
	needs := !g.HasFigures(row) || n == 0 && (len(rows.Fields) > 0 || c.Text() == "All rows")
	for col := range g.LabelCols {
		needs = needs || g.Cell(row, col).Fold == pivot.Closed
	}
	for ; n > 0; n = rows.Parent(n) {
		needs = needs || rows.Others(n)
	}
	return needs
}

package sheet

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"cardinal/data/format/workbook/zipxml"
)

// gridOf makes a grid whose columns have some cells, each with a different number.
func gridOf(rnd *rand.Rand, rows, columns int, share float64) *Grid {
	g := New(nil, Wish{})
	for c := 1; c <= columns; c++ {
		g.column(c)
		for row := range rows {
			if rnd.Float64() < share {
				g.column(c).put(row, Cell{Kind: Bool, Number: float64(1000*row + c)})
			}
		}
	}
	return g
}

func rangesOf(rnd *rand.Rand, n, rows, columns int) []Range {
	out := make([]Range, n)
	for i := range out {
		top, left := rnd.IntN(rows), 1+rnd.IntN(columns)
		out[i] = Range{top, left, top + rnd.IntN(rows-top), left + rnd.IntN(columns-left+1)}
	}
	return out
}

// cellsOf returns the cells of a grid, row by row.
func cellsOf(g *Grid, rows int) [][]Cell {
	out := make([][]Cell, rows)
	for row := range out {
		for _, c := range g.columns {
			out[row] = append(out[row], c.cell(row))
		}
	}
	return out
}

// TestFill compares overlapping ranges with the plain way: one range after the other, cell by cell.
func TestFill(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for try := range 2000 {
		rows, columns := 1+rnd.IntN(30), 1+rnd.IntN(8)
		g := gridOf(rnd, rows, columns, []float64{0.02, 0.3, 0.9}[try%3])
		ranges := rangesOf(rnd, rnd.IntN(20), rows, columns)
		want := cellsOf(g, rows)
		for _, r := range ranges {
			value := want[r.Top][r.Left-1]
			for row := r.Top; row <= r.Bottom; row++ {
				for c := r.Left - 1; c < r.Right; c++ {
					if want[row][c].Kind == Empty {
						want[row][c] = value
					}
				}
			}
		}
		if err := g.fill(t.Context(), "it", zipxml.Within(0), ranges); err != nil {
			t.Fatal(err)
		}
		got := cellsOf(g, rows)
		for row := range want {
			for c := range want[row] {
				if got[row][c] != want[row][c] {
					t.Fatalf("try %d, %d ranges: row %d, column %d: %v, want %v", try, len(ranges), row, c+1,
						got[row][c], want[row][c])
				}
			}
		}
		counts := [Error + 1]int{}
		for _, c := range g.columns {
			for kind, n := range c.counts {
				counts[kind] += n
			}
		}
		n := 0
		for row := range want {
			for _, c := range want[row] {
				if c.Kind == Bool {
					n++
				}
			}
		}
		if counts[Bool] != n {
			t.Fatalf("try %d: %d cells are counted, want %d", try, counts[Bool], n)
		}
	}
}

// TestFillOfMany fills 300,000 ranges of 100,000 rows that share most of their cells. Cell by cell they would
// take hours.
func TestFillOfMany(t *testing.T) {
	const rows, columns = 100_000, 20
	rnd := rand.New(rand.NewPCG(5, 6))
	g := gridOf(rnd, rows, columns, 0.1)
	if err := g.fill(t.Context(), "it", zipxml.Within(0), rangesOf(rnd, 300_000, rows, columns)); err != nil {
		t.Fatal(err)
	}
	if n := g.columns[columns/2].counts[Bool]; n < rows*9/10 {
		t.Errorf("a column in the middle has %d cells", n)
	}
}

// TestFillNothing merges cells without a value over a column without a cell: the column stays without one.
func TestFillNothing(t *testing.T) {
	g := New(nil, Wish{})
	g.column(1).put(0, Cell{Kind: Bool})
	g.column(3).put(0, Cell{Kind: Bool})
	if err := g.fill(t.Context(), "it", zipxml.Within(0), []Range{{1, 1, 1, 3}, {0, 3, 1, 3}}); err != nil {
		t.Fatal(err)
	}
	if g.columns[1] != nil || g.columns[2].cell(1).Kind != Bool {
		t.Errorf("%v", g.columns)
	}
}

// TestFillTooLarge fills all cells of a sheet, which the memory does not hold. The columns take none before
// they are filled.
func TestFillTooLarge(t *testing.T) {
	g := New(nil, Wish{})
	g.column(1).put(0, Cell{Kind: Bool})
	g.column(MaxColumn)
	err := g.fill(t.Context(), "the sheet", zipxml.Within(200<<20), []Range{{0, 1, MaxRow - 1, MaxColumn}})
	if !errors.As(err, &zipxml.TooLarge{}) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.fill(ctx, "the sheet", zipxml.Within(0), []Range{{0, 1, 1, 1}}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func BenchmarkFill(b *testing.B) {
	const rows, columns, n = 100_000, 20, 100_000
	rnd := rand.New(rand.NewPCG(7, 8))
	ranges := rangesOf(rnd, n, rows, columns)
	for b.Loop() {
		b.StopTimer()
		g := gridOf(rnd, rows, columns, 0.1)
		b.StartTimer()
		if err := g.fill(b.Context(), "it", zipxml.Within(0), ranges); err != nil {
			b.Fatal(err)
		}
	}
}

package export

import (
	"math"
	"strings"

	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// barCells is the length of the longest data bar in a terminal, in characters.
const barCells = 10

// tails returns, for each column of a grid, the number of characters that conditional formats take after the figures.
func tails(g Cells, cols int) []int {
	out := make([]int, cols)
	grid, is := g.(*pivot.Grid)
	if !is {
		return out
	}
	for _, a := range grid.Areas() {
		width := 2
		if a.Extent.Mark.Kind == query.Bars {
			width = 1 + barCells
			if a.Extent.Least < 0 && a.Extent.Greatest > 0 {
				width++ // the axis
			}
		}
		for _, run := range a.Cols {
			for col := run.First; col <= run.Last; col++ {
				out[col] = max(out[col], width)
			}
		}
	}
	return out
}

// tail returns what follows a figure: its bar, a block as high as its position on a colour scale, or a dot if it is
// highlighted.
func tail(c mark.Cell) string {
	switch c.Mark.Kind {
	case query.NoMark:
		return ""
	case query.Bars:
		return " " + barText(c)
	case query.Scale:
		return " " + string([]rune("▁▂▃▄▅▆▇█")[min(int(c.Share*8), 7)])
	}
	return " ●"
}

// barText draws a bar: to the right of an axis, or to its left if the figure is negative. The axis is drawn if a
// column has both.
func barText(c mark.Cell) string {
	left := int(math.Round(c.From * barCells))
	if c.From > 0 && c.From < 1 {
		left = min(max(left, 1), barCells-1)
	}
	length, axis := math.Abs(c.To-c.From)*barCells, ""
	if c.From > 0 && c.From < 1 {
		axis = "│"
	}
	if c.To < c.From {
		halves := min(max(int(math.Round(2*length)), 1), 2*left)
		bar := strings.Repeat("▐", halves%2) + strings.Repeat("█", halves/2)
		return strings.Repeat(" ", left-(halves+1)/2) + bar + axis
	}
	eighths := min(int(math.Round(8*length)), 8*(barCells-left))
	if eighths == 0 && c.To > c.From {
		eighths = 1
	}
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return strings.Repeat(" ", left) + axis + bar
}

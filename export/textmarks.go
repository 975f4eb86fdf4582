package export

import (
	"cmp"
	"math"
	"strings"

	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// barCells is the length of the longest data bar in a terminal, in characters.
const barCells = 10

// tails returns the tail of each column of a grid.
func tails(g Cells, cols int) []tail {
	out := make([]tail, cols)
	grid, is := g.(*pivot.Grid)
	if !is {
		return out
	}
	for _, a := range grid.Areas() {
		for _, run := range a.Cols {
			for col := run.First; col <= run.Last; col++ {
				switch t := &out[col]; a.Extent.Mark.Kind {
				case query.Bars:
					t.bars = true
					t.axis = t.axis || a.Extent.Least < 0 && a.Extent.Greatest > 0
				case query.Icons:
					t.arrows = true
				default:
					t.fills = true
				}
			}
		}
	}
	return out
}

// tail says what conditional formats show after the figures of a column. First comes an arrow. Then comes a dot if the
// figure is highlighted, or a block whose height is the position on the colour scale. Last comes a bar.
type tail struct{ arrows, fills, bars, axis bool }

// width returns the number of characters that the tail takes.
func (t tail) width() (n int) {
	for _, shown := range []bool{t.arrows, t.fills} {
		if shown {
			n += 2
		}
	}
	if t.bars {
		n += 1 + barCells
	}
	if t.axis {
		n++
	}
	return n
}

// text returns the tail of one figure.
func (t tail) text(c mark.Cell) (text string) {
	if t == (tail{}) {
		return ""
	}
	part := func(shown bool, s string) {
		if shown {
			text += " " + s
		}
	}
	part(t.arrows, cmp.Or(c.Arrow.String(), " "))
	fill := map[mark.Fill]string{mark.None: " ", mark.Good: "●", mark.Bad: "●"}[c.Fill]
	part(t.fills, cmp.Or(fill, string([]rune("▁▂▃▄▅▆▇█")[min(int(c.Share*8), 7)])))
	if c.Bar {
		part(t.bars, barText(c))
	}
	return strings.TrimRight(text, " ")
}

// barText draws a bar. The bar of a negative figure is to the left of an axis, other bars to its right. The axis is
// only drawn if a column has bars on both sides.
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

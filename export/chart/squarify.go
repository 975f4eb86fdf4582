package chart

import (
	"cmp"
	"math"
	"slices"

	"cardinal/internal/each"
)

// placed is a tile with its position.
type placed struct {
	of             tile
	x0, y0, x1, y1 float64
}

// squarify fills a rectangle with tiles whose areas are in proportion to their sizes and whose shapes are close to
// squares. Source: Bruls, Huizing and van Wijk, "Squarified Treemaps", 2000. It places the greatest tiles first, in a
// row along the shorter side. Tiles are added to the row as long as the worst ratio of sides in the row does not grow.
// Then the rest of the rectangle is filled in the same way. Sizes must be above zero.
func squarify(tiles []tile, x0, y0, x1, y1 float64) []placed {
	tiles = slices.Clone(tiles)
	slices.SortStableFunc(tiles, func(a, b tile) int { return cmp.Compare(b.size, a.size) })
	greatest := 0.0
	if len(tiles) > 0 {
		greatest = tiles[0].size
	}
	// sizes are divided by the greatest size, so that their sum cannot overflow
	total := each.Sum(tiles, func(t tile) float64 { return t.size / greatest })
	var out []placed
	for len(tiles) > 0 && total > 0 {
		wide, high := x1-x0, y1-y0
		side := min(wide, high)
		area := wide * high / total // per unit of size
		n, row := 0, 0.0
		for worst := math.Inf(1); n < len(tiles); n++ {
			next := row + tiles[n].size/greatest
			if w := worstRatio(tiles[0].size/greatest*area, tiles[n].size/greatest*area, next*area, side); w > worst {
				break
			} else {
				worst, row = w, next
			}
		}
		thick := 0.0
		if side > 0 {
			thick = row * area / side
		}
		at := 0.0
		for _, t := range tiles[:n] {
			length := t.size / greatest / row * side
			if wide >= high {
				out = append(out, placed{t, x0, y0 + at, x0 + thick, y0 + at + length})
			} else {
				out = append(out, placed{t, x0 + at, y0, x0 + at + length, y0 + thick})
			}
			at += length
		}
		if wide >= high {
			x0 += thick
		} else {
			y0 += thick
		}
		total -= row
		tiles = tiles[n:]
	}
	return out
}

// worstRatio returns the greatest ratio of sides among the tiles of a row. The row has the length `side` and the area
// `row`. greatest and least are the areas of its greatest and its least tile.
func worstRatio(greatest, least, row, side float64) float64 {
	return max(side*side*greatest/(row*row), row*row/(side*side*least))
}

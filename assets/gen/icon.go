package main

import (
	"image"
	"image/color"
)

const iconSize = 512

// The icon is designed on a square of 512 units: a pivot that is a cardinal. Its grid is the body, the cells are
// shaded like a heat map, a header row makes the mask, and a crest rises from it.
var (
	redTop    = color.NRGBA{0xE2, 0x2B, 0x45, 0xFF}
	redBottom = color.NRGBA{0xA0, 0x10, 0x2C, 0xFF}
	white     = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	mask      = color.NRGBA{0x2A, 0x0B, 0x14, 0xFF}
	beak      = color.NRGBA{0xFF, 0xB4, 0x3A, 0xFF}
)

// heat is the opacity of the body's cells, a row a line; the first row is the mask.
var heat = [4][4]float64{
	{1, 1, 1, 1},
	{0.95, 0.72, 0.40, 0.60},
	{0.78, 0.50, 0.85, 0.30},
	{0.60, 0.34, 0.52, 0.18},
}

const (
	cellSize = 64.0
	cellGap  = 12.0
	bodyLeft = 71.0
	bodyTop  = 172.0
)

func drawIcon(n int) image.Image {
	c := newCanvas(n)
	c.fillGradient(roundedBox{0, 0, 512, 512, 112}, redTop, redBottom)
	for row := range heat {
		for col, opacity := range heat[row] {
			x := bodyLeft + float64(col)*(cellSize+cellGap)
			y := bodyTop + float64(row)*(cellSize+cellGap)
			paint := white
			if row == 0 && col == 3 {
				paint = mask
			}
			c.fill(roundedBox{x, y, cellSize, cellSize, 13}, paint, opacity)
		}
	}
	right := bodyLeft + 4*cellSize + 3*cellGap
	c.fill(polygon{{bodyLeft + 96, bodyTop - 12}, {bodyLeft + 38, 62}, {bodyLeft + 206, bodyTop - 12}}, white, 0.72)
	c.fill(polygon{{bodyLeft + 148, bodyTop - 12}, {bodyLeft + 128, 46}, {right, bodyTop - 12}}, white, 1)
	c.fill(polygon{{right + 10, bodyTop + 4}, {right + 84, bodyTop + 40}, {right + 10, bodyTop + 62}}, beak, 1)
	c.fill(roundedBox{right - cellSize + 20, bodyTop + 18, 24, 24, 12}, white, 1)
	return c.img
}

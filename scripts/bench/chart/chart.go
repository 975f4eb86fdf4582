package chart

import (
	"fmt"
	"image/color"
	"math"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Palette has two greys and the colours of Okabe and Ito, which can be distinguished even by colour-blind people.
var Palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff}, {0x99, 0x7a, 0x00, 0xff}, {0x80, 0x80, 0x80, 0xff}, {0xb0, 0x30, 0x60, 0xff},
}

// Powers are ticks at the powers of ten.
type Powers struct{}

func (Powers) Ticks(least, most float64) []plot.Tick {
	var out []plot.Tick
	for e := math.Ceil(math.Log10(least) - 1e-9); e <= math.Log10(most)+1e-9; e++ {
		out = append(out, plot.Tick{Value: math.Pow(10, e), Label: short(math.Pow(10, e))})
	}
	return out
}

// short writes a number with k or M: 10000 as 10k.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%gM", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%gk", v/1e3)
	}
	return fmt.Sprintf("%g", v)
}

// Save draws the plots as tiles into a PNG file.
func Save(path string, tiles [][]*plot.Plot, width, height vg.Length) error {
	img := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(96))
	pad := vg.Points(8)
	canvases := plot.Align(tiles, draw.Tiles{
		Rows: len(tiles), Cols: len(tiles[0]), PadX: pad, PadY: pad, PadTop: pad, PadBottom: pad, PadLeft: pad,
		PadRight: pad,
	}, draw.New(img))
	for i, row := range tiles {
		for j, p := range row {
			p.Draw(canvases[i][j])
		}
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("cannot write a plot: %w", err)
	}
	if _, err := (vgimg.PngCanvas{Canvas: img}).WriteTo(f); err != nil {
		_ = f.Close()
		return fmt.Errorf("cannot write a plot: %w", err)
	}
	return f.Close()
}

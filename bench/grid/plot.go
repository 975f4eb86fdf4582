package grid

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"slices"

	"cardinal/bench/ours"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// palette is Okabe and Ito's, which people of every colour vision tell apart, and two greys.
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff}, {0x99, 0x7a, 0x00, 0xff}, {0x80, 0x80, 0x80, 0xff}, {0xb0, 0x30, 0x60, 0xff},
}

// plotRatios draws, over the number of groups found, how many times slower than the best the engine's choice was.
func plotRatios(path string, cells []*cell) error {
	p := plot.New()
	p.Title.Text = "The engine's choice over the best strategy"
	p.X.Label.Text, p.Y.Label.Text = "groups", "times the best strategy's time"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powers{}
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	least, most := math.Inf(1), 1.0
	top := 1.3
	for i, d := range Distributions {
		var points plotter.XYs
		for _, c := range cells {
			if r := c.ratio(); c.Distribution == d && r > 0 {
				points = append(points, plotter.XY{X: float64(max(c.found, 1)), Y: r})
				least, most, top = min(least, float64(c.found)), max(most, float64(c.found)), max(top, r*1.05)
			}
		}
		if len(points) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return fmt.Errorf("cannot plot the grid: %w", err)
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: palette[i], Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
		p.Add(dots)
		p.Legend.Add(string(d), dots)
	}
	if math.IsInf(least, 1) {
		return fmt.Errorf("cannot plot the grid: no strategy ran in any cell")
	}
	line := plotter.NewFunction(func(float64) float64 { return near })
	line.Dashes = []vg.Length{vg.Points(4), vg.Points(4)}
	p.Add(line)
	p.Legend.Add("15% slower", line)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = least*0.8, most*1.25, 0.8, top
	return save(path, [][]*plot.Plot{{p}}, 9*vg.Inch, 5*vg.Inch)
}

// plotStrategies draws nanoseconds a row over groups, a line a strategy: a column a distribution, a row a number of
// keys, the least and the greatest measured.
func plotStrategies(path string, cells []*cell, rows int) error {
	least, most := math.Inf(1), 0.0
	keys := []int{cells[0].Keys}
	for _, c := range cells {
		keys = []int{min(keys[0], c.Keys), max(keys[len(keys)-1], c.Keys)}
		for _, t := range append(c.forced, c.own) {
			if ns := float64(t.Min()) / float64(rows); ns > 0 {
				least, most = min(least, ns*0.9), max(most, ns*1.1)
			}
		}
	}
	keys = slices.Compact(keys)
	var tiles [][]*plot.Plot
	for _, k := range keys {
		var row []*plot.Plot
		for _, d := range Distributions {
			some := where(cells, func(c *cell) bool { return c.Keys == k && c.Distribution == d })
			p, err := lines(some, rows, len(tiles)+len(row) == 0)
			if err != nil {
				return err
			}
			p.Title.Text = fmt.Sprintf("%s, %s", d, keyCount(k))
			p.Y.Min, p.Y.Max = least, most
			row = append(row, p)
		}
		tiles = append(tiles, row)
	}
	return save(path, tiles, 20*vg.Inch, vg.Length(5*len(tiles))*vg.Inch)
}

// lines is one tile, with a legend or without.
func lines(cells []*cell, rows int, legend bool) (*plot.Plot, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "groups", "ns a row"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powers{}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, powers{}
	p.X.Min, p.X.Max = 1, 1e7
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	p.Legend.TextStyle.Font.Size = font.Length(8)
	add := func(name string, c color.Color, width vg.Length, of func(*cell) float64) error {
		var points plotter.XYs
		for _, cell := range cells {
			if y := of(cell) / float64(rows); y > 0 {
				points = append(points, plotter.XY{X: float64(cell.Groups), Y: y})
			}
		}
		if len(points) == 0 {
			return nil
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return fmt.Errorf("cannot plot the grid: %w", err)
		}
		line.Color, line.Width = c, width
		p.Add(line)
		if legend {
			p.Legend.Add(name, line)
		}
		return nil
	}
	err := add("chosen", color.Black, vg.Points(3), func(c *cell) float64 { return float64(c.own.Min()) })
	for i, name := range ours.Strategies {
		if err == nil {
			err = add(name, palette[i%len(palette)], vg.Points(1.2), func(c *cell) float64 { return float64(c.forced[i].Min()) })
		}
	}
	return p, err
}

// powers marks the powers of ten.
type powers struct{}

func (powers) Ticks(least, most float64) []plot.Tick {
	var out []plot.Tick
	for e := math.Ceil(math.Log10(least) - 1e-9); e <= math.Log10(most)+1e-9; e++ {
		out = append(out, plot.Tick{Value: math.Pow(10, e), Label: short(math.Pow(10, e))})
	}
	return out
}

// short writes 10000 as 10k.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%gM", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%gk", v/1e3)
	}
	return fmt.Sprintf("%g", v)
}

// save draws the plots as tiles into a PNG.
func save(path string, tiles [][]*plot.Plot, width, height vg.Length) error {
	img := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(96))
	pad := vg.Points(8)
	canvases := plot.Align(tiles, draw.Tiles{
		Rows: len(tiles), Cols: len(tiles[0]), PadX: pad, PadY: pad, PadTop: pad, PadBottom: pad, PadLeft: pad, PadRight: pad,
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
		f.Close()
		return fmt.Errorf("cannot write a plot: %w", err)
	}
	return f.Close()
}

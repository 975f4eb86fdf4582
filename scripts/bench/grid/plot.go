package grid

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"cardinal/bench/chart"
	"cardinal/bench/ours"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// plotRatios plots the ratio of the engine's time to the best time over the number of groups found.
func plotRatios(path string, cells []*cell) error {
	p := plot.New()
	p.Title.Text = "The engine's choice over the best strategy"
	p.X.Label.Text, p.Y.Label.Text = "groups", "times the best strategy's time"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, chart.Powers{}
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
		dots.GlyphStyle = draw.GlyphStyle{Color: chart.Palette[i], Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
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
	return chart.Save(path, [][]*plot.Plot{{p}}, 9*vg.Inch, 5*vg.Inch)
}

// plotStrategies plots nanoseconds per row over the number of groups, with a line for each strategy. The plots have a
// column for each distribution, a row for the least number of keys, and a row for the greatest.
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
			some := filterCells(cells, func(c *cell) bool { return c.Keys == k && c.Distribution == d })
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
	return chart.Save(path, tiles, 20*vg.Inch, vg.Length(5*len(tiles))*vg.Inch)
}

// lines makes one plot, with or without a legend.
func lines(cells []*cell, rows int, legend bool) (*plot.Plot, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "groups", "ns a row"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, chart.Powers{}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, chart.Powers{}
	p.X.Min, p.X.Max = 1, 1e7
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	p.Legend.TextStyle.Font.Size = font.Length(8)
	add := func(name string, c color.Color, width vg.Length, dashed bool, of func(*cell) float64) error {
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
		if dashed {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
		}
		p.Add(line)
		if legend {
			p.Legend.Add(name, line)
		}
		return nil
	}
	err := add("chosen", color.Black, vg.Points(3), false, func(c *cell) float64 { return float64(c.own.Min()) })
	for i, name := range ours.Strategies {
		if err == nil {
			err = add(name, chart.Palette[i%len(chart.Palette)], vg.Points(1.2), i >= len(chart.Palette),
				func(c *cell) float64 { return float64(c.forced[i].Min()) })
		}
	}
	return p, err
}

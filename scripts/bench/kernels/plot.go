package kernels

import (
	"fmt"

	"cardinal/bench/chart"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	glyph "gonum.org/v1/plot/vg/draw"
)

// draw makes a plot for each distribution of the keys, side by side. It plots milliseconds over the number of groups,
// with a line for each kernel, and a mark at the planner's choice.
func draw(path string, all []measured) error {
	var tiles []*plot.Plot
	names := distributions(all)
	least, most := all[0].MS, all[0].MS
	for _, m := range all {
		least, most = min(least, m.MS), max(most, m.MS)
	}
	for i, keys := range names {
		p := plot.New()
		p.Title.Text = keys + " keys"
		p.X.Label.Text, p.Y.Label.Text = "groups", "milliseconds"
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, chart.Powers{}
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, chart.Powers{}
		p.Y.Min, p.Y.Max = least, most
		p.Legend.Top, p.Legend.Left = true, false
		p.Add(plotter.NewGrid())
		for k, kernel := range kernels(all) {
			points := along(all, keys, kernel)
			if len(points) == 0 {
				continue
			}
			line, dots, err := plotter.NewLinePoints(points)
			if err != nil {
				return fmt.Errorf("cannot plot the kernels: %w", err)
			}
			line.Color, line.Width = chart.Palette[k], vg.Points(2)
			dots.GlyphStyle = glyph.GlyphStyle{Color: chart.Palette[k], Radius: vg.Points(2),
				Shape: glyph.CircleGlyph{}}
			p.Add(line, dots)
			if i == 0 {
				p.Legend.Add(kernel, line)
			}
		}
		marks, err := plotter.NewScatter(along(all, keys, ""))
		if err != nil {
			return fmt.Errorf("cannot plot the kernels: %w", err)
		}
		marks.GlyphStyle = glyph.GlyphStyle{Color: chart.Palette[7], Radius: vg.Points(5), Shape: glyph.RingGlyph{}}
		p.Add(marks)
		if i == 0 {
			p.Legend.Add("the planner's choice", marks)
		}
		tiles = append(tiles, p)
	}
	return chart.Save(path, [][]*plot.Plot{tiles}, vg.Points(380*float64(len(tiles))), vg.Points(360))
}

// along returns the times of a kernel by groups; "" stands for the planner's choice.
func along(all []measured, keys, kernel string) (points plotter.XYs) {
	for _, m := range all {
		if m.Keys == keys && m.Asked == kernel {
			points = append(points, plotter.XY{X: float64(m.Slots), Y: m.MS})
		}
	}
	return points
}

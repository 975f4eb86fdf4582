package shards

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"cardinal/bench/chart"
)

// draw plots rows a second over the number of shards, with a line for each pivot. The dashed lines are linear.
func draw(path string, cells []*cell, sizes []int, rows int) error {
	p := plot.New()
	p.Title.Text = "Shards with as many cores each"
	p.X.Label.Text, p.Y.Label.Text = "shards", "million rows a second"
	p.X.Min, p.Y.Min = 0, 0
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	for i, c := range cells {
		points, linear := make(plotter.XYs, len(sizes)), make(plotter.XYs, len(sizes))
		for k, n := range sizes {
			points[k] = plotter.XY{X: float64(n), Y: float64(rows) / c.ms[k] / 1000}
			linear[k] = plotter.XY{X: float64(n), Y: points[0].Y * float64(n) / float64(sizes[0])}
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return fmt.Errorf("cannot plot the shards: %w", err)
		}
		ideal, err := plotter.NewLine(linear)
		if err != nil {
			return fmt.Errorf("cannot plot the shards: %w", err)
		}
		color := chart.Palette[i%len(chart.Palette)]
		line.Color, dots.Color, ideal.Color = color, color, color
		line.Width, ideal.Dashes = vg.Points(2), []vg.Length{vg.Points(3), vg.Points(3)}
		p.Add(ideal, line, dots)
		p.Legend.Add(c.pivot.String(), line, dots)
	}
	return chart.Save(path, [][]*plot.Plot{{p}}, 8*vg.Inch, 6*vg.Inch)
}

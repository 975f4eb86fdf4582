package tiers

import (
	"fmt"

	"cardinal/bench/chart"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// line is one tier on the curve.
type line struct {
	name, tier string
	resident   bool
}

var lines = []line{
	{"one core", "serial", true}, {"all cores", "workers", true}, {"GPU, columns resident", "gpu", true},
	{"GPU, columns sent", "gpu", false},
}

// plotCurve plots milliseconds over groups, with a line for each tier and a mark at each choice.
func plotCurve(path, title string, cells []*Cell) error {
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text, p.Y.Label.Text = "groups", "milliseconds"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, chart.Powers{}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, chart.Powers{}
	p.Legend.Top, p.Legend.Left = false, false
	p.Add(plotter.NewGrid())
	for i, l := range lines {
		points := along(cells, l.resident, func(*Cell) string { return l.tier })
		if len(points) == 0 {
			continue
		}
		drawn, err := plotter.NewLine(points)
		if err != nil {
			return fmt.Errorf("cannot plot the curve: %w", err)
		}
		drawn.Color, drawn.Width = chart.Palette[i], vg.Points(2)
		p.Add(drawn)
		p.Legend.Add(l.name, drawn)
	}
	for _, mark := range []struct {
		name     string
		resident bool
		shape    draw.GlyphDrawer
	}{{"chosen, resident", true, draw.CircleGlyph{}}, {"chosen, not resident", false, draw.CrossGlyph{}}} {
		points := along(cells, mark.resident, func(c *Cell) string { return c.Chosen })
		if len(points) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return fmt.Errorf("cannot plot the curve: %w", err)
		}
		dots.GlyphStyle = draw.GlyphStyle{Color: chart.Palette[7], Radius: vg.Points(3.5), Shape: mark.shape}
		p.Add(dots)
		p.Legend.Add(mark.name, dots)
	}
	return chart.Save(path, [][]*plot.Plot{{p}}, 9*vg.Inch, 5.5*vg.Inch)
}

// along returns the milliseconds of a tier over the number of groups. It leaves out cells in which the tier did not
// run.
func along(cells []*Cell, resident bool, tier func(*Cell) string) plotter.XYs {
	var points plotter.XYs
	for _, c := range cells {
		if ms, ran := c.MS[tier(c)]; ran && c.Resident == resident {
			points = append(points, plotter.XY{X: float64(c.Found), Y: ms})
		}
	}
	return points
}

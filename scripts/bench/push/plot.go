package push

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	glyph "gonum.org/v1/plot/vg/draw"

	"cardinal/bench/chart"
)

// draw plots the time with a copy over the time on the server, with a point for each pivot. For points below the line,
// the copy is better.
func draw(path string, cells []*cell) error {
	p := plot.New()
	p.Title.Text = "A point is a pivot: the server is better above the line, a copy below it"
	p.X.Label.Text, p.Y.Label.Text = "milliseconds on the server", "milliseconds with a copy of the columns"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, chart.Powers{}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, chart.Powers{}
	p.Legend.Top, p.Legend.Left = true, true
	p.Add(plotter.NewGrid())
	least, most := cells[0].pull, cells[0].pull
	for _, c := range cells {
		least, most = min(least, c.better()), max(most, c.push, c.pull)
	}
	equal, err := plotter.NewLine(plotter.XYs{{X: least, Y: least}, {X: most, Y: most}})
	if err != nil {
		return fmt.Errorf("cannot plot the pivots: %w", err)
	}
	equal.Color, equal.Dashes = chart.Palette[7], []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(equal)
	for _, kind := range []struct {
		name   string
		copies bool
		right  bool
		color  int
		shape  glyph.GlyphDrawer
	}{
		{"the server was asked", false, true, 0, glyph.CircleGlyph{}}, {"the columns were copied", true, true, 2,
			glyph.TriangleGlyph{}},
		{"the server was asked, wrongly", false, false, 1, glyph.CircleGlyph{}}, {"the columns were copied, wrongly",
			true, false, 1, glyph.TriangleGlyph{}},
	} {
		var points plotter.XYs
		for _, c := range cells {
			if c.push > 0 && c.copies == kind.copies && c.isRight() == kind.right {
				points = append(points, plotter.XY{X: c.push, Y: c.pull})
			}
		}
		if len(points) == 0 {
			continue
		}
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return fmt.Errorf("cannot plot the pivots: %w", err)
		}
		dots.GlyphStyle = glyph.GlyphStyle{Color: chart.Palette[kind.color], Radius: vg.Points(4), Shape: kind.shape}
		p.Add(dots)
		p.Legend.Add(kind.name, dots)
	}
	return chart.Save(path, [][]*plot.Plot{{p}}, 8*vg.Inch, 6*vg.Inch)
}

package export

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/xuri/excelize/v2"

	"cardinal/export/chart"
	"cardinal/internal/each"
	"cardinal/profiler"
)

// curveSheet is the name of the sheet with the times that are predicted for numbers of groups.
const curveSheet = "Times"

// curveMark is a mark in the chart besides the lines of the tiers, such as the measured time.
type curveMark struct {
	name   string
	points [][2]float64 // groups and milliseconds
	symbol string       // "none": the mark is a line between the points
}

// addCurve adds a sheet with the chart that the panel shows. A line for each tier shows the predicted time by the
// number of groups. Marks show the expected range of groups, and the expected and the measured time. The figures are to
// the right of the chart.
func (b *book) addCurve(c *profiler.Curve, p *profiler.Record) error {
	if c == nil || p == nil || len(c.Tiers) == 0 || len(c.Groups) < 2 {
		return nil
	}
	if err := b.newSheet(curveSheet); err != nil {
		return err
	}
	if err := b.curveFigures(c, p); err != nil {
		return fmt.Errorf("cannot write the sheet %s: %w", curveSheet, err)
	}
	return nil
}

// curveFigures writes the chart. To its right it writes a row for each number of groups, and after these columns a row
// for each point of the marks.
func (b *book) curveFigures(c *profiler.Curve, p *profiler.Record) error {
	// before the rows, since the library writes properties of the sheet when the stream of rows begins
	if err := b.setOnePage(curveSheet); err != nil {
		return err
	}
	out, err := b.file.NewStreamWriter(curveSheet)
	if err != nil {
		return err
	}
	marks, at := curveMarks(p), chartColumns+len(c.Tiers)+2
	if err := errors.Join(out.SetColWidth(chartColumns+1, at-1, 24), out.SetColWidth(at+1, at+1, 36),
		out.SetColWidth(at+2, at+3, 14)); err != nil {
		return err
	}
	var header, right, groups, ms int
	for style, id := range map[cellStyle]*int{{header: true}: &header, {header: true, right: true}: &right,
		{format: "#,##0"}: &groups, {format: "#,##0.000"}: &ms} {
		if *id, err = b.styles.id(style); err != nil {
			return err
		}
	}
	row := []any{excelize.Cell{Value: "Groups", StyleID: right}}
	for _, t := range c.Tiers {
		row = append(row, excelize.Cell{Value: capital(curveNoun(p, t.Tier)) + ", predicted ms", StyleID: right})
	}
	row = append(row, nil, excelize.Cell{Value: "Of this pivot", StyleID: header}, excelize.Cell{Value: "Groups",
		StyleID: right}, excelize.Cell{Value: "ms", StyleID: right})
	var points [][]any
	for _, m := range marks {
		for _, at := range m.points {
			points = append(points, []any{nil, m.name, excelize.Cell{Value: at[0], StyleID: groups},
				excelize.Cell{Value: at[1], StyleID: ms}})
		}
	}
	for i := range 1 + max(len(c.Groups), len(points)) {
		if err := out.SetRow(cellName(chartColumns, i), row); err != nil {
			return err
		}
		row = make([]any, 1+len(c.Tiers))
		if i < len(c.Groups) {
			row[0] = excelize.Cell{Value: c.Groups[i], StyleID: groups}
			for k, t := range c.Tiers {
				if v := float64(t.MS[i]); v > 0 && !math.IsInf(v, 0) {
					row[1+k] = excelize.Cell{Value: v, StyleID: ms}
				}
			}
		}
		if i < len(points) {
			row = append(row, points[i]...)
		}
	}
	// before Flush, since the library loses what is added afterwards
	if err := b.file.AddChart(curveSheet, "A1", curveChart(c, marks, at)); err != nil {
		return err
	}
	b.growAcross()
	return out.Flush()
}

// growAcross makes the axis of groups logarithmic. The library can do this only for the axis of times.
func (b *book) growAcross() {
	const plain = "<scaling><orientation"
	b.file.Pkg.Range(func(name, part any) bool {
		if xml, ok := part.([]byte); ok && strings.HasPrefix(name.(string), "xl/charts/chart") &&
			bytes.Contains(xml, []byte(curveSheet+"!")) {
			b.file.Pkg.Store(name, bytes.Replace(xml, []byte(plain),
				[]byte(`<scaling><logBase val="10"></logBase><orientation`), 1))
		}
		return true
	})
}

// curveMarks returns the marks of the tier that ran: what was expected, and the measured time.
func curveMarks(p *profiler.Record) []curveMark {
	var marks []curveMark
	predicted := p.Predicted[p.Tier]
	if predicted > 0 && p.GroupsLow < p.GroupsHigh {
		marks = append(marks, curveMark{"Range of groups that was expected",
			[][2]float64{{float64(max(1, p.GroupsLow)), predicted}, {float64(max(1, p.GroupsHigh)), predicted}},
			"none"})
	}
	if predicted > 0 {
		marks = append(marks, curveMark{"Expected", [][2]float64{{float64(max(1, p.GroupsEstimated)), predicted}},
			"diamond"})
	}
	if p.TierMS > 0 {
		marks = append(marks, curveMark{"Measured", [][2]float64{{float64(max(1, p.GroupsActual)), p.TierMS}},
			"circle"})
	}
	return marks
}

// curveChart returns the chart of the figures that curveFigures has written. The columns of the marks begin at column
// at.
func curveChart(c *profiler.Curve, marks []curveMark, at int) *excelize.Chart {
	inks := chart.Inks()
	ink := func(i int) excelize.Fill {
		return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{inks[i%len(inks)]}}
	}
	axis := func(title, format string) excelize.ChartAxis {
		return excelize.ChartAxis{LogBase: 10, MajorGridLines: true, Font: axisFont,
			TickLabelPosition: excelize.ChartTickLabelLow,
			NumFmt:            excelize.ChartNumFmt{CustomNumFmt: format},
			Title:             excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: title}}}}
	}
	out := &excelize.Chart{
		Type:      excelize.Scatter,
		Title:     excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: "Time by number of groups"}}},
		Dimension: excelize.ChartDimension{Width: chartColumns * 64, Height: chartRows * 20}, ShowBlanksAs: "gap",
		Legend: excelize.ChartLegend{Position: "bottom"}, XAxis: axis("Groups", "#,##0"), YAxis: axis("ms", "General"),
	}
	for i := range c.Tiers {
		out.Series = append(out.Series, excelize.ChartSeries{
			Name:       span(curveSheet, chartColumns+1+i, 0, 1),
			Categories: span(curveSheet, chartColumns, 1, len(c.Groups)), Values: span(curveSheet, chartColumns+1+i,
				1, len(c.Groups)),
			Fill: ink(i), Line: excelize.LineOptions{Width: 2, Type: excelize.LineSolid},
			Marker: excelize.ChartMarker{Symbol: "none"},
		})
	}
	row := 1
	for i, m := range marks {
		s := excelize.ChartSeries{
			Name: span(curveSheet, at, row, 1), Categories: span(curveSheet, at+1, row, len(m.points)),
			Values: span(curveSheet, at+2, row, len(m.points)),
			Fill:   ink(len(c.Tiers) + i), Line: excelize.LineOptions{Type: excelize.LineNone},
			Marker: excelize.ChartMarker{Symbol: m.symbol, Size: 9, Fill: ink(len(c.Tiers) + i)},
		}
		if m.symbol == "none" {
			s.Line = excelize.LineOptions{Width: 6, Type: excelize.LineSolid}
		}
		out.Series, row = append(out.Series, s), row+len(m.points)
	}
	return out
}

// curveNoun returns the name of a tier for people.
func curveNoun(p *profiler.Record, name string) string {
	return cmp.Or(each.First(p.Tiers, func(t profiler.TierTime) bool { return t.Name == name }).Noun, name)
}

package export

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/xuri/excelize/v2"

	"cardinal/export/chart"
	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/textwidth"
	"cardinal/internal/wording"
)

// chartSheet is the name of the sheet of the chart.
const chartSheet = "Chart"

// chartColumns and chartRows are the numbers of columns and rows of the sheet that the chart covers.
const (
	chartColumns = 14
	chartRows    = 30
)

// chartWidth and chartHeight are the size of the chart, in units of 1/96 inch.
const (
	chartWidth  = chartColumns * 64
	chartHeight = chartRows * 20
)

// addChart adds a sheet with the chart of a pivot if one is chosen. Next to the chart are its figures without totals,
// as formulas that refer to cells of the sheet Pivot. If Excel has no such chart, the sheet has a picture. If the chart
// cannot be drawn, a loss is reported.
func (b *book) addChart(ctx context.Context, p Pivot) error {
	if p.Chart == "" {
		return nil
	}
	style, err := chart.ParseStyle(p.Chart)
	if err != nil {
		return err
	}
	plan, err := chart.NewPlan(ctx, p.Grid, style)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		b.report.Losses = append(b.report.Losses, noChart(b.words, err))
		return nil
	}
	if len(plan.Series) == 0 {
		return b.addPicture(ctx, p, plan.Panels)
	}
	b.report.Losses = append(b.report.Losses, lossesOf(b.words, plan.Notes)...)
	if err := b.newSheet(b.names.chart); err != nil {
		return err
	}
	if err := b.chartFigures(ctx, p, plan); err != nil {
		return fmt.Errorf("cannot write the sheet %s: %w", b.names.chart, err)
	}
	return nil
}

// chartFigures writes a chart and, to its right, the chart's labels and figures: a row for each label, a column for
// each series.
func (b *book) chartFigures(ctx context.Context, p Pivot, plan *chart.Plan) error {
	// before the rows, since the library writes properties of the sheet when the stream of rows begins
	if err := b.setOnePage(b.names.chart); err != nil {
		return err
	}
	out, err := b.file.NewStreamWriter(b.names.chart)
	if err != nil {
		return err
	}
	to, err := b.rowsOf(b.names.chart)
	if err != nil {
		return err
	}
	level := plan.Level
	if level != nil && (plan.Kind == chart.Combo || isAcross(plan)) {
		level = nil
		b.report.Losses = append(b.report.Losses, Loss{Kind: b.words.L("the chart has no reference line: Excel has " +
			"none over horizontal bars, or over bars and lines")})
	}
	header, err := b.styles.id(cellStyle{header: true, right: true})
	if err != nil {
		return err
	}
	if err := out.SetColWidth(chartColumns+1, chartColumns+1, 24); err != nil {
		return err
	}
	head := []excelize.Cell{{Value: "", StyleID: header}}
	headings := each.Of(plan.Series, func(s chart.Series) string { return s.Name })
	if level != nil {
		headings = append(headings, level.Text)
	}
	for i, h := range headings {
		width, at := float64(min(max(textwidth.Of(h)+3, 16), 60)), chartColumns+2+i
		if err := out.SetColWidth(at, at, width); err != nil {
			return err
		}
		name, _ := excelText(h)
		head = append(head, excelize.Cell{Value: name, StyleID: header})
	}
	if err := to.write(0, chartColumns, head, 0, false, 1); err != nil {
		return err
	}
	tab := p.Grid.Tab()
	cells := unfold(p.Grid, &Report{})
	for i, label := range plan.X {
		text, _ := excelText(label)
		row, style := []excelize.Cell{{Value: text}}, 0
		for _, s := range plan.Series {
			c := s.Cells[i]
			at, to, there := cells.At(c.Row, c.Col, c.Measure)
			if !c.Some || !there {
				row = append(row, excelize.Cell{})
				continue
			}
			v := tab.Cell(c.Row, c.Col, c.Measure)
			value, _ := excelValue(v)
			style, err = b.styles.id(cellStyle{format: tab.Measures[c.Measure].Format.Excel(v)})
			if err != nil {
				return err
			}
			row = append(row, excelize.Cell{Value: value, StyleID: style, Formula: reference(b.names.pivot) + "!" +
				cellName(to, at)})
		}
		if level != nil {
			row = append(row, excelize.Cell{Value: level.Value, StyleID: style})
		}
		if err := to.write(i+1, chartColumns, row, 0, false, 1); err != nil {
			return err
		}
	}
	native := chartOf(b.names.chart, p, plan)
	var over []*excelize.Chart
	if plan.Kind == chart.Combo {
		over = append(over, linesOver(p, plan, native))
	}
	if level != nil {
		over = append(over, levelOver(b.names.chart, plan, native)...)
	}
	// before Flush, since the library loses what is added afterwards
	if err := b.file.AddChart(b.names.chart, "A1", native, over...); err != nil {
		return err
	}
	if plan.Kind == chart.Points {
		if err := b.namePoints(ctx, p, plan); err != nil {
			return err
		}
	}
	b.editChart(func(text []byte) []byte { return addGuides(text, plan) })
	b.editChart(tidyChart)
	return out.Flush()
}

// chartOf returns the chart whose figures chartFigures has written to a sheet.
func chartOf(sheet string, p Pivot, plan *chart.Plan) *excelize.Chart {
	column := func(i int) string { return span(sheet, chartColumns+i, 1, len(plan.X)) }
	of := plan.Series
	if plan.Kind == chart.Points {
		of = plan.Series[len(plan.Series)/2:]
	}
	c := &excelize.Chart{
		Type: excelType(plan), Title: excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: plan.Title}}},
		Dimension: excelize.ChartDimension{Width: chartWidth, Height: chartHeight}, ShowBlanksAs: "gap",
		Legend: excelize.ChartLegend{Position: "top"}, XAxis: excelize.ChartAxis{Font: axisFont,
			TickLabelPosition: excelize.ChartTickLabelLow},
		YAxis: excelize.ChartAxis{Font: axisFont, MajorGridLines: true,
			NumFmt: excelize.ChartNumFmt{CustomNumFmt: axisFormat(p, plan, of)}},
	}
	inks := chart.Inks()
	if len(plan.Series) == 1 {
		c.Legend.Position = "none"
	}
	if plan.Kind == chart.Pie {
		c.PlotArea = excelize.ChartPlotArea{ShowCatName: true, ShowPercent: true, ShowLeaderLines: true,
			NumFmt: excelize.ChartNumFmt{CustomNumFmt: "0.0%"}}
		slices := excelize.ChartSeries{Name: span(sheet, chartColumns+1, 0, 1), Categories: column(0),
			Values:            column(1),
			DataLabel:         excelize.ChartDataLabel{Font: axisFont},
			DataLabelPosition: excelize.ChartDataLabelsPositionOutsideEnd}
		for i := range plan.X {
			slices.DataPoint = append(slices.DataPoint, excelize.ChartDataPoint{Index: i,
				Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{inks[i%len(inks)]}}})
		}
		c.Series = []excelize.ChartSeries{slices}
		return c
	}
	switch {
	case isAcross(plan):
		c.XAxis.ReverseOrder = true // the first label on top
	case plan.Kind != chart.Points && plan.Kind != chart.Combo:
		c.XAxis.TickLabelSkip = labelStep(plan.X)
	}
	if plan.Touch {
		c.GapWidth = new(uint)
		*c.GapWidth = 5
	}
	if plan.Kind == chart.Points {
		half := len(plan.Series) / 2
		c.XAxis.MajorGridLines = true
		c.XAxis.NumFmt.CustomNumFmt = axisFormat(p, plan, plan.Series[:half])
		c.XAxis.Title = excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: p.Grid.Tab().Measures[plan.Series[0].Cells[0].Measure].Title()}}}
		c.YAxis.Title = excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: p.Grid.Tab().Measures[plan.Series[half].Cells[0].Measure].Title()}}}
		for i := range half {
			ink := excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{inks[i%len(inks)]}}
			c.Series = append(c.Series, excelize.ChartSeries{Name: span(sheet, chartColumns+1+half+i, 0, 1),
				Categories: column(1 + i), Values: column(1 + half + i),
				Fill: ink, Line: excelize.LineOptions{Type: excelize.LineNone},
				Marker: excelize.ChartMarker{Symbol: "circle", Size: 6, Fill: ink}})
		}
		if half == 1 {
			c.Legend.Position = "none"
		}
		return c
	}
	for i := range plan.Series {
		ink := inks[i%len(inks)]
		c.Series = append(c.Series, excelize.ChartSeries{Name: span(sheet, chartColumns+1+i, 0, 1),
			Categories: column(0), Values: column(1 + i),
			Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{ink}},
			Line: excelize.LineOptions{Width: 2}, Marker: excelize.ChartMarker{Symbol: "none"}})
	}
	return c
}

// linesOver removes all series except the first from a chart of bars, and returns a chart of lines with these series.
// The lines use the axis on the right.
func linesOver(p Pivot, plan *chart.Plan, bars *excelize.Chart) *excelize.Chart {
	axis := func(series []chart.Series) excelize.ChartAxis {
		a := excelize.ChartAxis{Font: axisFont, NumFmt: excelize.ChartNumFmt{CustomNumFmt: axisFormat(p, plan,
			series)}}
		var names []string
		least := 0.0
		for _, s := range series {
			names = append(names, s.Name)
			for _, c := range s.Cells {
				if v, ok := p.Grid.Tab().Cell(c.Row, c.Col, c.Measure).Number(); ok && c.Some {
					least = min(least, v)
				}
			}
		}
		if least == 0 {
			a.Minimum = new(float64)
		}
		a.Title = excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: strings.Join(names, ", "),
			Font: &axisFont}}}
		return a
	}
	lines := &excelize.Chart{Type: excelize.Line, Series: bars.Series[1:], XAxis: bars.XAxis,
		YAxis: axis(plan.Series[1:]), Legend: bars.Legend, ShowBlanksAs: bars.ShowBlanksAs}
	lines.YAxis.Secondary = true
	bars.Series, bars.YAxis = bars.Series[:1], axis(plan.Series[:1])
	bars.YAxis.MajorGridLines = true
	return lines
}

// levelOver adds the reference line as a further series. If the chart has bars or areas, it returns a chart of
// lines with this series instead, which the caller must add.
func levelOver(sheet string, plan *chart.Plan, c *excelize.Chart) []*excelize.Chart {
	column := func(i, from, n int) string { return span(sheet, chartColumns+i, from, n) }
	at := 1 + len(plan.Series)
	one := excelize.ChartSeries{Name: column(at, 0, 1), Categories: column(0, 1, len(plan.X)),
		Values: column(at, 1, len(plan.X)), Marker: excelize.ChartMarker{Symbol: "none"},
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1B2430"}},
		Line: excelize.LineOptions{Type: excelize.LineSolid, Width: 1.25, Dash: excelize.LineDashDash}}
	c.Legend.Position = "top"
	switch plan.Kind {
	case chart.Points:
		one.Categories = column(1, 1, len(plan.X))
	case chart.Lines:
	default:
		return []*excelize.Chart{{Type: excelize.Line, Series: []excelize.ChartSeries{one}, XAxis: c.XAxis,
			YAxis: c.YAxis, Legend: c.Legend, ShowBlanksAs: c.ShowBlanksAs}}
	}
	c.Series = append(c.Series, one)
	return nil
}

// axisFont is the font of the labels along axes. It replaces the library's font, which is hard to read.
var axisFont = excelize.Font{Size: 9, Color: "5B6774"}

// isAcross reports whether the bars of a chart are horizontal.
func isAcross(plan *chart.Plan) bool {
	return !plan.Upright && (plan.Kind == chart.Bars || plan.Kind == chart.Stacked)
}

// labelStep returns the number of labels below a chart from one that is written to the next, so that they fit.
func labelStep(labels []string) int {
	widest := 0
	for _, l := range labels {
		widest = max(widest, textwidth.Of(l))
	}
	fit := max(1, (chartWidth-100)/(6*(widest+2))) // in the size of axisFont
	return (len(labels) + fit - 1) / fit
}

// axisFormat returns the number format of the figures of an axis. Decimal places that its ticks do not need are left
// out.
func axisFormat(p Pivot, plan *chart.Plan, of []chart.Series) string {
	tab, format := p.Grid.Tab(), ""
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, s := range of {
		for _, c := range s.Cells {
			v := tab.Cell(c.Row, c.Col, c.Measure)
			if x, ok := v.Number(); ok && c.Some {
				least, greatest = min(least, x), max(greatest, x)
			}
			if c.Some && format == "" {
				format = cmp.Or(tab.Measures[c.Measure].Format.Excel(v), "General")
			}
		}
	}
	if plan.Kind != chart.Lines && plan.Kind != chart.Points {
		least, greatest = min(least, 0), max(greatest, 0)
	}
	if greatest-least >= 20 && (!plan.Log || least >= 1) {
		format = decimalPlaces().ReplaceAllStringFunc(format, func(part string) string {
			if part[0] == '.' && strings.HasSuffix(strings.TrimRight(part, "0#?"), ".") {
				return ""
			}
			return part
		})
	}
	return cmp.Or(format, "General")
}

// decimalPlaces matches the decimal places of a number format, and the sign of a multiple, a percentage or a power that
// follows. It also matches the texts that may have a point.
var decimalPlaces = lazyregexp.New(`"[^"]*"|\\.|\.[0#?]+[,%E]?`)

// excelType returns Excel's type of chart for the kind of a plan.
func excelType(plan *chart.Plan) excelize.ChartType {
	several := len(plan.Series) > 1
	switch {
	case plan.Kind == chart.Bars && plan.Upright, plan.Kind == chart.Combo:
		return excelize.Col
	case plan.Kind == chart.Pie:
		return excelize.Pie
	case plan.Kind == chart.Bars:
		return excelize.Bar
	case plan.Kind == chart.Stacked && plan.Upright:
		return excelize.ColStacked
	case plan.Kind == chart.Stacked:
		return excelize.BarStacked
	case plan.Kind == chart.Lines:
		return excelize.Line
	case plan.Kind == chart.Areas && several:
		return excelize.AreaStacked
	case plan.Kind == chart.Areas:
		return excelize.Area
	}
	return excelize.Scatter
}

// span returns the reference to n cells of a column of a sheet, starting at row.
func span(sheet string, col, row, n int) string {
	name, err := excelize.ColumnNumberToName(col + 1)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	sheet = reference(sheet)
	if n == 1 {
		return fmt.Sprintf("%s!$%s$%d", sheet, name, row+1)
	}
	return fmt.Sprintf("%s!$%s$%d:$%s$%d", sheet, name, row+1, name, row+n)
}

// addPicture adds a sheet with the chart as a picture.
func (b *book) addPicture(ctx context.Context, p Pivot, panels bool) error {
	s, err := drawChart(ctx, p, 1, false)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		b.report.Losses = append(b.report.Losses, noChart(b.words, err))
		return nil
	}
	var file bytes.Buffer
	if err := s.PNG(ctx, &file); err != nil {
		return err
	}
	kind, title := s.Kind.Noun, s.Kind.Title
	if panels {
		kind, title = "chart of panels", "A panel for each series"
	}
	if b.words != nil {
		kind = b.words.InSentence(b.words.L(title))
	}
	b.report.Losses = append(b.report.Losses, Loss{Kind: b.words.L("the {{.Chart}} is a picture and no chart of Excel",
		wording.With{"Chart": kind})})
	b.report.Losses = append(b.report.Losses, lossesOf(b.words, s.Notes)...)
	if err := b.newSheet(b.names.chart); err != nil {
		return err
	}
	if err := b.setOnePage(b.names.chart); err != nil {
		return err
	}
	return b.file.AddPictureFromBytes(b.names.chart, "A1", &excelize.Picture{Extension: ".png", File: file.Bytes(),
		Format: &excelize.GraphicOptions{AltText: s.Title, ScaleX: 1.0 / pictureScale, ScaleY: 1.0 / pictureScale}})
}

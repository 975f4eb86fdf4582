package export

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"cardinal/export/chart"
)

// sides maps the sides of a point to the words of Excel's charts. Excel has no corners.
var sides = map[chart.Side]string{chart.Right: "r", chart.Left: "l", chart.Above: "t", chart.Below: "b"}

// namePoints writes the labels of the points into the chart, which the library cannot. Excel would draw all labels, one
// over another. So namePoints draws the chart itself, and writes only the labels that fit there, on the same side of
// their points.
func (b *book) namePoints(ctx context.Context, p Pivot, plan *chart.Plan) error {
	s, err := chart.Draw(ctx, p.Grid, plan.Style, chartWidth, chartHeight, chart.Look{})
	if err != nil { // without room, the chart has no labels
		return ctx.Err()
	}
	marks := map[chart.Cell]chart.Mark{}
	for _, m := range s.Marks {
		if sides[m.Side] != "" && m.Name != "" {
			marks[chart.Cell{Row: m.Row, Col: m.Col, Measure: m.Measure, Some: true}] = m
		}
	}
	var names []string // the elements with the labels, one for each series
	for _, upward := range plan.Series[len(plan.Series)/2:] {
		var x strings.Builder
		for i, c := range upward.Cells {
			if m, named := marks[c]; named {
				writePointName(&x, i, m)
			}
		}
		names = append(names, "<dLbls>"+x.String()+labelParts(false)+"</dLbls>")
	}
	b.editChart(func(xml []byte) []byte { return insertIntoSeries(xml, names) })
	return nil
}

// insertIntoSeries inserts a text into each series of a chart, at the position of its labels.
func insertIntoSeries(xml []byte, texts []string) []byte {
	const after = "<invertIfNegative" // the element that follows the labels
	series := bytes.Split(xml, []byte(after))
	var out bytes.Buffer
	for i, s := range series {
		if i > 0 {
			out.WriteString(after)
		}
		out.Write(s)
		if i < len(texts) {
			out.WriteString(texts[i])
		}
	}
	return out.Bytes()
}

func writePointName(x *strings.Builder, i int, m chart.Mark) {
	text, _ := excelText(m.Name)
	fmt.Fprintf(x,
		`<dLbl><idx val="%d"/><tx><rich><a:bodyPr/><a:p><a:r><a:rPr lang="en-US" sz="800"><a:solidFill><a:srgbClr val="%s"/></a:solidFill></a:rPr><a:t>%s</a:t></a:r></a:p></rich></tx>`+
			`<dLblPos val="%s"/>%s</dLbl>`, i, axisFont.Color, escapeAttribute(fmt.Sprint(text)), sides[m.Side],
		labelParts(true))
}

// labelParts returns the elements that switch the parts of a label on and off. Excel shows the text of the label for a
// part that is on.
func labelParts(value bool) string {
	return fmt.Sprintf(
		`<showLegendKey val="0"/><showVal val="%d"/><showCatName val="0"/><showSerName val="0"/><showPercent val="0"/><showBubbleSize val="0"/>`, bit(value),
	)
}

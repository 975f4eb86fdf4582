package export

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cardinal/export/chart"
	"cardinal/internal/lazyregexp"
)

// seriesParts lists, for each type of chart, the elements of a series in the order of ECMA-376, part 1, 21.2. It has
// only the elements that the library writes.
var seriesParts = map[string][]string{
	"barChart":     {"idx", "order", "tx", "spPr", "invertIfNegative", "dPt", "dLbls", "cat", "val"},
	"lineChart":    {"idx", "order", "tx", "spPr", "marker", "dPt", "dLbls", "trendline", "cat", "val", "smooth"},
	"areaChart":    {"idx", "order", "tx", "spPr", "dPt", "dLbls", "cat", "val"},
	"pieChart":     {"idx", "order", "tx", "spPr", "dPt", "dLbls", "cat", "val"},
	"scatterChart": {"idx", "order", "tx", "spPr", "marker", "dPt", "dLbls", "trendline", "xVal", "yVal", "smooth"},
}

// axisParts lists the elements of an axis of figures, in the order of the standard.
var axisParts = []string{"axId", "scaling", "delete", "axPos", "majorGridlines", "title", "numFmt", "majorTickMark",
	"minorTickMark", "tickLblPos", "spPr", "txPr", "crossAx", "crosses", "crossBetween"}

// textOfTitle matches the second text of a title. With this text, LibreOffice would draw a vertical title horizontally.
var textOfTitle = lazyregexp.New(`<txPr>(?:[^<]|<[^/]|</[^t]|</t[^x])*</txPr></title>`)

// editChart changes the XML of the chart that was added last.
func (b *book) editChart(edit func(text []byte) []byte) {
	last := 0
	b.file.Pkg.Range(func(name, _ any) bool {
		if strings.HasPrefix(name.(string), "xl/charts/chart") {
			last++
		}
		return true
	})
	name := fmt.Sprintf("xl/charts/chart%d.xml", last)
	if text, there := b.file.Pkg.Load(name); there {
		b.file.Pkg.Store(name, edit(text.([]byte)))
	}
}

// addGuides adds logarithmic axes and trends, which the library cannot write.
func addGuides(text []byte, plan *chart.Plan) []byte {
	if plan.Log {
		text = axis().ReplaceAllFunc(text, func(one []byte) []byte {
			return bytes.Replace(one, []byte("<scaling>"), []byte(`<scaling><logBase val="10"/>`), 1)
		})
	}
	if isAcross(plan) { // the labels are in reverse order, and the axis of figures is below the last one
		text = bytes.Replace(text, []byte(`<crosses val="autoZero"></crosses><crossBetween`),
			[]byte(`<crosses val="max"></crosses><crossBetween`), 1)
	}
	if plan.Trend {
		lines, label := len(plan.Series), `<dispRSqr val="1"/><dispEq val="0"/>`+
			`<trendlineLbl><numFmt formatCode="0.000" sourceLinked="0"/></trendlineLbl>`
		if plan.Kind == chart.Points {
			lines /= 2
		}
		if lines == 1 {
			label = `<dispRSqr val="1"/><dispEq val="1"/>` // the formulas of several lines would cover them
		}
		trends, inks := make([]string, lines), chart.Inks()
		for i := range trends {
			trends[i] = `<trendline><spPr><a:ln w="15875"><a:solidFill><a:srgbClr val="` + inks[i%len(inks)] +
				`"/></a:solidFill></a:ln></spPr><trendlineType val="linear"/>` + label + `</trendline>`
		}
		text = insertIntoSeries(text, trends)
	}
	return text
}

// tidyChart puts the elements of a chart into the order of the standard, and removes elements that the standard does
// not allow. This is needed because the library writes the same elements for the series of all types of charts, and the
// same elements for both axes of points.
func tidyChart(text []byte) []byte {
	text = textOfTitle().ReplaceAll(text, []byte("</title>"))
	// labels that do not fit are turned or left out, rather than wrapped within words
	text = bytes.ReplaceAll(text, []byte(`<txPr><a:bodyPr anchor="ctr" anchorCtr="true" rot="0"`),
		[]byte(`<txPr><a:bodyPr anchor="ctr" anchorCtr="true" rot="-60000000"`))
	text = axis().ReplaceAllFunc(text, func(one []byte) []byte { return orderChildren(one, axisParts) })
	for of, order := range seriesParts {
		text = regexp.MustCompile(`(?s)<`+of+`>.*</`+of+`>`).ReplaceAllFunc(text, func(drawn []byte) []byte {
			return series().ReplaceAllFunc(drawn, func(one []byte) []byte { return orderChildren(one, order) })
		})
	}
	return text
}

var (
	series = lazyregexp.New(`(?s)<ser>.*?</ser>`)
	axis   = lazyregexp.New(`(?s)<valAx>.*?</valAx>`)
)

// orderChildren sorts the children of an element in the given order, and removes children that are not in order. An
// element that cannot be parsed is returned unchanged.
func orderChildren(element []byte, order []string) []byte {
	d := xml.NewDecoder(bytes.NewReader(element))
	parts := map[string][]byte{}
	depth, from, name := 0, int64(0), ""
	for depth > 0 || from == 0 {
		at := d.InputOffset()
		token, err := d.Token()
		if err != nil {
			return element
		}
		switch e := token.(type) {
		case xml.StartElement:
			if depth++; depth == 1 {
				name = e.Name.Local
			}
			if depth == 2 {
				from = at
			}
		case xml.EndElement:
			if depth--; depth == 1 {
				parts[e.Name.Local] = append(parts[e.Name.Local], element[from:d.InputOffset()]...)
			}
		}
	}
	out := []byte("<" + name + ">")
	for _, p := range order {
		out = append(out, parts[p]...)
	}
	return slices.Concat(out, []byte("</"+name+">"))
}

package export

import (
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"cardinal/engine/query"
	"cardinal/export/chart"
)

// element is an element of a chart, with its children in order.
type element struct {
	XMLName  xml.Name
	Val      string     `xml:"val,attr"`
	Format   string     `xml:"formatCode,attr"`
	Others   []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

// all lists the elements of a name at any depth.
func (e element) all(name string) (found []element) {
	for _, c := range e.Children {
		if c.XMLName.Local == name {
			found = append(found, c)
		}
		found = append(found, c.all(name)...)
	}
	return found
}

// first returns the value of the first element with a name, or its text.
func (e element) first(name string) string {
	if found := e.all(name); len(found) > 0 {
		return found[0].Val + found[0].Text
	}
	return ""
}

// attribute returns an attribute that is neither Val nor Format.
func (e element) attribute(name string) string {
	for _, a := range e.Others {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// chartXML returns the chart of a pivot as a workbook has it.
func chartXML(t *testing.T, q query.Query, kind string) (root element) {
	t.Helper()
	f, _, _ := bookWith(t, gridOf(t, q), kind)
	part, _ := f.Pkg.Load("xl/charts/chart1.xml")
	if err := xml.Unmarshal(part.([]byte), &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// TestGuides looks for Excel's own logarithmic axes and trends, and for the reference line as a series of its own. If
// Excel has no such line, the report says so.
func TestGuides(t *testing.T) {
	months := query.Query{Rows: []query.Field{{Column: "day", Part: query.Month}},
		Values: []query.Measure{measure(query.Count, ""), measure(query.Distinct, "city")}}
	for style, want := range map[string][3]int{"line log trend average": {1, 2, 3}, "scatter log trend 2": {2, 1, 2},
		"area median": {0, 0, 2}, "bar 2": {0, 0, 3}, "combo 2": {0, 0, 2}, "line": {0, 0, 2}} {
		root := chartXML(t, months, style)
		got := [3]int{len(root.all("logBase")), len(root.all("trendline")), len(root.all("ser"))}
		if got != want {
			t.Errorf("%s: %v logarithmic axes, trends and series, want %v", style, got, want)
		}
	}
	_, _, report := bookWith(t, gridOf(t, query.Query{Rows: []query.Field{field("city")}, Values: months.Values[:1]}),
		"bar average")
	if said := losses(report); !strings.Contains(said, "no reference line") {
		t.Errorf("the report says %q", said)
	}
}

// TestOrderOfElements compares the elements of charts with the sequences of ECMA-376, part 1, annex A.5.1. Excel is
// strict about these.
func TestOrderOfElements(t *testing.T) {
	sequences := map[string]string{
		"barChart":     "barDir grouping varyColors ser dLbls gapWidth overlap serLines axId extLst",
		"lineChart":    "grouping varyColors ser dLbls dropLines hiLowLines upDownBars marker smooth axId extLst",
		"areaChart":    "grouping varyColors ser dLbls dropLines axId extLst",
		"pieChart":     "varyColors ser dLbls firstSliceAng extLst",
		"scatterChart": "scatterStyle varyColors ser dLbls axId extLst",
		"catAx": "axId scaling delete axPos majorGridlines minorGridlines title numFmt majorTickMark " +
			"minorTickMark tickLblPos spPr txPr crossAx crosses crossesAt auto lblAlgn lblOffset tickLblSkip " +
			"tickMarkSkip noMultiLvlLbl extLst",
		"valAx": "axId scaling delete axPos majorGridlines minorGridlines title numFmt majorTickMark " +
			"minorTickMark tickLblPos spPr txPr crossAx crosses crossesAt crossBetween majorUnit minorUnit dispUnits " +
			"extLst",
		"scaling": "logBase orientation max min extLst",
		"title":   "tx layout overlay spPr txPr extLst",
		"dPt":     "idx invertIfNegative marker bubble3D explosion spPr pictureOptions extLst",
		"dLbls": "dLbl delete numFmt spPr txPr dLblPos showLegendKey showVal showCatName showSerName " +
			"showPercent showBubbleSize separator showLeaderLines leaderLines extLst",

		"barChart/ser": "idx order tx spPr invertIfNegative pictureOptions dPt dLbls trendline errBars cat val " +
			"shape extLst",
		"lineChart/ser":    "idx order tx spPr marker dPt dLbls trendline errBars cat val smooth extLst",
		"areaChart/ser":    "idx order tx spPr pictureOptions dPt dLbls trendline errBars cat val extLst",
		"pieChart/ser":     "idx order tx spPr explosion dPt dLbls cat val extLst",
		"scatterChart/ser": "idx order tx spPr marker dPt dLbls trendline errBars xVal yVal smooth extLst",
	}
	months := []query.Field{{Column: "day", Part: query.Month}}
	two := []query.Measure{measure(query.Sum, "amount"), {Func: query.Count}}
	for _, k := range chart.Kinds {
		q := query.Query{Rows: months, Values: two}
		switch k.Name {
		case "heatmap", "treemap", "waterfall", "box":
			continue // pictures
		case "stacked":
			q.Cols, q.Values = []query.Field{field("city")}, two[1:]
		case "scatter":
			q.Rows = []query.Field{field("city")}
		}
		checked := 0
		var check func(e element, under string)
		check = func(e element, under string) {
			name := e.XMLName.Local
			sequence, known := sequences[name]
			if name == "ser" {
				sequence, known = sequences[under+"/ser"]
			}
			if known {
				checked++
				order, at := strings.Fields(sequence), 0
				for _, c := range e.Children {
					i := slices.Index(order, c.XMLName.Local)
					if i < at {
						t.Errorf("%s: %s is in %s of %s at a wrong place, or does not belong there", k.Name,
							c.XMLName.Local, name, under)
					}
					at = max(at, i)
				}
			}
			for _, c := range e.Children {
				check(c, name)
			}
		}
		guides := chart.Style{Trend: true, Across: chart.Average}
		check(chartXML(t, q, guides.As(k).String()), "")
		if checked < 5 {
			t.Errorf("%s: %d elements were checked", k.Name, checked)
		}
	}
}

// TestSecondAxis reads the chart of bars and lines. The lines have an axis of their own at the right, with the format
// and the name of their measure. Both axes begin at zero if no figure is below zero.
func TestSecondAxis(t *testing.T) {
	rows := []query.Field{field("city")}
	share := measure(query.Count, "")
	share.Show = query.Show{Kind: query.PctTotal}
	for _, c := range []struct {
		values        []query.Measure
		left, right   string
		format        string
		leftMin, lMin string
	}{
		{[]query.Measure{measure(query.Count, ""), share}, "Number of rows", "Number of rows, % of total",
			"0.0%", "0", "0"},
		{[]query.Measure{measure(query.Min, "amount"), measure(query.Count, ""), measure(query.Count, "amount")},
			"Minimum of amount", "Number of rows, Count of amount", "#,##0", "", "0"},
	} {
		root := chartXML(t, query.Query{Rows: rows, Values: c.values}, "combo")
		bars, lines, axes := root.all("barChart"), root.all("lineChart"), root.all("valAx")
		if len(bars) != 1 || len(lines) != 1 || len(axes) != 2 || len(lines[0].all("ser")) != len(c.values)-1 ||
			bars[0].first("barDir") != "col" {
			t.Fatalf("%d charts of bars, %d of lines, %d axes", len(bars), len(lines), len(axes))
		}
		for i, drawn := range []element{bars[0], lines[0]} {
			axis, ids := axes[i], drawn.all("axId")
			side, name, least := "l", c.left, c.leftMin
			if i == 1 {
				side, name, least = "r", c.right, c.lMin
			}
			if len(ids) != 2 || ids[1].Val != axis.first("axId") || axis.first("crossAx") != ids[0].Val {
				t.Errorf("%s: the series belong to the axes %v", name, ids)
			}
			if i == 1 && axis.all("numFmt")[0].Format != c.format {
				t.Errorf("the axis of %s has the format %q, want %q", name, axis.all("numFmt")[0].Format, c.format)
			}
			if axis.first("axPos") != side || axis.all("title")[0].first("t") != name || axis.first("min") != least {
				t.Errorf("the axis at %s is called %q and begins at %q, want %s, %q, %q", axis.first("axPos"),
					axis.all("title")[0].first("t"), axis.first("min"), side, name, least)
			}
		}
	}
}

// TestPieOfExcel reads a pie: a slice for each label, in a colour of its own, with its name and its share, and
// none for a figure of zero.
func TestPieOfExcel(t *testing.T) {
	q := query.Query{Rows: []query.Field{field("city")}, Values: []query.Measure{measure(query.Count, "amount")}}
	root := chartXML(t, q, "pie")
	series := root.all("ser")
	if len(series) != 1 || series[0].first("showPercent") != "1" || series[0].first("showCatName") != "1" ||
		series[0].first("showVal") != "0" {
		t.Fatalf("%d series: %+v", len(series), series)
	}
	colours := map[string]bool{}
	for _, p := range series[0].all("dPt") {
		colours[p.first("srgbClr")] = true
	}
	grid, some := gridOf(t, q), 0
	for _, r := range grid.Shown(true) {
		if v, _ := grid.Tab().Cell(r, 0, 0).Number(); v > 0 {
			some++
		}
	}
	if len(series[0].all("dPt")) != some || some != grid.Rows-grid.HeaderRows-2 {
		t.Errorf("%d slices in %d colours of %d labels with a figure", len(series[0].all("dPt")), len(colours), some)
	}
	_, _, report := bookWith(t, grid, "pie")
	if said := losses(report); !strings.Contains(said, "1 label with a figure of zero has no slice") {
		t.Errorf("the report says %q", said)
	}
}

package export

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export/chart"
)

// bookWith writes a pivot with a chart, and reads the workbook back.
func bookWith(t *testing.T, g *pivot.Grid, kind string) (*excelize.File, *zip.Reader, Report) {
	t.Helper()
	var file bytes.Buffer
	report, err := workbook(context.Background(), &file, Pivot{Grid: g, Chart: kind})
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	parts, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return f, parts, report
}

// references lists the cells that the chart of a workbook refers to.
func references(t *testing.T, parts *zip.Reader) (values []string, kind string) {
	t.Helper()
	read := func(name string) []byte {
		part, err := parts.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if !bytes.Contains(read("xl/worksheets/sheet2.xml"), []byte("<drawing ")) {
		t.Error("the sheet does not show its chart")
	}
	text := read("xl/charts/chart1.xml")
	for _, k := range []string{"barChart", "lineChart", "areaChart", "scatterChart", "pieChart"} {
		if bytes.Contains(text, []byte("<"+k+">")) {
			kind = k
		}
	}
	d, in := xml.NewDecoder(bytes.NewReader(text)), ""
	for {
		token, err := d.Token()
		if err != nil {
			return values, kind
		}
		switch e := token.(type) {
		case xml.StartElement:
			if n := e.Name.Local; n == "val" || n == "yVal" || n == "tx" || n == "cat" || n == "xVal" || n == "f" {
				in = map[bool]string{true: in + "/f", false: n}[n == "f"]
			}
		case xml.CharData:
			if in == "val/f" || in == "yVal/f" {
				values = append(values, string(e))
			}
			in = strings.TrimSuffix(in, "/f")
		}
	}
}

// TestNativeCharts reads charts of Excel's own back. Every cell that a chart refers to is a formula that names a cell
// of the pivot. It has the figure of the named cell, which is no total. Together the named cells are all figures of
// the pivot that are no totals.
func TestNativeCharts(t *testing.T) {
	shelves := query.Query{
		Rows: []query.Field{field("city")}, Cols: []query.Field{{Column: "day", Part: query.Month}},
		Values: []query.Measure{measure(query.Sum, "amount")},
	}
	both := shelves
	both.Rows, both.Cols = append(both.Rows, both.Cols...), nil
	two := query.Query{Rows: []query.Field{field("city")}, Values: []query.Measure{measure(query.Sum, "amount"),
		measure(query.Count, "")}}
	for _, c := range []struct {
		kind, want string
		q          query.Query
		folded     bool
	}{
		{"bar", "barChart", shelves, false}, {"stacked", "barChart", shelves, false},
		{"line", "lineChart", shelves, false},
		{"stacked", "barChart", both, false}, {"bar", "barChart", both, false}, {"bar", "barChart", both, true},
		{"scatter", "scatterChart", two, false},
		{"combo", "lineChart", two, false},
		{"pie", "pieChart", query.Query{Rows: two.Rows, Values: []query.Measure{{Func: query.Count}}}, false},
	} {
		g := gridOf(t, c.q)
		if c.folded {
			g = g.Tab().Grid(pivot.Folds{RowsOf: c.q.Rows[0]})
		}
		f, parts, _ := bookWith(t, g, c.kind)
		refs, kind := references(t, parts)
		if kind != c.want || len(refs) == 0 {
			t.Errorf("%s: %d series in a %s", c.kind, len(refs), kind)
		}
		seen, on := 0, unfold(g, &Report{})
		for _, ref := range refs {
			sheet, span, _ := strings.Cut(strings.ReplaceAll(ref, "$", ""), "!")
			first, last, _ := strings.Cut(span, ":")
			col, row, _ := excelize.CellNameToCoordinates(first)
			_, end, _ := excelize.CellNameToCoordinates(last)
			for ; row <= end; row++ {
				name := cellName(col-1, row-1)
				formula, err := f.GetCellFormula(sheet, name)
				if err != nil {
					t.Fatal(err)
				}
				if formula == "" {
					continue // no figure
				}
				shown, _ := f.GetCellValue(sheet, name)
				cell := strings.TrimPrefix(formula, pivotSheet+"!")
				if want, _ := f.GetCellValue(pivotSheet, cell); shown != want || shown == "" {
					t.Errorf("%s: %s is %q, and %s is %q", c.kind, name, shown, formula, want)
				}
				x, y, _ := excelize.CellNameToCoordinates(cell)
				r, k := on.Nodes(y-1, x-1)
				if depth := g.Tab().Rows.Depth(r); depth < len(g.Tab().Rows.Fields) && !c.folded ||
					g.Tab().Cols.Depth(k) < len(g.Tab().Cols.Fields) {
					t.Errorf("%s: the chart has the total in %s", c.kind, cell)
				}
				seen++
			}
		}
		want, first := 0, len(g.Tab().Measures)-1
		if c.kind == "combo" {
			first = 0
		}
		for _, r := range g.Shown(true) {
			for _, k := range g.Shown(false) {
				for m := first; m < len(g.Tab().Measures); m++ {
					if !g.Tab().Cell(r, k, m).IsNull() {
						want++
					}
				}
			}
		}
		if seen != want {
			t.Errorf("%s of %v: %d figures in the chart, %d in the pivot", c.kind, c.q.Rows, seen, want)
		}
	}
}

// TestPointsHaveNames looks in a chart of points for the labels that the picture of the chart has, at the
// points of their figures.
func TestPointsHaveNames(t *testing.T) {
	for _, cols := range [][]query.Field{nil, {{Column: "day", Part: query.Year}}} {
		g := gridOf(t, query.Query{Rows: []query.Field{field("city")}, Cols: cols,
			Values: []query.Measure{measure(query.Sum, "amount"), measure(query.Count, "")}})
		f, parts, _ := bookWith(t, g, "scatter")
		_, _ = references(t, parts)
		part, _ := f.Pkg.Load("xl/charts/chart1.xml")
		var of struct {
			Series []struct {
				Labels []struct {
					Point struct {
						I int `xml:"val,attr"`
					} `xml:"idx"`
					Text string `xml:"tx>rich>p>r>t"`
					Side struct {
						Is string `xml:"val,attr"`
					} `xml:"dLblPos"`
				} `xml:"dLbls>dLbl"`
				Up string `xml:"yVal>numRef>f"`
			} `xml:"chart>plotArea>scatterChart>ser"`
		}
		if err := xml.Unmarshal(part.([]byte), &of); err != nil {
			t.Fatal(err)
		}
		s, err := chart.Draw(t.Context(), g, chart.Style{Kind: chart.Points}, chartWidth, chartHeight, chart.Look{})
		if err != nil {
			t.Fatal(err)
		}
		want, got := map[string]int{}, map[string]int{}
		for _, m := range s.Marks {
			if m.Name != "" && sides[m.Side] != "" {
				want[m.Name+" "+sides[m.Side]]++
			}
		}
		for _, one := range of.Series {
			for _, l := range one.Labels {
				got[l.Text+" "+l.Side.Is]++
				if name, _ := f.GetCellValue(chartSheet,
					cellName(chartColumns, l.Point.I+1)); strings.Join(strings.Fields(name), " ") != l.Text {
					t.Errorf("point %d of %s has the label %q in place of %q", l.Point.I, one.Up, l.Text, name)
				}
			}
		}
		if !maps.Equal(got, want) || len(want) < 2 {
			t.Errorf("the labels are %v, want %v", got, want)
		}
	}
}

// TestChartsThatAreNoneOfExcel says why there is a picture, or nothing.
func TestChartsThatAreNoneOfExcel(t *testing.T) {
	g := gridOf(t, small())
	f, _, report := bookWith(t, g, "heatmap")
	if pictures, err := f.GetPictures(chartSheet, "A1"); err != nil || len(pictures) != 1 {
		t.Errorf("%d pictures: %v", len(pictures), err)
	}
	if said := losses(report); !strings.Contains(said, "the heat map is a picture") {
		t.Errorf("the report says %q", said)
	}
	_, _, report = bookWith(t, gridOf(t, query.Query{Rows: []query.Field{field("city")},
		Values: []query.Measure{measure(query.Count, "")}}), "scatter")
	if said := losses(report); !strings.Contains(said, "there is no chart: points need two measures") {
		t.Errorf("the report says %q", said)
	}
	if f, _, _ := bookWith(t, g, ""); strings.Contains(strings.Join(f.GetSheetList(), " "), chartSheet) {
		t.Error("a chart that nobody asked for")
	}
}

func losses(r Report) string {
	var all []string
	for _, l := range r.Losses {
		all = append(all, l.String())
	}
	return strings.Join(all, "; ")
}

func TestPicturesOfAnyKind(t *testing.T) {
	g := gridOf(t, small())
	for _, k := range []string{"", chart.Auto, "treemap", "heatmap"} {
		var file bytes.Buffer
		if _, err := FormatNamed("svg").Write(context.Background(), &file, Pivot{Grid: g, Chart: k}); err != nil ||
			!strings.Contains(file.String(), "<title>Sum of amount") {
			t.Errorf("%s: %v", k, err)
		}
	}
}

// TestChartOfAPage looks for the drawings of a page: one for light screens and one for dark ones. If there is no
// drawing, the page says why.
func TestChartOfAPage(t *testing.T) {
	g := gridOf(t, small())
	for kind, want := range map[string]int{"": 0, "bar": 2, "area": 0} {
		var b bytes.Buffer
		report, err := FormatNamed("html").Write(t.Context(), &b, Pivot{Grid: g, Chart: kind})
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "<svg "); n != want || strings.Contains(fmt.Sprint(report.Losses),
			"there is no chart") != (kind == "area") {
			t.Errorf("%q: %d drawings, losses %v", kind, n, report.Losses)
		}
		if !strings.Contains(b.String(), "123,456,789.01") {
			t.Errorf("%q: the page lost its table", kind)
		}
	}
}

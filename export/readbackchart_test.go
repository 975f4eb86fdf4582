package export

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export/chart"
)

// pivotOf returns the grid of a pivot whose fields and measures are in the language.
func pivotOf(t *testing.T, rows, cols, values string, l query.Layout) *pivot.Grid {
	t.Helper()
	q := query.Query{Layout: l}
	var err error
	if q.Rows, err = query.ParseFields(rows); err != nil {
		t.Fatal(err)
	}
	if q.Cols, err = query.ParseFields(cols); err != nil {
		t.Fatal(err)
	}
	if q.Values, err = query.ParseMeasures(values); err != nil {
		t.Fatal(err)
	}
	return gridOf(t, q)
}

// inOffice opens workbooks in LibreOffice, and returns the XML of each as LibreOffice understood it, by its name.
func inOffice(t *testing.T, books map[string]Pivot) map[string]element {
	t.Helper()
	program, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice is not installed (make office installs it): no workbook is opened in it")
	}
	dir := t.TempDir()
	args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(dir, "user"), "--convert-to", "fods",
		"--outdir", dir}
	for name, p := range books {
		args = append(args, filepath.Join(dir, name+".xlsx"))
		if _, err := Save(t.Context(), args[len(args)-1], "", "", p); err != nil {
			t.Fatal(name, err)
		}
	}
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Fatalf("LibreOffice: %v: %s", err, out)
	}
	roots := map[string]element{}
	for name := range books {
		text, err := os.ReadFile(filepath.Join(dir, name+".fods"))
		if err != nil {
			t.Fatal(err)
		}
		var root element
		if err := xml.Unmarshal(text, &root); err != nil {
			t.Fatal(name, err)
		}
		roots[name] = root
	}
	return roots
}

// TestChartsInOffice opens the charts of workbooks in LibreOffice. They have the series, the labels and the figures of
// the screen, and the same lines and axes.
func TestChartsInOffice(t *testing.T) {
	books := map[string]Pivot{}
	for _, c := range []struct {
		chart, rows, cols, values string
		layout                    query.Layout
	}{
		{"bar", "city", "month(day)", "sum(amount)", query.Layout{}},
		{"bar average", "trunc(day, month)", "", "count()", query.Layout{}},
		{"bar 2", "bin(big, 2)", "", "count()", query.Layout{ShowEmpty: true}},
		{"stacked", "city", "open", "count()", query.Layout{}},
		{"line log trend", "trunc(day, month)", "open", "count()", query.Layout{}},
		{"line trend median", "trunc(day, month)", "", "sum(amount)", query.Layout{}},
		{"area", "trunc(day, month)", "open", "count()", query.Layout{}},
		{"pie", "city", "", "count()", query.Layout{}},
		{"combo", "city", "", "sum(amount),count(),max(amount)", query.Layout{}},
		{"scatter log trend 3", "city", "", "count(),distinct(day)", query.Layout{}},
	} {
		p := complete(pivotOf(t, c.rows, c.cols, c.values, c.layout))
		p.Chart, p.Profile = c.chart, nil
		books[strings.ReplaceAll(c.chart, " ", "-")] = p
	}
	for name, root := range inOffice(t, books) {
		p := books[name]
		style, err := chart.ParseStyle(p.Chart)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := chart.NewPlan(t.Context(), p.Grid, style)
		if err != nil {
			t.Fatal(name, err)
		}
		compareChart(t, p, plan, root)
	}
}

func compareChart(t *testing.T, p Pivot, plan *chart.Plan, root element) {
	t.Helper()
	charts, tab := root.all("chart"), p.Grid.Tab() // office:chart, and chart:chart in it
	if len(charts) != 2 {
		t.Fatalf("%s: %d charts", p.Chart, len(charts)-1)
	}
	drawn := charts[1]
	table := drawn.all("table")[0]
	var got [][]string // a row for each label: the label, and then a figure for each series
	for _, row := range table.all("table-row") {
		var line []string
		for _, cell := range row.all("table-cell") {
			line = append(line, strings.TrimSpace(cell.first("p")))
		}
		got = append(got, line)
	}
	want := [][]string{{""}}
	for _, s := range plan.Series {
		want[0] = append(want[0], s.Name)
	}
	for i, label := range plan.X {
		line := []string{strings.ReplaceAll(label, "\r\n", "\n")}
		if plan.Kind == chart.Points {
			line[0] = strconv.Itoa(i + 1)
		}
		for _, s := range plan.Series {
			c, text := s.Cells[i], "NaN"
			if x, ok := tab.Cell(c.Row, c.Col, c.Measure).Number(); ok && c.Some {
				text = digits15(x)
			}
			line = append(line, text)
		}
		want = append(want, line)
	}
	series, trends := len(plan.Series), len(plan.Series)
	if plan.Kind == chart.Points {
		series, trends, got[0][1] = 1, 1, want[0][1] // LibreOffice gives no name to what is across
	}
	if plan.Level != nil {
		series++
		for i := range want {
			text := plan.Level.Text
			if i > 0 {
				text = digits15(plan.Level.Value)
			}
			want[i] = append(want[i], text)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: LibreOffice has\n%q, want\n%q", p.Chart, got, want)
	}
	if !plan.Trend {
		trends = 0
	}
	logs := 0
	for _, e := range root.all("chart-properties") {
		logs += bit(e.attribute("logarithmic") == "true")
	}
	counted := [3]int{len(drawn.all("series")), len(drawn.all("regression-curve")), logs}
	if want := [3]int{series, trends, bit(plan.Log) * (1 + bit(plan.Kind == chart.Points))}; counted != want {
		t.Errorf("%s: %v series, trends and logarithmic axes, want %v", p.Chart, counted, want)
	}
	if title := drawn.all("title"); len(title) == 0 || title[0].first("p") != plan.Title {
		t.Errorf("%s: the title is %v, want %q", p.Chart, title, plan.Title)
	}
}

// digits15 writes a number with the 15 digits that LibreOffice keeps.
func digits15(x float64) string {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// TestRulesInOffice opens conditional formats in LibreOffice. It has a rule of the same kind over exactly the cells
// that the grid compares, without totals.
func TestRulesInOffice(t *testing.T) {
	kinds := map[query.MarkKind]string{query.Bars: "data-bar", query.Scale: "color-scale", query.Icons: "icon-set"}
	books := map[string]Pivot{}
	for _, per := range []query.Scope{query.PerAll, query.PerRow, query.PerColumn, query.PerGroup} {
		q := query.Query{Rows: []query.Field{field("open"), field("city")}, Cols: []query.Field{{Column: "day",
			Part: query.Month}}, Layout: query.Layout{NoRows: "0"}}
		for _, m := range slices.Concat(query.OfferedMarks, []query.Mark{{Kind: query.Passing, If: "> 1"}}) {
			if m.Kind != query.Passing {
				m.Per = per
			}
			v := measure(query.Count, "amount")
			v.Marks = query.MarkList(m)
			q.Values = append(q.Values, v)
		}
		p := complete(gridOf(t, q))
		books["per"+string(per)] = p
	}
	for name, root := range inOffice(t, books) {
		var got, want []string
		for _, e := range root.all("conditional-format") {
			kind := e.Children[0].XMLName.Local
			cells := cellsOf(strings.ReplaceAll(e.attribute("target-range-address"), pivotSheet+".", ""))
			slices.Sort(cells)
			got = append(got, fmt.Sprint(kind, cells))
		}
		for _, a := range books[name].Grid.Areas() {
			kind := kinds[a.Extent.Mark.Kind]
			if kind == "" {
				kind = "condition"
			}
			cells := cellsOf(ranges(a))
			slices.Sort(cells)
			if a.Extent.Figures > 0 {
				want = append(want, fmt.Sprint(kind, cells))
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%s: the rules are\n%s, want\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestSeveralMarksInAWorkbook reads the rules of a measure with four formats. They are in the order in which the screen
// decides the colour of a cell.
func TestSeveralMarksInAWorkbook(t *testing.T) {
	sum := measure(query.Sum, "amount")
	list := []query.Mark{{Kind: query.Bars}, {Kind: query.Passing, If: "> 1"}, {Kind: query.Scale, N: 2},
		{Kind: query.Below}}
	sum.Marks = query.MarkList(list...)
	g := gridOf(t, query.Query{Rows: []query.Field{field("city")}, Values: []query.Measure{sum}})
	var file bytes.Buffer
	if _, err := workbook(t.Context(), &file, Pivot{Grid: g}); err != nil {
		t.Fatal(err)
	}
	var root element
	if err := xml.Unmarshal(partOf(t, file.Bytes(), "xl/worksheets/sheet1.xml"), &root); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range root.all("cfRule") {
		if e.XMLName.Space == root.XMLName.Space {
			got = append(got, e.attribute("priority")+" "+e.attribute("type"))
		}
	}
	if want := []string{"1 dataBar", "2 expression", "3 colorScale", "4 aboveAverage"}; !slices.Equal(got, want) {
		t.Errorf("the rules are %q, want %q", got, want)
	}
	coloured := 0
	for row := range g.Rows {
		c := g.Cell(row, 1)
		if x, ok := c.Value.Number(); ok && c.Role == pivot.Body && !c.Total && x > 1 {
			coloured++
			if fill, _ := mark.Light.FillColour(c.Mark); fill != mark.Light.Good {
				t.Errorf("%v has the colour %v on the screen", c.Value, fill)
			}
		}
	}
	if coloured < 2 {
		t.Errorf("%d figures pass", coloured)
	}
}

// TestBarsOfPictures measures the bars of pictures. In SVG, the lengths of the bars are proportional to the figures. In
// PNG, the pixels inside a bar have the colour of its series, and those beyond its end do not.
func TestBarsOfPictures(t *testing.T) {
	g := pivotOf(t, "city", "", "count()", query.Layout{})
	style, s := chart.Style{Kind: chart.Bars}, Pivot{Grid: g, Chart: "bar"}
	scene, err := chart.Draw(t.Context(), g, style, pictureWidth, pictureHeight, chart.Look{Scale: pictureScale})
	if err != nil {
		t.Fatal(err)
	}
	var svg, picture bytes.Buffer
	if _, err := FormatNamed("svg").Write(t.Context(), &svg, s); err != nil {
		t.Fatal(err)
	}
	if _, err := FormatNamed("png").Write(t.Context(), &picture, s); err != nil {
		t.Fatal(err)
	}
	var root element
	if err := xml.Unmarshal(svg.Bytes(), &root); err != nil {
		t.Fatal(err)
	}
	ink := "#" + strings.ToLower(chart.Inks()[0])
	var lengths []float64
	for _, e := range root.all("rect") {
		if strings.EqualFold(e.attribute("fill"), ink) {
			length, _ := strconv.ParseFloat(e.attribute("width"), 64)
			lengths = append(lengths, length)
		}
	}
	img, err := png.Decode(&picture)
	if err != nil {
		t.Fatal(err)
	}
	colourAt := func(x, y float64) string {
		r, green, b, _ := img.At(int(x*pictureScale), int(y*pictureScale)).RGBA()
		return fmt.Sprintf("#%02x%02x%02x", r>>8, green>>8, b>>8)
	}
	if len(lengths) != len(scene.Marks) || len(lengths) < 3 {
		t.Fatalf("%d bars, %d figures", len(lengths), len(scene.Marks))
	}
	for i, m := range scene.Marks {
		x, _ := g.Tab().Cell(m.Row, m.Col, m.Measure).Number()
		first, _ := g.Tab().Cell(scene.Marks[0].Row, scene.Marks[0].Col, 0).Number()
		if want := lengths[0] * x / first; lengths[i] < want-0.02 || lengths[i] > want+0.02 {
			t.Errorf("the bar of %v has a length of %v, want %v", x, lengths[i], want)
		}
		y := (m.Y0 + m.Y1) / 2
		if inside, beyond := colourAt(m.X1-2, y), colourAt(m.X1+2, y); inside != ink || beyond == ink {
			t.Errorf("the bar of %v has the colours %s and %s at its end", x, inside, beyond)
		}
	}
}

// TestAxesOfExcel reads the axes of charts of Excel's own. The figures of horizontal bars are below them, axes have the
// decimal places that they need, and the bars of a histogram touch.
func TestAxesOfExcel(t *testing.T) {
	day := query.Field{Column: "day", Part: query.Month}
	thousands := measure(query.Sum, "amount")
	thousands.Number = `#,##0.0,"K"`
	share := measure(query.Count, "")
	share.Show.Kind = query.PctTotal
	bins, err := query.ParseFields("bin(big, 2)")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kind, crosses, format, gap string
		q                          query.Query
	}{
		{"bar", "max", "#,##0", "", query.Query{Rows: []query.Field{field("city")},
			Values: []query.Measure{measure(query.Sum, "amount")}}},
		{"line", "autoZero", "#,##0", "", query.Query{Rows: []query.Field{day},
			Values: []query.Measure{measure(query.Sum, "amount")}}},
		{"line", "autoZero", "#,##0.00", "", query.Query{Rows: []query.Field{day},
			Values: []query.Measure{measure(query.Min, "amount")}}},
		{"line", "autoZero", `#,##0.0,"K"`, "", query.Query{Rows: []query.Field{day},
			Values: []query.Measure{thousands}}},
		{"bar", "autoZero", "0.0%", "", query.Query{Rows: []query.Field{day}, Values: []query.Measure{share}}},
		{"bar", "autoZero", "#,##0", "5", query.Query{Rows: bins, Values: []query.Measure{measure(query.Count, "")},
			Layout: query.Layout{ShowEmpty: true}}},
	} {
		root := chartXML(t, c.q, c.kind)
		axis := root.all("valAx")[0]
		if format := axis.all("numFmt")[0].Format; axis.first("crosses") != c.crosses || format != c.format ||
			root.first("gapWidth") != c.gap {
			t.Errorf("%s of %v: crosses at %s, the format is %s, the gap %s: want %s, %s and %s", c.kind, c.q.Values,
				axis.first("crosses"), format, root.first("gapWidth"), c.crosses, c.format, c.gap)
		}
	}
}

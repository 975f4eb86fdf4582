package export

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestMarksAreTheScreens opens workbooks again and compares what their conditional formats show in each cell, by the
// rules of spreadsheets, with what the grid shows there.
func TestMarksAreTheScreens(t *testing.T) {
	city, day, open := field("city"), query.Field{Column: "day", Part: query.Month}, field("open")
	rome := pivot.PathKey([]data.Value{data.TextValue("Rome")})
	for name, tc := range map[string]struct {
		query query.Query
		folds pivot.Folds
	}{
		"rows and columns": {query.Query{Rows: []query.Field{city}, Cols: []query.Field{day}}, pivot.Folds{}},
		"subtotals":        {query.Query{Rows: []query.Field{city, day}, Cols: []query.Field{open}}, pivot.Folds{}},
		"folded": {query.Query{Rows: []query.Field{city, day}, Cols: []query.Field{open}},
			pivot.Folds{Rows: map[string]bool{rome: true}}},
		"totals first": {query.Query{Rows: []query.Field{city, day}, Layout: query.Layout{TotalsFirst: true}},
			pivot.Folds{}},
		"values on rows": {query.Query{Rows: []query.Field{city, day}, Cols: []query.Field{open},
			Layout: query.Layout{ValuesOnRows: true}}, pivot.Folds{}},
		"empty as 0": {query.Query{Rows: []query.Field{city}, Cols: []query.Field{day},
			Layout: query.Layout{NoRows: "0"}}, pivot.Folds{}},
		"others": {query.Query{Rows: []query.Field{city},
			Tops: []query.TopN{{N: 2, By: measure(query.Sum, "amount"), Others: true}}}, pivot.Folds{}},
	} {
		passing := []query.Mark{{Kind: query.Passing, If: "> 10"}, {Kind: query.Passing, If: "<= 4.5"},
			{Kind: query.Passing, If: "between 1 and 20"}, {Kind: query.Passing, If: "<> 0"}}
		var apart []query.Mark
		for _, m := range query.OfferedMarks {
			for _, per := range []query.Scope{query.PerRow, query.PerColumn, query.PerGroup} {
				m.Per = per
				apart = append(apart, m)
			}
		}
		for _, m := range slices.Concat(query.OfferedMarks, apart, passing) {
			if m.Counts() {
				m.N = 3
			}
			for _, show := range []query.Show{{}, {Kind: query.DiffPrev}} {
				amount := measure(query.Sum, "amount")
				amount.Marks, amount.Show = query.MarkList(m), show
				tc.query.Values = []query.Measure{measure(query.Count, ""), amount}
				t.Run(fmt.Sprintf("%s, %s, %s", name, m.Title(), show.Kind), func(t *testing.T) {
					compareMarks(t, tabOf(t, table(), tc.query).Grid(tc.folds))
				})
			}
		}
	}
}

func compareMarks(t *testing.T, g *pivot.Grid) {
	t.Helper()
	f, _ := reopen(t, g)
	if g.HasFolds() { // the workbook has them as closed groups
		g = g.Unfolded()
	}
	formats, err := f.GetConditionalFormats(pivotSheet)
	if err != nil || len(formats) == 0 {
		t.Fatal(formats, err)
	}
	number := func(cell string) (float64, bool) { // as the file has it
		if kind, err := f.GetCellType(pivotSheet, cell); err != nil || kind != excelize.CellTypeUnset &&
			kind != excelize.CellTypeNumber {
			return 0, false
		}
		text, _ := f.GetCellValue(pivotSheet, cell, excelize.Options{RawCellValue: true})
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil
	}
	rules, bounds := map[string]shower{}, arrowBounds(f)
	for sqref, of := range formats {
		var figures []float64
		cells := cellsOf(sqref)
		for _, cell := range cells {
			if x, ok := number(cell); ok {
				figures = append(figures, x)
			}
		}
		slices.Sort(figures)
		for _, cell := range cells {
			if _, twice := rules[cell]; twice || len(of) != 1 {
				t.Fatalf("%s has two rules", cell)
			}
			rules[cell] = shower{of[0], figures, bounds[sqref]}
		}
	}
	for row := range g.Rows {
		for col := range g.Cols {
			cell, c := cellName(col, row), g.Cell(row, col)
			want := onScreen(c.Mark)
			got := "nothing"
			if x, ok := number(cell); ok && rules[cell].figures != nil {
				got = rules[cell].shows(t, x)
			}
			if got != want {
				t.Errorf("%s, %s: the workbook shows %s, the screen %s", cell, c.Text(), got, want)
			}
		}
	}
}

// onScreen says what the screen shows, in the colours of a light background.
func onScreen(c mark.Cell) string {
	fill, filled := mark.Light.FillColour(c)
	switch {
	case c.Bar:
		return fmt.Sprintf("a bar of %.6f from %.6f", c.To-c.From, c.From)
	case filled:
		return hex(fill)
	case c.Arrow != 0:
		return c.Arrow.String()
	}
	return "nothing"
}

// shower is a rule of a workbook and the figures, ascending, that it compares.
type shower struct {
	rule    excelize.ConditionalFormatOptions
	figures []float64
	bounds  []float64 // of arrows that do not take them from the figures
}

// arrowBounds returns the bounds of arrows that are numbers, by their ranges.
func arrowBounds(f *excelize.File) map[string][]float64 {
	of := map[string][]float64{}
	sheet, _ := f.Pkg.Load("xl/worksheets/sheet1.xml")
	text, _ := sheet.([]byte)
	sets := regexp.MustCompile(`(?s)<x14:iconSet (.*?)</x14:iconSet>.*?<xm:sqref>(.*?)</xm:sqref>`)
	for _, set := range sets.FindAllSubmatch(text, -1) {
		for _, bound := range regexp.MustCompile(`<xm:f>(.*?)</xm:f>`).FindAllSubmatch(set[1], -1)[1:] {
			x, _ := strconv.ParseFloat(string(bound[1]), 64)
			of[string(set[2])] = append(of[string(set[2])], x)
		}
	}
	return of
}

func (r shower) shows(t *testing.T, x float64) string {
	t.Helper()
	n, f := len(r.figures), r.figures
	bound := func(kind, value string) float64 {
		v, _ := strconv.ParseFloat(value, 64)
		switch kind {
		case "min":
			return f[0]
		case "max":
			return f[n-1]
		case "percent":
			return f[0] + (f[n-1]-f[0])*v/100
		}
		return v
	}
	least, greatest := bound(r.rule.MinType, r.rule.MinValue), bound(r.rule.MaxType, r.rule.MaxValue)
	total := 0.0
	for _, v := range f {
		total += v
	}
	k, _ := strconv.Atoi(r.rule.Value)
	k = min(k, n)
	on, good := false, hex(mark.Light.Good)
	switch r.rule.Type {
	case "data_bar":
		if !r.rule.BarSolid {
			t.Error("the rule is not joined with its extended part")
		}
		if least == greatest {
			return "nothing"
		}
		return fmt.Sprintf("a bar of %.6f from %.6f", x/(greatest-least), (0-least)/(greatest-least))
	case "2_color_scale":
		return mixed(r.rule.MinColor, r.rule.MaxColor, x, least, greatest)
	case "3_color_scale":
		switch mid := bound(r.rule.MidType, r.rule.MidValue); {
		case least == greatest:
			return r.rule.MidColor[1:]
		case x < mid:
			return mixed(r.rule.MinColor, r.rule.MidColor, x, least, mid)
		default:
			return mixed(r.rule.MidColor, r.rule.MaxColor, x, mid, greatest)
		}
	case "icon_set":
		n, at := r.rule.IconStyle[0], 0
		bounds := r.bounds
		if bounds == nil {
			for _, percent := range map[byte][]string{'3': {"33", "67"}, '5': {"20", "40", "60", "80"}}[n] {
				bounds = append(bounds, bound("percent", percent))
			}
		}
		for _, b := range bounds {
			if x >= b {
				at++
			}
		}
		return map[byte][]string{'3': {"↓", "→", "↑"}, '5': {"↓", "↘", "→", "↗", "↑"}}[n][at]
	case "top":
		on = x >= f[n-k]
	case "bottom":
		on, good = x <= f[k-1], hex(mark.Light.Bad)
	case "average":
		on = x > total/float64(n)+1e-9
		if !r.rule.AboveAverage {
			on, good = x < total/float64(n)-1e-9, hex(mark.Light.Bad)
		}
	case "formula":
		on = true
		tests := strings.Split(strings.TrimSuffix(r.rule.Criteria, ")"), ",")
		for _, test := range tests[1:] {
			parts := regexp.MustCompile(`^[A-Z]+\d+([<>=]+)(.*)$`).FindStringSubmatch(test)
			v, err := strconv.ParseFloat(parts[2], 64)
			if err != nil || !strings.HasPrefix(tests[0], "AND(ISNUMBER(") {
				t.Fatal(r.rule.Criteria, err)
			}
			on = on && map[string]bool{">": x > v, ">=": x >= v, "<": x < v, "<=": x <= v, "<>": x != v}[parts[1]]
			if len(tests) == 2 && (parts[1] == "<" || parts[1] == "<=") {
				good = hex(mark.Light.Bad)
			}
		}
	default:
		t.Errorf("a rule of type %s", r.rule.Type)
	}
	if on {
		return good
	}
	return "nothing"
}

// mixed returns a colour between two, as spreadsheets mix them.
func mixed(from, to string, x, least, greatest float64) string {
	share := 0.5
	if least != greatest {
		share = (x - least) / (greatest - least)
	}
	out := ""
	for i := 1; i < 7; i += 2 {
		a, _ := strconv.ParseUint(from[i:i+2], 16, 8)
		b, _ := strconv.ParseUint(to[i:i+2], 16, 8)
		out += fmt.Sprintf("%02X", int(math.Floor(float64(a)+(float64(b)-float64(a))*share+0.5)))
	}
	return out
}

// cellsOf lists the cells of ranges.
func cellsOf(sqref string) (cells []string) {
	for _, area := range strings.Fields(sqref) {
		first, last, _ := strings.Cut(area, ":")
		c0, r0, _ := excelize.CellNameToCoordinates(first)
		c1, r1, _ := excelize.CellNameToCoordinates(last)
		for row := r0; row <= r1; row++ {
			for col := c0; col <= c1; col++ {
				cells = append(cells, cellName(col-1, row-1))
			}
		}
	}
	return cells
}

// TestFoldedBarsKeepTheirExtent looks at the extended part of data bars: the sheet has not all figures, so the
// rule names their extent.
func TestFoldedBarsKeepTheirExtent(t *testing.T) {
	defer func(was int) { maxUnfolded = was }(maxUnfolded)
	maxUnfolded = 0
	amount := measure(query.Sum, "amount")
	amount.Marks = query.MarkList(query.Mark{Kind: query.Bars})
	q := query.Query{Rows: []query.Field{field("city"), field("open")}, Values: []query.Measure{amount}}
	tokyo := pivot.PathKey([]data.Value{data.TextValue("東京")})
	for folded, want := range map[string]string{
		"":    `<x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/>`,
		tokyo: `<x14:cfvo type="num"><xm:f>-3.99</xm:f></x14:cfvo><x14:cfvo type="num"><xm:f>1.2345678901E+08</xm:f></x14:cfvo>`,
	} {
		var b bytes.Buffer
		if _, err := workbook(t.Context(), &b,
			Pivot{Grid: tabOf(t, table(), q).Grid(pivot.Folds{Rows: map[string]bool{folded: true}})}); err != nil {
			t.Fatal(err)
		}
		z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil {
			t.Fatal(err)
		}
		part, err := z.Open("xl/worksheets/sheet1.xml")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(part)
		if !strings.Contains(string(text), want) || strings.Count(string(text), endOfSheet) != 1 {
			t.Errorf("the sheet has not %s once: %s", want, text[max(0, len(text)-1500):])
		}
	}
}

// TestTooManyRanges leaves out what no spreadsheet would open quickly, and says so.
func TestTooManyRanges(t *testing.T) {
	const groups = maxRanges + 1
	outer, inner := make([]int64, 2*groups), make([]int64, 2*groups)
	for i := range outer {
		outer[i], inner[i] = int64(i/2), int64(i)
	}
	big := data.NewTable("big", []*data.Column{data.NewInts("outer", data.Int, 0, outer, nil),
		data.NewInts("inner", data.Int, 0, inner, nil)})
	m := measure(query.Sum, "inner")
	m.Marks = query.MarkList(query.Mark{Kind: query.Scale, N: 2})
	q := query.Query{Rows: []query.Field{field("outer"), field("inner")}, Values: []query.Measure{m}}
	for _, subtotals := range []bool{true, false} {
		if !subtotals {
			q.Layout.NoSubtotals = q.Rows
		}
		f, report := reopen(t, tabOf(t, big, q).Grid(pivot.Folds{}))
		formats, err := f.GetConditionalFormats(pivotSheet)
		if lost := len(report.Losses) == 1 && report.Losses[0].Kind == lostMark; err != nil || lost != subtotals ||
			len(formats) == 1 == subtotals {
			t.Errorf("with subtotals: %t: losses %v, %d formats, error %v", subtotals, report.Losses, len(formats), err)
		}
	}
}

// TestMarksOfAPage looks at the style of figures in a web page.
func TestMarksOfAPage(t *testing.T) {
	bars, scale := measure(query.Sum, "amount"), measure(query.Count, "")
	bars.Marks = query.MarkList(query.Mark{Kind: query.Bars})
	scale.Marks = query.MarkList(query.Mark{Kind: query.Scale, N: 2})
	g := gridOf(t, query.Query{Rows: []query.Field{field("open")}, Values: []query.Measure{bars, scale}})
	var b bytes.Buffer
	if err := HTML(&b, g); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`style="background:linear-gradient(to right,transparent 0.00%,light-dark(#A9CFEE,#24577F) 0.00% 100.00%,transparent 100.00%)">123,456,795.57<`,
		`style="background:light-dark(#6FB1E2,#22659B)">5<`, `style="background:light-dark(#F2F8FD,#1D2A35)">4<`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %s:\n%s", want, b.String())
		}
	}
	if n := strings.Count(b.String(), "style="); n != 4 {
		t.Errorf("%d cells have a style, want those of the two labels", n)
	}
}

// TestDatesAndInfinitiesAreMarked holds highlights of dates in a workbook against the screen, and reads the
// rule of infinities, which are texts there.
func TestDatesAndInfinitiesAreMarked(t *testing.T) {
	for _, m := range []query.Mark{{Kind: query.Most, N: 1}, {Kind: query.Least, N: 1},
		{Kind: query.Passing, If: "> '2024-01-31'"}, {Kind: query.Passing, If: "between '2024-01-01' and '2024-01-31 " +
			"12:00'"}} {
		day := measure(query.Max, "day")
		day.Marks = query.MarkList(m)
		q := query.Query{Rows: []query.Field{field("city"), field("open")}, Values: []query.Measure{day}}
		rome := map[string]bool{pivot.PathKey([]data.Value{data.TextValue("Rome")}): true}
		compareMarks(t, tabOf(t, table(), q).Grid(pivot.Folds{}))
		compareMarks(t, tabOf(t, table(), q).Grid(pivot.Folds{Rows: rome}))
	}
	for m, want := range map[query.Mark]string{
		{Kind: query.Most, N: 1}:             `OR(AND(ISNUMBER(B2),B2>=1.7976931348623157E+308),B2="Infinity")`,
		{Kind: query.Passing, If: "> 1"}:     `OR(AND(ISNUMBER(B2),B2>1),B2="Infinity")`,
		{Kind: query.Passing, If: "< 1"}:     `OR(AND(ISNUMBER(B2),B2<1),B2="-Infinity")`,
		{Kind: query.Least, N: 1}:            `OR(AND(ISNUMBER(B2),B2<=-2.5),B2="-Infinity")`,
		{Kind: query.Passing, If: "<> 1.25"}: `OR(AND(ISNUMBER(B2),B2<>1.25),B2="Infinity",B2="-Infinity")`,
	} {
		ratio := measure(query.Max, "ratio")
		ratio.Marks = query.MarkList(m)
		f, _ := reopen(t, tabOf(t, table(), query.Query{Rows: []query.Field{field("at")},
			Values: []query.Measure{ratio}}).Grid(pivot.Folds{}))
		formats, err := f.GetConditionalFormats(pivotSheet)
		if err != nil || len(formats) != 1 {
			t.Fatal(formats, err)
		}
		for _, of := range formats {
			if got := of[0].Criteria; got != want {
				t.Errorf("%s: %s, want %s", m.Title(), got, want)
			}
		}
	}
}

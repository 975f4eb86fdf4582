package export

import (
	"archive/zip"
	"bytes"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/profiler"
)

// reopen writes a workbook and opens it again.
func reopen(t *testing.T, g *pivot.Grid) (*excelize.File, Report) {
	t.Helper()
	var b bytes.Buffer
	report, err := workbook(t.Context(), &b, Pivot{Grid: g, Profile: record()})
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f, report
}

// TestWorkbookIsTheGrid compares every cell with the screen's.
func TestWorkbookIsTheGrid(t *testing.T) {
	all := []query.Measure{measure(query.Sum, "amount"), measure(query.Avg, "amount"), measure(query.Max, "day"),
		measure(query.Max, "at"),
		measure(query.Min, "city"), {Func: query.Count, Show: query.Show{Kind: query.PctRow}},
		measure(query.Sum, "big"), measure(query.Max, "ratio")}
	for name, q := range map[string]query.Query{
		"small":     small(),
		"all types": {Rows: []query.Field{field("open"), field("city")}, Values: all},
		"labels": {Rows: []query.Field{field("at"), field("ratio")}, Cols: []query.Field{field("day"),
			field("amount")}, Values: all[:1]},
		"no fields": {Values: all},
		"values on rows": {Rows: []query.Field{field("open"), field("city")}, Cols: []query.Field{field("day")},
			Values: all, Layout: query.Layout{ValuesOnRows: true, TotalsFirst: true}},
		"repeated": {Rows: []query.Field{field("open"), field("city")}, Cols: []query.Field{field("day"),
			field("open")}, Values: all, Layout: query.Layout{RepeatLabels: true}},
		"no totals": {Rows: []query.Field{field("city")}, Cols: []query.Field{field("open")}, Values: all,
			Layout: query.Layout{Totals: query.TotalsNone}},
	} {
		t.Run(name, func(t *testing.T) {
			g := gridOf(t, q)
			f, _ := reopen(t, g)
			covered := covered(t, f)
			for row := range g.Rows {
				for col := range g.Cols {
					c := g.Cell(row, col)
					if covered[cellName(col, row)] != c.Blank {
						t.Errorf("%s is covered: %v", cellName(col, row), !c.Blank)
					}
					if c.Blank {
						continue
					}
					compareCell(t, f, cellName(col, row), shownValue(c), cellText(c))
				}
			}
			rows, err := f.GetRows(pivotSheet)
			if err != nil || len(rows) != g.Rows {
				t.Errorf("the sheet has %d rows, the grid %d; error %v", len(rows), g.Rows, err)
			}
		})
	}
}

// covered returns the cells of merged ranges, except the first of each.
func covered(t *testing.T, f *excelize.File) map[string]bool {
	t.Helper()
	merged, err := f.GetMergeCells(pivotSheet)
	if err != nil {
		t.Fatal(err)
	}
	under := map[string]bool{}
	for _, m := range merged {
		fromCol, fromRow, _ := excelize.CellNameToCoordinates(m.GetStartAxis())
		toCol, toRow, _ := excelize.CellNameToCoordinates(m.GetEndAxis())
		for row := fromRow; row <= toRow; row++ {
			for col := fromCol; col <= toCol; col++ {
				name := cellName(col-1, row-1)
				if under[name] {
					t.Errorf("%s is merged twice", name)
				}
				under[name] = row != fromRow || col != fromCol
			}
		}
	}
	return under
}

// compareCell checks type and value of a cell against the grid's, and that a blank is a blank.
func compareCell(t *testing.T, f *excelize.File, name string, want data.Value, shown string) {
	t.Helper()
	raw, err := f.GetCellValue(pivotSheet, name, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	kind, err := f.GetCellType(pivotSheet, name)
	if err != nil {
		t.Fatal(err)
	}
	if formula, _ := f.GetCellFormula(pivotSheet, name); formula != "" {
		t.Errorf("%s is the formula %q", name, formula)
	}
	v, loss := excelValue(want)
	switch v := v.(type) {
	case nil:
		if raw != "" || shown != "" {
			t.Errorf("%s holds %q and the screen %q, want nothing", name, raw, shown)
		}
	case float64:
		got, err := strconv.ParseFloat(raw, 64)
		if err != nil || got != v || (kind != excelize.CellTypeNumber && kind != excelize.CellTypeUnset) {
			t.Errorf("%s holds %q of type %v, want the number %v", name, raw, kind, v)
		}
	case string:
		if raw != v || kind != excelize.CellTypeInlineString {
			t.Errorf("%s holds %q of type %v, want the text %q", name, raw, kind, v)
		}
		if loss == "" && want.Type != data.Text {
			t.Errorf("%s: %v became a text without a word", name, want)
		}
	}
}

func TestWorkbookShowsWhatTheScreenShows(t *testing.T) {
	g := gridOf(t, query.Query{Rows: []query.Field{{Column: "day", Part: query.Year}, field("day")},
		Values: []query.Measure{measure(query.Sum, "amount"), measure(query.Max, "at"),
			{Func: query.Count, Show: query.Show{Kind: query.PctTotal}}}})
	f, _ := reopen(t, g)
	for cell, want := range map[string]string{
		"A2": "2024", "B2": "2024-01-01", "B3": "2024-02-01", "C2": "6.68", "C3": "123,457,790.26",
		"D2": "1970-01-02 00:00:00.000", // the library does not show milliseconds
		"E2": "66.7%", "A4": "2024 total", "A5": "Total", "E5": "100.0%",
	} {
		if got, err := f.GetCellValue(pivotSheet, cell); got != want || err != nil {
			t.Errorf("%s shows %q, want %q; error %v", cell, got, want, err)
		}
	}
	panes, err := f.GetPanes(pivotSheet)
	if err != nil || !panes.Freeze || panes.XSplit != 2 || panes.YSplit != 1 {
		t.Errorf("panes are %+v, error %v", panes, err)
	}
	bold := func(cell string) bool {
		id, _ := f.GetCellStyle(pivotSheet, cell)
		style, err := f.GetStyle(id)
		if err != nil {
			t.Fatal(err)
		}
		return style.Font != nil && style.Font.Bold
	}
	if !bold("C1") || bold("C2") || !bold("C5") || !bold("A5") {
		t.Errorf("header, body and totals are bold: %v %v %v", bold("C1"), bold("C2"), bold("C5"))
	}
}

func TestWorkbookProfile(t *testing.T) {
	q := small()
	q.Filter = &query.Expr{Op: query.Gt, Field: field("amount"), Values: []query.Literal{{Text: "3"}}}
	f, _ := reopen(t, gridOf(t, q))
	if got := f.GetSheetList(); strings.Join(got, " ") != "Pivot About Profile" {
		t.Errorf("sheets are %v", got)
	}
	have := map[string]string{}
	for sheet, item := range map[string]int{aboutSheet: 0, profileSheet: 1} {
		rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if len(r) > item+1 {
				have[r[item]] += r[item+1]
			} else if len(r) > 0 {
				have[r[0]] = "a sentence"
			}
		}
	}
	for item, want := range map[string]string{
		"Sum of amount and Number of rows by city and Month of day": "a sentence",
		"Rows": "city", "Columns": "Month of day", "Values": "Sum of amount", "Filter": "amount > 3",
		"Grand totals":                "of rows and columns",
		"Rows counted":                "499,000 of 500,000 pass the filter",
		"How this pivot was computed": "a sentence",
		"Cardinal read 500,000 rows, of which 499,000 pass the filter, and found 156 groups.":                         "a sentence",
		"From a sample of 5,000 rows it had expected 152 groups, between 148 and 160; the estimate was off by -2.6%.": "a sentence",
		"All cores answered, and the whole pivot took 5.100 ms. 4.00 ms was predicted.":                               "a sentence",
		"Why: the GPU was lost <a moment> ago.":                                                                       "a sentence",
		"The grouping was expected to take 4.000 ms and took 3.900 ms.":                                               "a sentence",
		"In its place Cardinal expected one core to take 7.250 ms and the GPU to take 1.500 ms.":                      "a sentence",
		"Actual": "156", "F2 cardinality": "1.042", "Health": "blocked", "Tier": "workers", "Adding up": "3.9",
		"Altogether":                        "5.1",
		"Distinct groups in the sample (d)": "148", "Groups seen once in it (f1)": "12",
	} {
		if have[item] != want {
			t.Errorf("%s is %q, want %q", item, have[item], want)
		}
	}
}

func TestWorkbookReportsLosses(t *testing.T) {
	g := gridOf(t, query.Query{Rows: []query.Field{field("open")}, Values: []query.Measure{measure(query.Sum, "big"),
		measure(query.Sum, "ratio"), measure(query.Min, "at")}})
	_, report := reopen(t, g)
	var got []string
	for _, l := range report.Losses {
		got = append(got, l.String())
	}
	want := "3 cells, the first of them B2: a number of more than 15 significant digits written as text\n" +
		"2 cells, the first of them C2: an infinity or NaN written as text\n" +
		"2 cells, the first of them D3: a date outside 1900-03-01 to 9999-12-31 written as text"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestWorkbookRefusesWhatDoesNotFit(t *testing.T) {
	const n = maxSheetRows
	values := make([]int64, n)
	for i := range values {
		values[i] = int64(i)
	}
	long := data.NewTable("long", []*data.Column{data.NewInts("id", data.Int, 0, values, nil)})
	g := tabOf(t, long, query.Query{Rows: []query.Field{field("id")},
		Values: []query.Measure{measure(query.Count, "")}}).Grid(pivot.Folds{})
	var b bytes.Buffer
	_, err := workbook(t.Context(), &b, Pivot{Grid: g})
	if err == nil || !strings.Contains(err.Error(), "1,048,578 and 2") || b.Len() > 0 {
		t.Errorf("error %v after %d bytes", err, b.Len())
	}
	wide := data.NewTable("wide", []*data.Column{data.NewInts("id", data.Int, 0, values[:maxSheetCols], nil)})
	g = tabOf(t, wide, query.Query{Cols: []query.Field{field("id")},
		Values: []query.Measure{measure(query.Count, "")}}).Grid(pivot.Folds{})
	_, err = workbook(t.Context(), &b, Pivot{Grid: g})
	if err == nil || !strings.Contains(err.Error(), "and 16,38") || b.Len() > 0 {
		t.Errorf("error %v after %d bytes", err, b.Len())
	}
}

func TestExcelValue(t *testing.T) {
	text := func(s string) data.Value { return data.TextValue(s) }
	stamp := func(n int64, scale int) data.Value {
		return data.Value{Type: data.Timestamp, Int: int128.From(n), Scale: scale}
	}
	decimal := func(n int64, scale int) data.Value {
		return data.Value{Type: data.Decimal, Int: int128.From(n), Scale: scale}
	}
	for _, c := range []struct {
		in   data.Value
		want any
		loss string
	}{
		{data.Value{}, nil, ""},
		{data.BoolValue(true), true, ""},
		{data.IntValue(999_999_999_999_999), 999_999_999_999_999.0, ""},
		{data.IntValue(1_000_000_000_000_001), "1000000000000001", lostDigits},
		{data.IntValue(-9_000_000_000_000_000), -9e15, ""},
		{data.Value{Type: data.Int, Int: int128.Mul(1e18, 1e18)}, 1e36, ""},
		{decimal(-1999, 2), -19.99, ""},
		{decimal(123456789012345000, 6), 123456789012.345, ""},
		{decimal(1234567890123456, 2), "12345678901234.56", lostDigits},
		{data.FloatValue(math.Pi), math.Pi, ""},
		{data.FloatValue(math.Inf(-1)), "-Infinity", lostFinite},
		{data.DateValue(0), 25569.0, ""},
		{data.FloatValue(math.Copysign(0, -1)), 0.0, ""},
		{data.DateValue(-25508), 61.0, ""}, // 1900-03-01
		{data.DateValue(-25509), "1900-02-28", lostDate},
		{data.DateValue(2932896), 2958465.0, ""}, // 9999-12-31
		{data.DateValue(2932897), "10000-01-01", lostDate},
		{stamp(43200, 0), 25569.5, ""},
		{stamp(43200000001, 6), 25569.5, lostFraction},
		{stamp(43199999600, 6), 25569.5, lostFraction},
		{stamp(253402300799_999600, 6), "9999-12-31T23:59:59.9996", lostDate},
		{text("=1+1"), "=1+1", ""},
		{text("a\x01b"), "a\x01b", lostCharacter},
		{text("a\xffb"), "a\uFFFDb", lostCharacter},
		{text(strings.Repeat("é", 32767)), strings.Repeat("é", 32767), ""},
		{text(strings.Repeat("é", 32768)), strings.Repeat("é", 32767), lostTail},
		{text(strings.Repeat("a", 32766) + "😀"), strings.Repeat("a", 32766), lostTail},
	} {
		got, loss := excelValue(c.in)
		if number, is := got.(float64); got != c.want || loss != c.loss || is && number == 0 && math.Signbit(number) {
			t.Errorf("%.40v: got %.40v (%s), want %.40v (%s)", c.in, got, loss, c.want, c.loss)
		}
	}
}

// TestWideSheet makes pivots of many columns. Each column has a width of its own, unless there are so many columns
// that widths would be slow.
func TestWideSheet(t *testing.T) {
	for _, n := range []int{300, ownWidths} {
		days := make([]int64, n)
		for i := range days {
			days[i] = int64(i)
		}
		days = append(days, 1_000_000_000)
		wide := data.NewTable("wide", []*data.Column{data.NewInts("day", data.Int, 0, days, nil)})
		q := query.Query{Cols: []query.Field{field("day")}, Values: []query.Measure{measure(query.Sum, "day")}}
		xml := sheetXML(t, Pivot{Grid: tabOf(t, wide, q).Grid(pivot.Folds{})})
		widths, wantWidths := bytes.Count(xml, []byte("<col ")), n+3
		if n == ownWidths {
			wantWidths = 1
		}
		if one := bytes.Contains(xml, []byte(`defaultColWidth="15"`)); widths != wantWidths || one != (n == ownWidths) {
			t.Errorf("%d widths of %d columns, one for all: %v", widths, n+3, one)
		}
	}
}

// sheetXML returns the XML of the first sheet of a workbook.
func sheetXML(t *testing.T, p Pivot) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := workbook(t.Context(), &b, p); err != nil {
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
	xml, err := io.ReadAll(part)
	if err != nil {
		t.Fatal(err)
	}
	return xml
}

// TestWorkbookKeepsChosenFormats compares the workbook with the screen in a chosen number format, and looks for the
// name of a measure in the headings.
func TestWorkbookKeepsChosenFormats(t *testing.T) {
	for _, code := range []string{`#,##0.00 "EUR"`, "#,##0", "0.0,K", `#,##0.0,,"M"`, "0.0%",
		"#,##0.00;(#,##0.00);\"none\"", "0.00E+00", "000000000000", "$#,##0.00"} {
		m := measure(query.Sum, "amount")
		m.Number, m.Name = code, "Money"
		g := gridOf(t, query.Query{Rows: []query.Field{field("day")}, Values: []query.Measure{m}})
		f, _ := reopen(t, g)
		if got, err := f.GetCellValue(pivotSheet, "B1"); got != "Money" || err != nil {
			t.Errorf("the heading is %q, %v", got, err)
		}
		for row := 1; row < g.Rows; row++ {
			c := g.Cell(row, 1)
			if got, err := f.GetCellValue(pivotSheet, cellName(1, row)); got != c.Text() || err != nil {
				t.Errorf("%s of %v shows %q, and the screen %q; error %v", code, c.Value, got, c.Text(), err)
			}
		}
	}
}

// TestWorkbookTimes reads back the picture of the predicted times: its figures, both of its axes, and what was
// expected and measured.
func TestWorkbookTimes(t *testing.T) {
	p := complete(gridOf(t, small()))
	p.Curve = &profiler.Curve{Groups: []int{1, 100, 10_000}, Tiers: []profiler.TierCurve{
		{Tier: "serial", MS: []profiler.Number{7, 7.5, 9}},
		{Tier: "workers", MS: []profiler.Number{4, 4, profiler.Number(math.Inf(1))}},
	}}
	var out bytes.Buffer
	if _, err := FormatNamed("xlsx").Write(t.Context(), &out, p); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for cell, want := range map[string]string{
		"O1": "Groups", "P1": "One core, predicted ms", "Q1": "All cores, predicted ms", "O4": "10000", "P4": "9",
		"Q3": "4", "Q4": "",
		"S2": "Range of groups that was expected", "T2": "148", "T3": "160", "U3": "4", "S4": "Expected", "T4": "152",
		"S5": "Measured", "T5": "156", "U5": "3.9",
	} {
		if got, _ := f.GetCellValue(curveSheet, cell, excelize.Options{RawCellValue: true}); got != want {
			t.Errorf("%s is %q, want %q", cell, got, want)
		}
	}
	part, _ := f.Pkg.Load("xl/charts/chart1.xml")
	xml, _ := part.([]byte)
	if n := bytes.Count(xml, []byte("<logBase")); n != 2 || !bytes.Contains(xml, []byte("Times!$P$2:$P$4")) ||
		!bytes.Contains(xml, []byte("Times!$T$2:$T$3")) {
		t.Errorf("%d axes are logarithmic in\n%s", n, xml)
	}
}

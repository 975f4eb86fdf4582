package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/export/chart"
)

// office opens workbooks in LibreOffice, which computes their PivotTables. It returns the cells of every sheet in
// LibreOffice, by the names of the workbook and the sheet.
func office(t *testing.T, books map[string]Pivot) map[string]map[string][][]string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for name, p := range books {
		path := filepath.Join(dir, name+".xlsx")
		if _, err := Save(t.Context(), path, "pivottable", "", p); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	openInOffice(t, dir, paths, false)
	sheets := map[string]map[string][][]string{}
	for name := range books {
		sheets[name] = map[string][][]string{}
		for _, sheet := range []string{pivotSheet, nativeSheet} {
			text, err := os.ReadFile(filepath.Join(dir, name+"-"+sheet+".csv"))
			if os.IsNotExist(err) && sheet == nativeSheet {
				continue // there is no PivotTable
			}
			if err != nil {
				t.Fatal(err)
			}
			r := csv.NewReader(strings.NewReader(string(text)))
			r.FieldsPerRecord = -1
			if sheets[name][sheet], err = r.ReadAll(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return sheets
}

// openInOffice opens workbooks in LibreOffice, which writes each of their sheets into a folder, as name-sheet.csv. The
// cells are written as they are shown, or with all digits.
func openInOffice(t *testing.T, dir string, books []string, shown bool) {
	t.Helper()
	program, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice is not installed (make office installs it): no workbook is opened in it")
	}
	args := append([]string{"--headless", "-env:UserInstallation=file://" + filepath.Join(dir, "user"),
		"--convert-to", fmt.Sprintf("csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,%t,false,false,-1",
			shown), "--outdir", dir}, books...)
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Fatalf("LibreOffice: %v: %s", err, out)
	}
}

// TestLibreOfficeHasTheSameFigures opens workbooks in LibreOffice. The sheet Pivot has the values of the screen
// in every cell. The PivotTable, which LibreOffice computes from the sheet Data, has the same figures in the
// same order.
func TestLibreOfficeHasTheSameFigures(t *testing.T) {
	amount := func(f query.Func) query.Measure { return measure(f, "amount") }
	share := amount(query.Sum)
	share.Show = query.Show{Kind: query.PctCol}
	grids, books := map[string]*pivot.Grid{}, map[string]Pivot{}
	for name, q := range map[string]query.Query{
		"one": {Rows: []query.Field{field("city")}, Values: []query.Measure{
			amount(query.Sum), {Func: query.Count}, amount(query.Count), amount(query.Avg), amount(query.Min),
			amount(query.Max), amount(query.StddevPop), share}},
		"both": {Rows: []query.Field{field("city"), field("open")},
			Cols: []query.Field{{Column: "day", Part: query.Month}}, Values: []query.Measure{amount(query.Sum),
				{Func: query.Count}}},
		"figures": {Rows: []query.Field{field("city")}, Values: []query.Measure{amount(query.Sum),
			measure(query.Max, "day")}, Sorts: []query.Sort{{Desc: true}}},
		"no subtotals": {Rows: []query.Field{field("open"), field("city")}, Values: []query.Measure{amount(query.Sum)},
			Layout: query.Layout{NoSubtotals: []query.Field{field("open")}}},
		"compact": {Rows: []query.Field{field("open"), field("city")}, Values: []query.Measure{amount(query.Sum)},
			Layout: query.Layout{Compact: true}},
		"subtotals by another function": {Rows: []query.Field{field("open"), field("city")},
			Values: []query.Measure{amount(query.Sum)},
			Layout: query.Layout{SubtotalsBy: []query.Subtotal{{Field: field("open"), By: query.Max}}}},
		"months": {Rows: []query.Field{{Column: "day", Part: query.MonthName}},
			Values: []query.Measure{amount(query.Sum)}},
	} {
		grids[name] = gridOf(t, q)
		books[name] = complete(grids[name])
	}
	for name, sheets := range office(t, books) {
		// the workbook has a column for each field, and longer names of subtotals
		g := grids[name].Tabular().InFile(nil)
		samePivot(t, name, g, sheets)
		if p := newNative(g, pivot.Listing{Table: table()}); len(p.why) == 0 {
			sameNative(t, name, g, sheets)
		}
	}
}

// TestLibreOfficeHasTheSameRandomFigures does the same with random pivots. What a PivotTable cannot hold stands
// in its losses.
func TestLibreOfficeHasTheSameRandomFigures(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	fields := []query.Field{field("city"), field("open"), {Column: "day", Part: query.Month},
		{Column: "at", Part: query.Year}}
	values := []query.Measure{measure(query.Sum, "amount"), {Func: query.Count}, measure(query.Min, "amount"),
		measure(query.Max, "amount"), measure(query.Avg, "amount"),
		measure(query.Count, "amount"), measure(query.Median, "amount"), measure(query.Distinct, "city")}
	grids, books := map[string]*pivot.Grid{}, map[string]Pivot{}
	for n := range 40 {
		rnd.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		rnd.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		rows, cols := 1+rnd.IntN(2), rnd.IntN(3)
		q := query.Query{Rows: slices.Clone(fields[:rows]), Cols: slices.Clone(fields[rows : rows+cols]),
			Values: slices.Clone(values[:1+rnd.IntN(3)])}
		switch n % 4 {
		case 1:
			q.Layout.NoSubtotals = q.Rows
		case 2:
			q.Layout.Totals = []query.Totals{query.TotalsRows, query.TotalsCols, query.TotalsNone}[rnd.IntN(3)]
		case 3:
			q.Sorts = []query.Sort{{Desc: true}}
		}
		name := fmt.Sprintf("pivot%d", n)
		grids[name] = gridOf(t, q)
		p := complete(grids[name])
		if n%3 == 0 {
			p.Chart = chart.Kinds[n/3%len(chart.Kinds)].Name
		}
		books[name] = p
	}
	natives := 0
	for name, sheets := range office(t, books) {
		g := grids[name]
		name += ", " + g.Tab().Query.Title()
		samePivot(t, name, g, sheets)
		if rows, _, err := complete(g).Source(t.Context(), 100); err != nil {
			t.Fatal(err)
		} else if n := newNative(g, rows); len(n.why) == 0 {
			natives++
			sameNative(t, name, g, sheets)
		}
	}
	if natives < 5 {
		t.Errorf("%d PivotTables were compared", natives)
	}
}

// TestLibreOfficeOpensOpenDocument compares every cell of a spreadsheet of OpenDocument with the screen. Labels that
// repeat are blank there.
func TestLibreOfficeOpensOpenDocument(t *testing.T) {
	g := gridOf(t, query.Query{Rows: []query.Field{field("open"), field("city")},
		Cols: []query.Field{{Column: "day", Part: query.Month}}, Values: []query.Measure{measure(query.Sum, "amount"),
			measure(query.Max, "at"), {Func: query.Count, Show: query.Show{Kind: query.PctCol}}}})
	dir := t.TempDir()
	path := filepath.Join(dir, "p.ods")
	if _, err := Save(t.Context(), path, "", "", complete(g)); err != nil {
		t.Fatal(err)
	}
	openInOffice(t, dir, []string{path}, false)
	text, err := os.ReadFile(filepath.Join(dir, "p-"+pivotSheet+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(string(text)))
	r.FieldsPerRecord = -1
	cells, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for row := range g.Rows {
		for col := range g.Cols {
			c := g.Cell(row, col)
			c.Blank = c.Blank && c.Role == pivot.Name
			text := strings.ReplaceAll(cellText(c), "\r\n", "\n") // a cell has paragraphs, whatever ends a line
			sameInOffice(t, cellName(col, row), cells[row][col], shownValue(c), text)
		}
	}
}

// samePivot compares every cell of the sheet Pivot with the screen.
func samePivot(t *testing.T, name string, g *pivot.Grid, sheets map[string][][]string) {
	t.Helper()
	for row := range g.Rows {
		for col := range g.Cols {
			c := g.Cell(row, col)
			sameInOffice(t, name+", Pivot "+cellName(col, row), sheets[pivotSheet][row][col], shownValue(c),
				cellText(c))
		}
	}
}

// sameNative compares the figures of the PivotTable with the screen.
func sameNative(t *testing.T, name string, g *pivot.Grid, sheets map[string][][]string) {
	t.Helper()
	native := sheets[nativeSheet]
	top := 0
	for top < len(native) && native[top][0] != g.Tab().Rows.Fields[0].Title() {
		top++
	}
	if len(native) != top+1+g.Rows-g.HeaderRows {
		t.Errorf("%s: the PivotTable is %q, and the sheet Pivot %q", name, native, sheets[pivotSheet])
		return
	}
	for row := g.HeaderRows; row < g.Rows; row++ {
		for col := g.LabelCols; col < g.Cols; col++ {
			c := g.Cell(row, col)
			sameInOffice(t, name+", PivotTable "+cellName(col, row), native[top+1+row-g.HeaderRows][col],
				c.Value, c.Text())
		}
	}
}

// sameInOffice compares a cell of LibreOffice, which keeps 15 digits of a number, with a value and with the
// text on the screen.
func sameInOffice(t *testing.T, where, got string, v data.Value, shown string) {
	t.Helper()
	switch want, _ := excelValue(v); want := want.(type) {
	case nil:
		if got != "" && got != "0" { // a sum of no values
			t.Errorf("%s holds %q, want nothing", where, got)
		}
	case float64:
		digits, percent := strings.CutSuffix(got, "%")
		x, err := strconv.ParseFloat(digits, 64)
		if percent {
			x /= 100
		}
		if err == nil && math.Abs(x-want) <= 1e-14*max(math.Abs(want), 1) {
			return
		}
		if got != shown && !strings.HasPrefix(shown, got) { // a date, or a time to the second
			t.Errorf("%s holds %q, want %v, %s", where, got, want, shown)
		}
	case bool:
		if got != strings.ToUpper(strconv.FormatBool(want)) {
			t.Errorf("%s holds %q, want %v", where, got, want)
		}
	case string:
		if got != strings.ReplaceAll(want, "\r\n", "\n") {
			t.Errorf("%s holds %q, want %q", where, got, want)
		}
	}
}

// TestPivotTableSource holds the sheet Data against the rows of the table.
func TestPivotTableSource(t *testing.T) {
	g := gridOf(t, query.Query{Rows: []query.Field{field("city"), {Column: "day", Part: query.Month}},
		Values: []query.Measure{measure(query.Sum, "amount"), {Func: query.Count}}})
	rows, _, err := complete(g).Source(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	n := newNative(g, rows)
	if len(n.why) > 0 || len(n.columns) != 4 || len(n.figures) != 2 {
		t.Fatalf("%+v", n)
	}
	source := table()
	for row := range source.Rows {
		city, _ := source.Column("city")
		amount, _ := source.Column("amount")
		if got := (sourceRows{n}).Cell(row+1, 0); data.Compare(got.Value, sheetLabel(query.Field{Column: "city"},
			city.Value(row))) != 0 {
			t.Errorf("row %d has the city %v", row, got.Value)
		}
		if got := (sourceRows{n}).Cell(row+1, 2); data.Compare(got.Value, amount.Value(row)) != 0 {
			t.Errorf("row %d has the amount %v", row, got.Value)
		}
		if got := (sourceRows{n}).Cell(row+1, 3); got.Value != data.IntValue(int64(row)+1) {
			t.Errorf("row %d has the number %v", row, got.Value)
		}
	}
}

// TestWhatAPivotTableCannotExpress names each measure that is left out, and why.
func TestWhatAPivotTableCannotExpress(t *testing.T) {
	median := measure(query.Median, "amount")
	running := measure(query.Sum, "amount")
	running.Show = query.Show{Kind: query.Running}
	for want, q := range map[string]query.Query{
		"Median of amount is not in the PivotTable: Excel has no median there": {Rows: []query.Field{field("city")},
			Values: []query.Measure{median, measure(query.Sum, "amount")}},
		"Excel has no minimum of texts": {Values: []query.Measure{measure(query.Min, "city"),
			measure(query.Sum, "amount")}},
		"a running total of Excel goes along one field": {Rows: []query.Field{field("city"),
			field("open")}, Values: []query.Measure{running, measure(query.Sum, "amount")}},
		"There is no PivotTable, since Excel can express none of the measures": {Rows: []query.Field{field("city")},
			Values: []query.Measure{median}},
		"The PivotTable shows all labels, also those that the pivot leaves out": {Rows: []query.Field{field("city")},
			Values: []query.Measure{measure(query.Sum, "amount")},
			Tops:   []query.TopN{{N: 2, By: measure(query.Sum, "amount")}}},
	} {
		g := gridOf(t, q)
		rows, _, err := complete(g).Source(t.Context(), 100)
		if err != nil {
			t.Fatal(err)
		}
		if why := strings.Join(newNative(g, rows).why, "\n"); !strings.Contains(why, want) {
			t.Errorf("got %q, want %q", why, want)
		}
	}
	g := gridOf(t, small())
	g.Tab().Measures[0].Where = "open"
	if why := newNative(g, pivot.Listing{Table: table()}).why; len(why) != 1 ||
		!strings.Contains(why[0], "Excel has no condition for one measure") {
		t.Errorf("got %q", why)
	}
	cases := data.NewTable("cases", []*data.Column{data.NewText("name", []uint32{0, 1}, []string{"Rome", "rome"}, nil)})
	g = tabOf(t, cases, query.Query{Rows: []query.Field{field("name")},
		Values: []query.Measure{{Func: query.Count}}}).Grid(pivot.Folds{})
	if why := newNative(g, pivot.Listing{Table: cases}).why; len(why) != 1 ||
		why[0] != `There is no PivotTable: Excel takes "Rome" and "rome" for one label of name` {
		t.Errorf("got %q", why)
	}
}

// TestPivotTableIsWideEnough holds the widths of the columns of the sheet PivotTable, which LibreOffice keeps,
// against the figures on the screen.
func TestPivotTableIsWideEnough(t *testing.T) {
	g := gridOf(t, query.Query{Rows: []query.Field{field("city")}, Cols: []query.Field{field("open")},
		Values: []query.Measure{measure(query.Sum, "amount")}})
	path := filepath.Join(t.TempDir(), "wide.xlsx")
	if _, err := Save(t.Context(), path, "pivottable", "", complete(g)); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for col := range g.Cols {
		if width, err := f.GetColWidth(nativeSheet, columnLetters(col)); err != nil ||
			width < float64(len("123,456,789.01")) && col >= g.LabelCols {
			t.Errorf("column %d is %v wide (%v)", col, width, err)
		}
	}
}

// TestPivotTableHidesErrors expects a share of nothing to be blank in Excel's PivotTable, not #DIV/0! or #VALUE!.
func TestPivotTableHidesErrors(t *testing.T) {
	sum := measure(query.Sum, "amount")
	sum.Show.Kind = query.PctRow
	g := gridOf(t, query.Query{Rows: []query.Field{field("city")}, Cols: []query.Field{field("open")},
		Values: []query.Measure{sum}})
	path := filepath.Join(t.TempDir(), "shares.xlsx")
	if _, err := Save(t.Context(), path, "pivottable", "", complete(g)); err != nil {
		t.Fatal(err)
	}
	book, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if part := partOf(t, book, fmt.Sprintf(tablePart, 1)); !bytes.Contains(part, []byte(`showError="1"`)) ||
		!bytes.Contains(part, []byte(`errorCaption=""`)) || !bytes.Contains(part, []byte("percentOfRow")) {
		t.Errorf("%s", part)
	}
}

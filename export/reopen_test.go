package export

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestCSVReopens loads a pivot that was written as CSV: the columns have their names and types, and the figures
// their values.
func TestCSVReopens(t *testing.T) {
	for name, q := range map[string]query.Query{
		"columns": small(),
		"nested": {Rows: []query.Field{field("open"), field("city")},
			Cols: []query.Field{{Column: "day", Part: query.Month}, field("open")},
			Values: []query.Measure{measure(query.Sum, "amount"),
				{Func: query.Count, Show: query.Show{Kind: query.PctRow}}}},
		"one measure": {Rows: []query.Field{field("day")}, Cols: []query.Field{field("city")},
			Values: []query.Measure{measure(query.Sum, "amount")}},
	} {
		g := gridOf(t, q)
		var b bytes.Buffer
		if err := CSV(&b, g); err != nil {
			t.Fatal(err)
		}
		// totals are rows
		back, err := load.Bytes(context.Background(), "back.csv", b.Bytes(),
			load.Options{Reading: data.Reading{Footer: "none"}})
		if err != nil {
			t.Fatal(err)
		}
		var notes []string
		if name == "one measure" { // whose label column has dates and Total
			notes = []string{`day: kept as text because of 1 of 3 values: "Total" in row 3`}
		}
		if back.Rows != g.Rows-g.HeaderRows || len(back.Columns) != g.Cols || !slices.Equal(back.Notes, notes) {
			t.Fatalf("%s: read back %d rows of %d columns, want %d of %d; notes %v", name, back.Rows, len(back.Columns),
				g.Rows-g.HeaderRows, g.Cols, back.Notes)
		}
		for col, c := range back.Columns {
			if want := strings.NewReplacer("\r\n", " ").Replace(g.Heading(col)); c.Name != want {
				t.Errorf("%s: column %d is called %q, want %q", name, col, c.Name, want)
			}
			for row := range back.Rows {
				cell := g.Cell(g.HeaderRows+row, col)
				if got := c.Value(row); col >= g.LabelCols && (got.Type == data.Text ||
					data.Compare(got, cell.Value) != 0) {
					t.Errorf("%s: %s, row %d: read back %q, want %q", name, c.Name, row, got, cell.Value)
				}
			}
		}
	}
}

// TestTotalsAreLeftOut loads pivots with subtotals that were written as text: totals, which would count twice,
// are no rows, whichever columns are read.
func TestTotalsAreLeftOut(t *testing.T) {
	two := []query.Measure{measure(query.Sum, "amount"), measure(query.Avg, "amount")}
	for name, layout := range map[string]query.Layout{
		"below": {}, "above": {TotalsFirst: true}, "measures on rows": {ValuesOnRows: true},
		"measures on rows, above": {ValuesOnRows: true, TotalsFirst: true},
		"of groups alone":         {Totals: query.TotalsNone},
	} {
		q := query.Query{Rows: []query.Field{{Column: "day", Part: query.Year}, field("open"), field("city")},
			Values: two, Layout: layout}
		g := gridOf(t, q)
		rows := untotalled(g)
		for _, format := range []string{"csv", "tsv", "html", "md"} {
			var b bytes.Buffer
			if _, err := FormatNamed(format).Write(t.Context(), &b, Pivot{Grid: g}); err != nil {
				t.Fatal(err)
			}
			for _, columns := range [][]string{nil, {g.Heading(g.Cols - 1)}} {
				back, err := load.Bytes(t.Context(), "back."+format, b.Bytes(), load.Options{Columns: columns})
				if err != nil {
					t.Fatal(err)
				}
				last := back.Columns[len(back.Columns)-1]
				if back.Rows != len(rows) {
					t.Errorf("%s, %s, columns %q: %d rows, want %d; %q", name, format, columns, back.Rows,
						len(rows), back.Notes)
					continue
				}
				for i, row := range rows {
					want, _ := g.Cell(row, g.Cols-1).Value.Number()
					if got, ok := last.Value(i).Number(); math.Abs(got-want) > 0.01 ||
						ok == g.Cell(row, g.Cols-1).Value.IsNull() {
						t.Errorf("%s, %s: row %d is %v, want %v", name, format, i, last.Value(i),
							g.Cell(row, g.Cols-1).Value)
					}
				}
			}
		}
	}
}

// TestTotalsOfMeansAreLeftOut loads pivots whose totals are not the sums of their rows. They have one field or
// several, labels that are not shown, and a folded group, which is a row.
func TestTotalsOfMeansAreLeftOut(t *testing.T) {
	one := func(field int) []query.TopN {
		return []query.TopN{{Field: field, N: 1, By: measure(query.Avg, "amount")}}
	}
	for name, q := range map[string]query.Query{
		"one field": {Rows: []query.Field{field("city")}},
		"totals above": {Rows: []query.Field{field("open"), field("city")},
			Layout: query.Layout{TotalsFirst: true}},
		"labels left out": {Rows: []query.Field{field("open"), field("city")}, Tops: one(1)},
		"measures on rows": {Rows: []query.Field{field("city")}, Tops: one(0),
			Layout: query.Layout{ValuesOnRows: true}},
	} {
		q.Values = []query.Measure{measure(query.Avg, "amount"), measure(query.Median, "amount")}
		tab := tabOf(t, table(), q)
		for _, folds := range []pivot.Folds{{},
			{RowsOf: q.Rows[0], Rows: map[string]bool{pivot.PathKey(tab.Rows.Path(1)[:1]): true}}} {
			g := tab.Grid(folds)
			rows := slices.DeleteFunc(rowsOf(g), func(row int) bool {
				return totalLabel(g, row) >= 0 || g.Cell(row, g.Cols-1).Role == pivot.Note
			})
			for _, format := range []string{"html", "md", "csv", "tsv"} {
				var b bytes.Buffer
				if _, err := FormatNamed(format).Write(t.Context(), &b, Pivot{Grid: g}); err != nil {
					t.Fatal(err)
				}
				all := rowsOf(g)
				if format == "csv" || format == "tsv" {
					all = slices.DeleteFunc(all, func(row int) bool {
						return g.Cell(row, g.LabelCols-1).Role == pivot.Note
					})
				}
				for footer, want := range map[string]int{"": len(rows), "none": len(all)} {
					back, err := load.Bytes(t.Context(), "back."+format, b.Bytes(),
						load.Options{Reading: data.Reading{Footer: footer}})
					if err != nil {
						t.Fatal(err)
					}
					if back.Rows != want {
						t.Errorf("%s, %s, footer %q: %d rows, want %d; %q in\n%s", name, format, footer, back.Rows,
							want, back.Notes, b.String())
					}
				}
			}
		}
	}
}

// TestWorkbookReopens loads a pivot that was written as a workbook: its rows of headers make one, and totals,
// which would count twice, are left out.
func TestWorkbookReopens(t *testing.T) {
	for name, c := range map[string]struct {
		q    query.Query
		want string
	}{
		"two measures": {small(), "city text, 1 · Sum of amount decimal, 1 · Number of rows int, 2 · Sum of amount " +
			"decimal, 2 · Number of rows int, Total · Sum of amount decimal, Total · Number of rows int"},
		"one measure": {query.Query{Rows: []query.Field{field("open"), field("city")},
			Cols: []query.Field{{Column: "day", Part: query.Month}}, Values: []query.Measure{measure(query.Count, "")}},
			"open bool, city text, Month of day · 1 int, Month of day · 2 int, Month of day · Total int"},
		"nested": {query.Query{Rows: []query.Field{field("city")}, Cols: []query.Field{field("open"),
			{Column: "day", Part: query.Month}}, Values: []query.Measure{measure(query.Count, "")},
			Layout: query.Layout{Totals: query.TotalsRows}},
			"city text, open, Month of day · false · 1 int, open, Month of day · false · 2 int, open, Month of day · " +
				"false total int, open, Month of day · true · 1 int, open, Month of day · true · 2 int, open, Month " +
				"of day · true total int, open, Month of day · Total int"},
		"values on rows": {query.Query{Rows: []query.Field{field("open"), field("city")},
			Values: []query.Measure{measure(query.Count, ""), measure(query.Sum, "amount")},
			Layout: query.Layout{ValuesOnRows: true, TotalsFirst: true}},
			"open bool, city text, Values text, Value decimal"},
		"months": {query.Query{Rows: []query.Field{field("city")},
			Cols:   []query.Field{{Column: "day", Part: query.TruncMonth}},
			Values: []query.Measure{measure(query.Sum, "amount")}}, "city text, day by month · 2024-01 decimal, day " +
			"by month · 2024-02 decimal, day by month · Total decimal"},
		"no columns": {query.Query{Rows: []query.Field{field("city")},
			Values: []query.Measure{measure(query.Sum, "amount")}}, "city text, Sum of amount decimal"},
	} {
		g := gridOf(t, c.q)
		var b bytes.Buffer
		if _, err := workbook(t.Context(), &b, Pivot{Grid: g}); err != nil {
			t.Fatal(err)
		}
		back, err := load.Bytes(context.Background(), "back.xlsx", b.Bytes(), load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, col := range back.Columns {
			names = append(names, col.Name+" "+col.Type.String())
		}
		all := untotalled(g)
		for row := range min(back.Rows, len(all)) {
			for col := range g.LabelCols {
				cell := g.Cell(all[row], col)
				cell.Blank = false // it has its label again
				if got := back.Columns[col].Value(row); (cell.Empty() || cell.Value.IsNull()) != got.IsNull() ||
					!cell.Empty() && pivot.Label(got) != strings.Trim(cell.Text(), `"`) && got.Text != cell.Text() &&
						pivot.Label(got) != cell.Text() {
					t.Errorf("%s: row %d, column %d is labelled %q, want %q", name, row, col, got, cell.Text())
				}
			}
		}
		if got := strings.Join(names, ", "); got != c.want || back.Rows != len(all) {
			t.Errorf("%s: read back %d rows of %s; want %d of %s", name, back.Rows, got, len(all), c.want)
		}
		if left := slices.ContainsFunc(back.Notes, func(note string) bool {
			return strings.Contains(note, "of totals of the pivot left out")
		}); left != (len(all) < g.Rows-g.HeaderRows) {
			t.Errorf("%s: totals are left out: %v; notes %q", name, left, back.Notes)
		}
	}
}

// rowsOf returns the rows of a grid below its headings.
func rowsOf(g *pivot.Grid) (rows []int) {
	for row := g.HeaderRows; row < g.Rows; row++ {
		rows = append(rows, row)
	}
	return rows
}

// untotalled returns the rows of a grid that are not totals.
func untotalled(g *pivot.Grid) []int {
	return slices.DeleteFunc(rowsOf(g), func(row int) bool { return g.Cell(row, 0).Total })
}

// TestOursAreToldApart reads labels that look like totals and blanks.
func TestOursAreToldApart(t *testing.T) {
	names := []string{"Total", "(blank)", "EU total", ""}
	valid := data.NewBitmap(5)
	for i := range 4 {
		valid.Set(i)
	}
	table := data.NewTable("names", []*data.Column{
		data.NewText("label", []uint32{0, 1, 2, 3, 0}, names, valid), data.NewInts("n", data.Int, 0,
			[]int64{1, 2, 3, 4, 5}, nil),
	})
	for totals, want := range map[query.Totals]string{
		query.TotalsBoth: "label,Sum of n\r\n\"\",4\r\n(blank),2\r\n\"\"\"EU total\"\"\",3\r\n\"\"\"Total\"\"\",1\r\n" +
			",5\r\n\"Total\",15\r\n",
		query.TotalsNone: "label,Sum of n\r\n\"\",4\r\n(blank),2\r\nEU total,3\r\nTotal,1\r\n,5\r\n",
	} {
		q := query.Query{Rows: []query.Field{field("label")}, Values: []query.Measure{measure(query.Sum, "n")},
			Layout: query.Layout{Totals: totals}}
		g := tabOf(t, table, q).Grid(pivot.Folds{})
		var asCSV, asText bytes.Buffer
		if err := CSV(&asCSV, g); err != nil || asCSV.String() != want {
			t.Errorf("%v: %q, want %q", err, asCSV.String(), want)
		}
		if err := Text(&asText, g); err != nil {
			t.Fatal(err)
		}
		f, _ := reopen(t, g)
		for i, want := range []string{`""`, `"(blank)"`, `"EU total"`, `"Total"`, "(blank)", "Total"} {
			if i == 5 && totals == query.TotalsNone {
				break
			}
			line := strings.Split(asText.String(), "\n")[i+2]
			if got, _ := f.GetCellValue(pivotSheet, cellName(0, i+1)); got != want ||
				strings.TrimSpace(line[:10]) != want {
				t.Errorf("row %d is %q in the workbook and %q in the text, want %q", i+1, got, line, want)
			}
		}
	}
}

// TestMarksReopen loads a text with labels and figures that have no width on a terminal, such as a combining
// mark that stands alone.
func TestMarksReopen(t *testing.T) {
	names := []string{"\u0301", "a\u0301", "b \u0301", "\u200d", "y", "\u0301 z"}
	column := func(name string) *data.Column {
		return data.NewText(name, []uint32{0, 1, 2, 3, 4, 5}, names, nil)
	}
	table := data.NewTable("names", []*data.Column{column("label"), column("second"), column("text"),
		data.NewInts("n", data.Int, 0, []int64{1, 20, 300, 4000, 50000, 600000}, nil)})
	q := query.Query{Rows: []query.Field{field("label"), field("second")},
		Values: []query.Measure{measure(query.First, "text"), measure(query.Sum, "n"), measure(query.First, "text")},
		Layout: query.Layout{Totals: query.TotalsNone, NoSubtotals: []query.Field{field("label")}}}
	var b bytes.Buffer
	if _, err := FormatNamed("table").Write(t.Context(), &b,
		Pivot{Grid: tabOf(t, table, q).Grid(pivot.Folds{})}); err != nil {
		t.Fatal(err)
	}
	back, err := load.Bytes(t.Context(), "back.txt", b.Bytes(), load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if back.Rows != len(names) || len(back.Columns) != 5 {
		t.Fatalf("%d rows of %d columns of\n%s", back.Rows, len(back.Columns), b.String())
	}
	for row := range back.Rows {
		label := back.Columns[0].Value(row).Text
		if i := slices.Index(names, label); i < 0 || back.Columns[1].Value(row).Text != label ||
			back.Columns[2].Value(row).Text != label || back.Columns[4].Value(row).Text != label ||
			back.Columns[3].Value(row).String() != table.Columns[3].Value(i).String() {
			t.Errorf("row %d is %q, %q, %q, %s and %q of\n%s", row+1, label, back.Columns[1].Value(row).Text,
				back.Columns[2].Value(row).Text, back.Columns[3].Value(row), back.Columns[4].Value(row).Text,
				b.String())
		}
	}
}

// TestEmptyTextReopens loads texts that are empty, texts of quotes and blanks, as labels, as figures and in
// rows: an empty text is one again, and a blank stays blank.
func TestEmptyTextReopens(t *testing.T) {
	names := []string{"", `""`, `"`, `"x"`, "y"}
	valid := data.NewBitmap(6)
	for i := range 5 {
		valid.Set(i)
	}
	column := func(name string) *data.Column { return data.NewText(name, []uint32{0, 1, 2, 3, 4, 0}, names, valid) }
	table := data.NewTable("names", []*data.Column{column("label"), column("text"), data.NewInts("n", data.Int, 0,
		[]int64{1, 2, 3, 4, 5, 6}, nil)})
	q := query.Query{Rows: []query.Field{field("label")}, Values: []query.Measure{measure(query.First, "text"),
		measure(query.Sum, "n")}, Layout: query.Layout{Totals: query.TotalsNone}}
	g := tabOf(t, table, q).Grid(pivot.Folds{})
	all := pivot.Listing{Table: table}
	labels, values := []string{"", `"`, `""`, `"x"`, "y"}, []string{"", `""`, `"`, `"x"`, "y"}
	for _, format := range []string{"csv", "tsv", "html", "md", "table", "xlsx", "ods"} {
		for what, want := range map[string][]string{"the pivot": labels, "the rows": values} {
			var b bytes.Buffer
			kind, pivoted := FormatNamed(format), what == "the pivot"
			if !pivoted && !kind.HoldsRows() {
				continue
			}
			write := func() (Report, error) { return kind.Write(t.Context(), &b, Pivot{Grid: g}) }
			if !pivoted {
				write = func() (Report, error) { return kind.WriteRows(t.Context(), &b, all) }
			}
			if _, err := write(); err != nil {
				t.Fatal(err)
			}
			back, err := load.Bytes(t.Context(), "back", b.Bytes(), load.Options{})
			if err != nil {
				t.Errorf("%s as %s: %v", what, format, err)
				continue
			}
			for col, c := range back.Columns[:2] {
				var got []string
				for row := range want {
					if v := c.Value(row); v.IsNull() {
						got = append(got, "null")
					} else {
						got = append(got, v.Text)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s as %s: column %d is %q, want %q", what, format, col+1, got, want)
				}
			}
			if v := back.Columns[1].Value(len(want)); !v.IsNull() {
				t.Errorf("%s as %s: the blank is %q", what, format, v.Text)
			}
		}
	}
}

// TestTextsAreNoFormulas writes labels that a spreadsheet would run: CSV keeps them as they are, and in a
// workbook they are texts.
func TestTextsAreNoFormulas(t *testing.T) {
	evil := []string{"=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)"}
	table := data.NewTable("evil", []*data.Column{data.NewText("=1+1", []uint32{0, 1, 2, 3}, evil, nil)})
	g := tabOf(t, table, query.Query{Rows: []query.Field{field("=1+1")},
		Values: []query.Measure{measure(query.Count, "")}}).Grid(pivot.Folds{})
	var b bytes.Buffer
	if err := CSV(&b, g); err != nil {
		t.Fatal(err)
	}
	f, _ := reopen(t, g)
	for row := range g.Rows {
		label := g.Cell(row, 0).Value.Text
		if !strings.Contains("\r\n"+strings.ReplaceAll(b.String(), `"Total"`, "Total"), "\r\n"+label+",") {
			t.Errorf("no row %q in %q", label, b.String())
		}
		name := cellName(0, row)
		formula, _ := f.GetCellFormula(pivotSheet, name)
		if got, err := f.GetCellValue(pivotSheet, name); err != nil || got != label || formula != "" {
			t.Errorf("%s is %q with the formula %q, want the text %q", name, got, formula, label)
		}
	}
}

// TestRowsReopen loads rows that were written as text and as a workbook. The names, the types and the values are the
// same as before.
func TestRowsReopen(t *testing.T) {
	const rows = 40
	cities := []string{"Rome", "=1+1", "a,\"b\"\tc", "東京", "007", "Total"}
	codes, days, stamps, amounts, units, open := make([]uint32, rows), make([]int64, rows), make([]int64, rows),
		make([]int64, rows), make([]int64, rows), make([]uint8, rows)
	some, every := data.NewBitmap(rows), make([]uint32, rows)
	for i := range rows {
		every[i] = uint32(i)
		codes[i], days[i], stamps[i] = uint32(i%5), int64(19723+i*17), int64(i)*86_400_000*31+int64(i*1001)
		amounts[i], units[i], open[i] = int64(i*i*37-500), int64(i-9), uint8(i%2)
		if i%7 != 3 {
			some.Set(i)
		}
	}
	codes[rows-1] = 5 // a last row that reads like one of totals, and is none
	before := data.NewTable("rows", []*data.Column{
		data.NewText("city", codes, cities, nil), data.NewInts("day", data.Date, 0, days, some),
		data.NewInts("at", data.Timestamp, 3, stamps, nil),
		data.NewInts("amount", data.Decimal, 2, amounts, some), data.NewInts("units", data.Int, 0, units, some),
		data.NewBools("open", open, nil),
	})
	for _, format := range []string{"csv", "tsv", "xlsx", "ods", "jsonl"} {
		var b bytes.Buffer
		if _, err := FormatNamed(format).WriteRows(t.Context(), &b, pivot.Listing{Table: before,
			Rows: every}); err != nil {
			t.Fatal(err)
		}
		back, err := load.Bytes(t.Context(), "rows."+format, b.Bytes(), load.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if back.Rows != rows || len(back.Columns) != len(before.Columns) {
			t.Fatalf("%s: %d rows of %d columns, notes %q", format, back.Rows, len(back.Columns), back.Notes)
		}
		for i, c := range back.Columns {
			was := before.Columns[i]
			if c.Name != was.Name || c.Type != was.Type {
				t.Errorf("%s: column %d is %s of type %s, want %s of type %s", format, i, c.Name, c.Type,
					was.Name, was.Type)
				continue
			}
			for row := range rows {
				if got, want := c.Value(row), was.Value(row); got.IsNull() != want.IsNull() || !want.IsNull() &&
					data.Compare(got, want) != 0 {
					t.Errorf("%s: %s, row %d is %v, want %v", format, c.Name, row, got, want)
				}
			}
		}
	}
}

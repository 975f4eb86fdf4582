package export

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestOutline folds labels on both axes. The workbook has them as closed groups. Visible cells have the figures of
// the screen, in its order, and the levels of the labels above.
func TestOutline(t *testing.T) {
	rome := pivot.PathKey([]data.Value{data.TextValue("Rome")})
	q := query.Query{
		Rows:   []query.Field{field("city"), field("open"), field("day")},
		Cols:   []query.Field{{Column: "day", Part: query.Month}, field("open")},
		Values: []query.Measure{measure(query.Sum, "amount"), measure(query.Count, "")},
	}
	for name, l := range map[string]query.Layout{
		"below": {}, "above": {TotalsFirst: true}, "values on rows": {ValuesOnRows: true},
		"some subtotals": {NoSubtotals: []query.Field{field("city"), {Column: "day", Part: query.Month}}},
	} {
		t.Run(name, func(t *testing.T) {
			q.Layout = l
			tab := tabOf(t, table(), q)
			january := pivot.PathKey([]data.Value{tab.Cols.Label(1)})
			screen := tab.Grid(pivot.Folds{Rows: map[string]bool{rome: true}, Cols: map[string]bool{january: true}})
			f, _ := reopen(t, screen)
			sheet := screen.Unfolded()
			rows, cols := visible(t, f, sheet)
			if len(rows) != screen.Rows || len(cols) != screen.Cols || sheet.Rows == screen.Rows ||
				sheet.Cols == screen.Cols {
				t.Fatalf("%d rows and %d columns are visible, %d and %d on the screen, of %d and %d", len(rows),
					len(cols), screen.Rows, screen.Cols, sheet.Rows, sheet.Cols)
			}
			for i, row := range rows {
				for j, col := range cols {
					want := screen.Cell(i, j)
					if got := sheet.Cell(row, col); want.Role == pivot.Body && got.Text() != want.Text() {
						t.Errorf("%s shows %q, the screen %q", cellName(col, row), got.Text(), want.Text())
					}
					if want.Role == pivot.Body {
						compareCell(t, f, cellName(col, row), want.Value, want.Text())
					}
				}
			}
			levels(t, f, sheet)
			props, err := f.GetSheetProps(pivotSheet)
			if err != nil || *props.OutlineSummaryBelow == l.TotalsFirst ||
				*props.OutlineSummaryRight == l.TotalsFirst {
				t.Errorf("totals stand below: %v, at the right: %v, error %v", *props.OutlineSummaryBelow,
					*props.OutlineSummaryRight, err)
			}
		})
	}
}

// visible lists the rows and columns of a sheet that are not hidden.
func visible(t *testing.T, f *excelize.File, g *pivot.Grid) (rows, cols []int) {
	t.Helper()
	for row := range g.Rows {
		if shown, err := f.GetRowVisible(pivotSheet, row+1); err != nil {
			t.Fatal(err)
		} else if shown {
			rows = append(rows, row)
		}
	}
	for col := range g.Cols {
		if shown, err := f.GetColVisible(pivotSheet, columnLetters(col)); err != nil {
			t.Fatal(err)
		} else if shown {
			cols = append(cols, col)
		}
	}
	return rows, cols
}

// levels holds the levels of rows against the labels above each that have a row of their own below or above.
func levels(t *testing.T, f *excelize.File, g *pivot.Grid) {
	t.Helper()
	a := &g.Tab().Rows
	own := map[int]bool{}
	for row := g.HeaderRows; row < g.Rows; row++ {
		if c := g.Cell(row, 0); c.Role != pivot.Note {
			own[g.RowNode(row)] = true
		}
	}
	deepest := 0
	for row := g.HeaderRows; row < g.Rows; row++ {
		want := 0
		for n := a.Parent(g.RowNode(row)); n > 0; n = a.Parent(n) {
			if own[n] {
				want++
			}
		}
		got, err := f.GetRowOutlineLevel(pivotSheet, row+1)
		if err != nil || int(got) != want {
			t.Errorf("row %d has the level %d, want %d; error %v", row+1, got, want, err)
		}
		deepest = max(deepest, want)
	}
	if deepest == 0 {
		t.Error("there is no group")
	}
}

// TestFilterButtons says which sheets have filter buttons, and over which cells: totals are not among them.
func TestFilterButtons(t *testing.T) {
	city, open := field("city"), field("open")
	sum := []query.Measure{measure(query.Sum, "amount")}
	for want, q := range map[string]query.Query{
		`ref="$A$1:$B$7"`: {Rows: []query.Field{city}, Values: sum},
		`ref="$A$2:$D$8"`: {Rows: []query.Field{city}, Cols: []query.Field{open}, Values: sum},
		`ref="$A$1:$B$3"`: {Rows: []query.Field{city}, Values: sum, Tops: []query.TopN{{N: 2, By: sum[0]}}},
		`ref="$A$1:$C$9"`: {Rows: []query.Field{city, open}, Values: sum, Layout: query.Layout{RepeatLabels: true,
			NoSubtotals: []query.Field{city}}},
		"":   {Rows: []query.Field{city, open}, Values: sum},
		" ":  {Rows: []query.Field{city}, Values: sum, Layout: query.Layout{TotalsFirst: true}},
		"  ": {Values: sum},
	} {
		xml := string(sheetXML(t, Pivot{Grid: gridOf(t, q)}))
		if has := strings.Contains(xml, "<autoFilter"); has != (strings.TrimSpace(want) != "") ||
			!strings.Contains(xml, strings.TrimSpace(want)) {
			_, filter, _ := strings.Cut(xml, "<autoFilter")
			t.Errorf("want %s, got %.40s", want, filter)
		}
	}
}

// TestPrintSetup reads back how a workbook is printed and what its properties say.
func TestPrintSetup(t *testing.T) {
	q, narrow := small(), small()
	narrow.Cols = nil
	for orientation, q := range map[string]query.Query{"portrait": narrow, "landscape": q} {
		f, _ := reopen(t, gridOf(t, q))
		layout, err := f.GetPageLayout(pivotSheet)
		if err != nil || *layout.Orientation != orientation || *layout.FitToHeight != 0 || *layout.FitToWidth < 1 {
			t.Errorf("%s: %+v, %v", orientation, layout, err)
		}
		props, err := f.GetSheetProps(pivotSheet)
		if err != nil || !*props.FitToPage {
			t.Errorf("the sheet is not fit to pages: %v", err)
		}
	}
	q.Values[0].Name = "R&D"
	f, _ := reopen(t, gridOf(t, q))
	head, err := f.GetHeaderFooter(pivotSheet)
	if err != nil || head.OddHeader != "&L&BR&&D and Number of rows by city and Month of day" ||
		head.OddFooter != "&L&RPage &P of &N" {
		t.Errorf("%+v, %v", head, err)
	}
	properties, err := f.GetDocProps()
	if err != nil || properties.Title != "R&D and Number of rows by city and Month of day" ||
		properties.Creator != "Cardinal" {
		t.Errorf("%+v, %v", properties, err)
	}
	titles := slices.ContainsFunc(f.GetDefinedName(), func(n excelize.DefinedName) bool {
		return n.Name == "_xlnm.Print_Titles" && strings.ReplaceAll(n.RefersTo, "'", "") == "Pivot!$A:$A,Pivot!$1:$2"
	})
	if !titles {
		t.Errorf("the names are %+v", f.GetDefinedName())
	}
}

// TestFoldedCellsOfALargePivotStayOut makes an unfolded grid too large: the sheet has the rows of the screen,
// and the report says so.
func TestFoldedCellsOfALargePivotStayOut(t *testing.T) {
	defer func(was int) { maxUnfolded = was }(maxUnfolded)
	maxUnfolded = 10
	rome := pivot.PathKey([]data.Value{data.TextValue("Rome")})
	q := query.Query{Rows: []query.Field{field("city"), field("open")},
		Values: []query.Measure{measure(query.Sum, "amount")}}
	g := tabOf(t, table(), q).Grid(pivot.Folds{Rows: map[string]bool{rome: true}})
	var b bytes.Buffer
	report, err := workbook(t.Context(), &b, Pivot{Grid: g})
	if err != nil || len(report.Losses) != 1 || !strings.Contains(report.Losses[0].String(),
		"below folded labels are left out") {
		t.Errorf("%+v, %v", report, err)
	}
}

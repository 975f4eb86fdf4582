package export

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestMarksByAnotherMeasureInAWorkbook opens workbooks again. Highlights by another measure are rules that read the
// cell of that measure. Colour scales and arrows are styles of the cells, and the report says so.
func TestMarksByAnotherMeasureInAWorkbook(t *testing.T) {
	marks := slices.Concat(query.OfferedMarks[1:], []query.Mark{{Kind: query.Passing, If: "> 10"}})
	for _, m := range marks {
		if m.Counts() {
			m.N = 3
		}
		for _, down := range []bool{false, true} {
			m.By = "sum(amount)"
			count := measure(query.Count, "")
			count.Marks = query.MarkList(m)
			q := query.Query{Rows: []query.Field{field("city"), field("open")}, Cols: []query.Field{field("day")},
				Values: []query.Measure{measure(query.Sum, "amount"), count}, Layout: query.Layout{ValuesOnRows: down}}
			t.Run(fmt.Sprintf("%s, %t", m.Title(), down), func(t *testing.T) {
				compareMarksBy(t, gridOf(t, q), m)
			})
		}
	}
}

func compareMarksBy(t *testing.T, g *pivot.Grid, m query.Mark) {
	t.Helper()
	f, report := reopen(t, g)
	formats, err := f.GetConditionalFormats(pivotSheet)
	fixed := !m.Highlights()
	lost := slices.ContainsFunc(report.Losses, func(l Loss) bool { return l.Kind == lostRule })
	if err != nil || fixed != (len(formats) == 0) || lost != fixed {
		t.Fatal(formats, report.Losses, err)
	}
	for sqref, rules := range formats {
		first := cellsOf(sqref)[0]
		col, row, _ := excelize.CellNameToCoordinates(first)
		if col--; g.MeasuresOnRows() {
			col, row = col+1, row-1
		}
		for _, cell := range regexp.MustCompile(`[A-Z]+\d+`).FindAllString(rules[0].Criteria, -1) {
			if cell != cellName(col-1, row-1) {
				t.Errorf("the rule of %s reads %s: %s", first, cell, rules[0].Criteria)
			}
		}
	}
	marked := 0
	for row := range g.Rows {
		for col := range g.Cols {
			c := g.Cell(row, col)
			if !fixed {
				continue
			}
			id, err := f.GetCellStyle(pivotSheet, cellName(col, row))
			if err != nil {
				t.Fatal(err)
			}
			style, err := f.GetStyle(id)
			if err != nil {
				t.Fatal(err)
			}
			want, filled := mark.Light.FillColour(c.Mark)
			if got := strings.Join(style.Fill.Color, ""); filled && got != hex(want) ||
				!filled && c.Role == pivot.Body && got != "" {
				t.Errorf("%s has the colour %s, want %v, %t", cellName(col, row), got, want, filled)
			}
			format := ""
			if style.CustomNumFmt != nil {
				format = *style.CustomNumFmt
			}
			if arrow := c.Mark.Arrow.String(); c.Mark.Arrow != 0 && !strings.HasPrefix(format, `"`+arrow+`"* `) {
				t.Errorf("%s has the format %s, want an arrow %s", cellName(col, row), format, arrow)
			}
			if !c.Mark.IsZero() {
				marked++
			}
		}
	}
	if fixed && marked == 0 {
		t.Error("no cell has a format")
	}
}

func TestArrowInEachSectionOfAFormat(t *testing.T) {
	for format, want := range map[string]string{"": `"↑"* General`, `0;(0)`: `"↑"* 0;"↑"* (0)`,
		`0";";-0\;;"a"`: `"↑"* 0";";"↑"* -0\;;"↑"* "a"`} {
		if got := withArrow(format, mark.Up); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
}

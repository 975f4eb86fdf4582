package export

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/lazyregexp"
)

// maxRanges is the largest number of ranges of cells of one conditional format. A spreadsheet takes long to open a
// sheet with many more.
const maxRanges = 2000

// lostMark is the kind of Loss for a conditional format with too many ranges.
const lostMark = "conditional formatting left out: more than 2,000 ranges of cells"

// lostRule is the kind of Loss for conditional formats by another measure that no rule of a workbook expresses.
const lostRule = "colours and arrows by another measure written as they are: they do not follow the figures"

// formatParts finds the semicolons between the sections of a number format, and the texts that may have semicolons.
var formatParts = lazyregexp.New(`"[^"]*"|\\.|;`)

// setMarks adds the conditional formats of the measures to the sheet of a grid. All figures that a format compares with
// each other have one rule, which covers all ranges of their cells. If the sheet has all these figures, the spreadsheet
// finds their least and greatest value itself. If some figures are folded away, the rule has these values as numbers.
func (s *sheet) setMarks(f *excelize.File, g *pivot.Grid, to *sheetRows) error {
	at, err := f.GetSheetIndex(s.name)
	if err != nil {
		return err
	}
	rules := 0 // number of rules of all formats, limited since a spreadsheet takes long to open a sheet with many rules
	for _, a := range g.Areas() {
		first := cellName(a.Cols[0].First, a.Rows[0].First)
		if len(a.Rows)*len(a.Cols) > maxRanges || rules >= maxRanges {
			s.report.add(lostMark, func() string { return first })
			continue
		}
		if a.Extent.Figures == 0 {
			continue
		}
		if isFixed(g, a.Measure) && a.Extent.Mark.Kind != query.Bars { // the styles of the cells have the colours
			s.report.add(lostRule, func() string { return first })
			continue
		}
		if a.Extent.Mark.Kind == query.Icons && !a.Whole {
			to.extended.WriteString(extendedArrows(a, ruleID(at+1, rules), 2*maxRanges-rules))
			rules++
			continue
		}
		rule, err := s.rule(f, a, figureName(g, a))
		if err != nil {
			return err
		}
		if err := f.SetConditionalFormat(s.name, ranges(a), []excelize.ConditionalFormatOptions{rule}); err != nil {
			return fmt.Errorf("cannot write the conditional format of %s: %w", first, err)
		}
		if a.Extent.Mark.Kind == query.Bars {
			to.extended.WriteString(extendedBars(a, ruleID(at+1, rules)))
		}
		rules++
	}
	return nil
}

// ranges lists the ranges of an area, row by row.
func ranges(a pivot.Area) string {
	var all []string
	for _, r := range a.Rows {
		for _, c := range a.Cols {
			all = append(all, cellName(c.First, r.First)+":"+cellName(c.Last, r.Last))
		}
	}
	return strings.Join(all, " ")
}

// figureName returns the name of the cell whose figure decides how the first cell of an area is formatted. The
// measures of a label are in neighbouring cells.
func figureName(g *pivot.Grid, a pivot.Area) string {
	row, col, away := a.Rows[0].First, a.Cols[0].First, a.By-a.Measure
	if g.MeasuresOnRows() {
		return cellName(col, row+away)
	}
	return cellName(col+away, row)
}

// isFixed reports whether a measure has a colour scale or arrows by another measure. The rules of workbooks for these
// read only the cells that they format, so that the styles of the cells have the colours and the arrows.
func isFixed(g *pivot.Grid, measure int) bool {
	return slices.ContainsFunc(g.Tab().Measures[measure].Marks.All(), func(m query.Mark) bool {
		return m.By != "" && (m.Kind == query.Scale || m.Kind == query.Icons)
	})
}

// fix gives a style what conditional formats show in a cell of a measure with fixed colours.
func (s *sheet) fix(k *cellStyle, row, col int, c mark.Cell) {
	g, is := s.cells.(*pivot.Grid)
	if !is || c.IsZero() {
		return
	}
	if m, _ := g.Measure(row, col); !isFixed(g, m) {
		return
	}
	if fill, ok := mark.Light.FillColour(c); ok {
		k.fill = hex(fill)
	}
	if c.Arrow != 0 { // the asterisk fills the cell with blanks, so that the arrow is at its left edge
		k.format = withArrow(k.format, c.Arrow)
	}
}

// withArrow adds an arrow to each section of the code of a number format.
func withArrow(format string, a mark.Arrow) string {
	arrow := `"` + a.String() + `"* `
	return arrow + formatParts().ReplaceAllStringFunc(cmp.Or(format, "General"), func(part string) string {
		if part == ";" {
			part += arrow
		}
		return part
	})
}

// rule returns the rule of an area. first is the name of the cell whose figure decides about the first cell.
func (s *sheet) rule(f *excelize.File, a pivot.Area, first string) (excelize.ConditionalFormatOptions, error) {
	e, colours := a.Extent, &mark.Light
	rule := excelize.ConditionalFormatOptions{Criteria: "="}
	switch e.Mark.Kind {
	case query.Bars:
		rule.Type, rule.BarColor, rule.BarSolid = "data_bar", hex(colours.Bar), true
		rule.MinType, rule.MinValue, rule.MaxType, rule.MaxValue = "num", number(min(e.Least, 0)), "num",
			number(max(e.Greatest, 0))
		return rule, nil
	case query.Scale:
		rule.Type, rule.MinType, rule.MaxType = "2_color_scale", "min", "max"
		rule.MinColor, rule.MaxColor = hex(colours.Two[0]), hex(colours.Two[1])
		if e.Mark.N == 3 {
			rule.Type, rule.MidType, rule.MidValue = "3_color_scale", "percent", "50"
			rule.MinColor, rule.MidColor, rule.MaxColor = hex(colours.Three[0]), hex(colours.Three[1]),
				hex(colours.Three[2])
		}
		if !a.Whole || e.Diverges() {
			rule.MinType, rule.MinValue, rule.MaxType, rule.MaxValue = "num", number(e.Low()), "num", number(e.High())
			rule.MidType, rule.MidValue = "num", number(e.Low()/2+e.High()/2)
		}
		return rule, nil
	case query.Icons:
		rule.Type, rule.IconStyle = "icon_set", strconv.Itoa(e.Mark.N)+"ArrowsGray"
		return rule, nil
	}
	fill := colours.Good
	if e.Mark.IsLow() {
		fill = colours.Bad
	}
	style, err := f.NewConditionalStyle(&excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1,
		Color: []string{hex(fill)}}})
	if err != nil {
		return rule, err
	}
	rule.Format = &style
	switch {
	case e.Mark.Kind == query.Passing: // a formula, since Excel's own comparison treats a blank cell as zero
		rule.Type, rule.Criteria = "formula", addInfinities(e, first, comparisonFormula(first, e.Mark.Condition()))
	case !a.Whole || e.Infinite || a.By != a.Measure:
		sign := map[query.MarkKind]string{query.Most: ">=", query.Least: "<=", query.Above: ">",
			query.Below: "<"}[e.Mark.Kind]
		rule.Type, rule.Criteria = "formula", addInfinities(e, first, fmt.Sprintf("AND(ISNUMBER(%s),%s%s%s)", first,
			first, sign, boundText(e)))
	case e.Mark.Counts():
		rule.Type, rule.Value = string(e.Mark.Kind), strconv.Itoa(e.Mark.N)
	default:
		rule.Type, rule.AboveAverage = "average", e.Mark.Kind == query.Above
	}
	return rule, nil
}

// boundText writes the bound of a highlight in the syntax of formulas. It writes an infinity as the largest number.
func boundText(e *mark.Extent) string {
	v := e.Bound
	switch cell, _ := excelValue(v); {
	case v.Type.Temporal():
		if n, ok := cell.(float64); ok {
			return number(n)
		}
	case v.Type == data.Float && math.IsInf(v.Float, 0):
		return number(math.Copysign(math.MaxFloat64, v.Float))
	}
	return v.String()
}

// addInfinities extends the formula of a highlight so that it also highlights infinities, which are texts in the sheet.
func addInfinities(e *mark.Extent, cell, formula string) string {
	tests := []string{formula}
	for _, v := range []data.Value{data.FloatValue(math.Inf(1)), data.FloatValue(math.Inf(-1))} {
		if e.Infinite && e.Highlighted(v) {
			tests = append(tests, cell+`="`+v.String()+`"`)
		}
	}
	if len(tests) == 1 {
		return formula
	}
	return "OR(" + strings.Join(tests, ",") + ")"
}

// comparisonFormula returns the formula of a comparison with the figure in a cell.
func comparisonFormula(cell string, e *query.Expr) string {
	tests := []string{"ISNUMBER(" + cell + ")"}
	for _, arg := range append([]*query.Expr{e}, e.Args...) {
		if sign := map[query.Op]string{query.Eq: "=", query.Ne: "<>", query.Lt: "<", query.Le: "<=", query.Gt: ">",
			query.Ge: ">="}[arg.Op]; sign != "" {
			bound, _ := strconv.ParseFloat(arg.Values[0].Text, 64)
			if at, err := arg.Values[0].Time(); err == nil {
				bound = float64(epochDay) + float64(at.UnixMilli())/86_400_000
			}
			tests = append(tests, cell+sign+number(bound))
		}
	}
	return "AND(" + strings.Join(tests, ",") + ")"
}

// extendedBars returns the extension of a data bar that Excel 2010 introduced: solid bars, negative bars, and the axis
// between positive and negative bars.
func extendedBars(a pivot.Area, id string) string {
	least, greatest := `<x14:cfvo type="autoMin"/>`, `<x14:cfvo type="autoMax"/>`
	if !a.Whole {
		bound := func(x float64) string { return `<x14:cfvo type="num"><xm:f>` + number(x) + `</xm:f></x14:cfvo>` }
		least, greatest = bound(min(a.Extent.Least, 0)), bound(max(a.Extent.Greatest, 0))
	}
	return `<x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:cfRule type="dataBar" id="` + id +
		`"><x14:dataBar minLength="0" maxLength="100" gradient="0">` + least + greatest +
		`<x14:negativeFillColor rgb="FF` + hex(mark.Light.Negative) + `"/><x14:axisColor rgb="FF` +
		hex(mark.Light.Axis) + `"/>` +
		`</x14:dataBar></x14:cfRule><xm:sqref>` + ranges(a) + `</xm:sqref></x14:conditionalFormatting>`
}

// extendedArrows returns the rule of arrows whose bounds are numbers, because the sheet does not have all of the
// compared figures.
func extendedArrows(a pivot.Area, id string, priority int) string {
	var bounds strings.Builder
	for _, bound := range append([]float64{a.Extent.Least}, a.Extent.Arrows...) {
		bounds.WriteString(`<x14:cfvo type="num"><xm:f>` + number(bound) + `</xm:f></x14:cfvo>`)
	}
	return `<x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">` +
		`<x14:cfRule type="iconSet" priority="` + strconv.Itoa(priority) + `" id="` + id +
		`"><x14:iconSet iconSet="` + strconv.Itoa(a.Extent.Mark.N) +
		`ArrowsGray">` + bounds.String() + `</x14:iconSet></x14:cfRule><xm:sqref>` + ranges(a) +
		`</xm:sqref></x14:conditionalFormatting>`
}

// ruleID returns the name with which the library links a rule and its extension. sheet is the number of the sheet,
// counted from 1, and rule the number of the rule.
func ruleID(sheet, rule int) string {
	return fmt.Sprintf("{00000000-0000-0000-%04X-%012X}", sheet, rule)
}

// number writes a number in the syntax of formulas.
func number(x float64) string { return strconv.FormatFloat(x, 'G', -1, 64) }

// hex writes a colour as RRGGBB.
func hex(c color.RGBA) string { return fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B) }

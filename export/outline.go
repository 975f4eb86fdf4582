package export

import (
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
)

// maxLevel is the deepest level of an outline in Excel.
const maxLevel = 7

// maxUnfolded is the largest number of cells of a sheet that also has the rows and columns below folded labels.
var maxUnfolded = 2_000_000

// unfold returns the grid with the rows and columns below folded labels, which become closed groups in the workbook. If
// this grid would be too large, unfold returns g, and the report says so.
func unfold(g *pivot.Grid, report *Report) *pivot.Grid {
	if !g.HasFolds() {
		return g
	}
	all := g.Unfolded()
	if all.Rows > maxSheetRows || all.Cols > maxSheetCols || all.Rows*all.Cols > maxUnfolded {
		cells := whole(all.Rows*all.Cols - g.Rows*g.Cols)
		report.Losses = append(report.Losses,
			Loss{Kind: "rows and columns below folded labels are left out, since they have " + cells + " cells"})
		return g
	}
	return all
}

// outline returns the level of a row in the outline of the sheet, and whether the row is hidden.
func (s *sheet) outline(row int) (level int, hidden bool) {
	g, ok := s.cells.(*pivot.Grid)
	if !ok || row < s.headerRows {
		return 0, false
	}
	level, hidden = g.Outline(row)
	return min(level, maxLevel), hidden
}

// groupColumns writes the outline of the columns.
func (s *sheet) groupColumns(out *excelize.StreamWriter) error {
	g, ok := s.cells.(*pivot.Grid)
	if !ok || s.cols > ownWidths {
		return nil
	}
	for col := s.labelCols; col < s.cols; col++ {
		level, hidden := g.ColOutline(col)
		if level == 0 {
			continue
		}
		if err := out.SetColOutlineLevel(col+1, uint8(min(level, maxLevel))); err != nil {
			return err
		}
		if hidden {
			if err := out.SetColVisible(col+1, col+1, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// addFilter adds filter buttons to the last row of headers, if every row has all of its labels and no row is a
// subtotal. The range of the filter ends before the grand total and the notes below the rows.
func (s *sheet) addFilter(f *excelize.File) error {
	last := s.rows
	if g, ok := s.cells.(*pivot.Grid); ok {
		if !isFlat(g) {
			return nil
		}
		for last > s.headerRows && !isData(g.Cell(last-1, 0)) {
			last--
		}
	}
	if last <= s.headerRows {
		return nil
	}
	if err := f.AutoFilter(s.name, cellName(0, s.headerRows-1)+":"+cellName(s.cols-1, last-1), nil); err != nil {
		return err
	}
	// the library does not double the apostrophes in the name of a sheet
	if names := f.WorkBook.DefinedNames; names != nil && strings.Contains(s.name, "'") {
		last := &names.DefinedName[len(names.DefinedName)-1]
		last.Data = strings.Replace(last.Data, "'"+s.name+"'", reference(s.name), 1)
	}
	return nil
}

// isFlat reports whether every row between the first and the last row of a grid has all of its labels and is not a
// total.
func isFlat(g *pivot.Grid) bool {
	fields := g.Tab().Rows.Fields
	if len(fields) == 0 || g.LabelCols > 1 && !g.Layout.RepeatLabels || g.HasFolds() || g.Layout.TotalsFirst &&
		g.Layout.Totals.HasCols() {
		return false
	}
	if slices.ContainsFunc(fields[:len(fields)-1], g.Layout.Subtotals) {
		return false
	}
	for row := g.HeaderRows; row < g.Rows-1; row++ { // a note is between rows
		if c := g.Cell(row, 0); c.Role == pivot.Note && isData(g.Cell(row+1, 0)) {
			return false
		}
	}
	return true
}

// isData reports whether a label begins a row of figures that is neither a total nor a note.
func isData(c pivot.Cell) bool { return c.Role == pivot.RowLabel && !c.Total }

package export

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/internal/textwidth"
)

// sheet writes a grid into a worksheet, row by row.
type sheet struct {
	ctx    context.Context
	name   string
	title  string // title at the top of printed pages
	foot   string // foot of printed pages
	cells  Cells
	styles *styles
	report Report
	sum    *CellSum // checksum of the cells that were written

	rows, cols, headerRows, labelCols int

	words  []bool    // by column: some figures are texts, so that all figures are aligned to the left
	widths []float64 // by column, in characters
	marked bool      // a measure has a conditional format
	lines  int       // of the highest cell of the current row
}

func (s *sheet) write(f *excelize.File, to *sheetRows) error {
	s.rows, s.cols, s.headerRows, s.labelCols = s.cells.Size()
	s.measure()
	if g, is := s.cells.(*pivot.Grid); is {
		s.marked = slices.ContainsFunc(g.Tab().Measures, func(m pivot.Measure) bool { return len(m.Marks.All()) > 0 })
	}
	if err := s.setPage(f); err != nil { // before the rows, since the library writes properties when the stream begins
		return err
	}
	out, err := f.NewStreamWriter(s.name)
	if err != nil {
		return err
	}
	if err := s.layOut(f, out); err != nil {
		return err
	}
	cells, grid := make([]excelize.Cell, s.cols), make([]pivot.Cell, s.cols)
	merged := newMerger(out, s.headerRows, s.labelCols)
	for row := range s.rows {
		if row%256 == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		for col := range cells {
			grid[col] = s.cells.Cell(row, col)
		}
		s.lines = 1
		for col := range cells {
			if cells[col], err = s.cell(row, col, grid); err != nil {
				return err
			}
		}
		merge := merged.row
		if row < s.headerRows {
			merge = merged.header
		}
		if err := merge(row, grid); err != nil {
			return err
		}
		level, hidden := s.outline(row)
		s.sum.addRow(row, 0, cells)
		if err := to.write(row, 0, cells, level, hidden, s.lines); err != nil {
			return err
		}
	}
	if err := merged.row(s.rows, nil); err != nil {
		return err
	}
	if err := s.addFilter(f); err != nil {
		return err
	}
	if g, ok := s.cells.(*pivot.Grid); ok {
		if err := s.setMarks(f, g, to); err != nil {
			return err
		}
	}
	return out.Flush()
}

// layOut sets the frozen headers and the widths of columns, which the library needs before the rows.
func (s *sheet) layOut(f *excelize.File, out *excelize.StreamWriter) error {
	if s.headerRows < s.rows && s.labelCols < s.cols {
		pane := "bottomRight"
		if s.labelCols == 0 {
			pane = "bottomLeft"
		}
		err := out.SetPanes(&excelize.Panes{
			Freeze: true, XSplit: s.labelCols, YSplit: s.headerRows,
			TopLeftCell: cellName(s.labelCols, s.headerRows), ActivePane: pane,
		})
		if err != nil {
			return err
		}
	}
	if err := s.setWidths(f, out); err != nil {
		return err
	}
	return s.groupColumns(out)
}

// ownWidths is the largest number of columns that have their own width and place in the outline. The number is limited
// because, for each such column, the library visits all such columns.
const ownWidths = 4096

// measure finds the width of every column.
func (s *sheet) measure() {
	s.words, s.widths = make([]bool, s.cols), make([]float64, s.cols)
	for col := range s.cols {
		s.widths[col] = s.width(col)
	}
}

// setWidths sets the width of every column. In a sheet with very many columns, all columns of figures have the width of
// the widest.
func (s *sheet) setWidths(f *excelize.File, out *excelize.StreamWriter) error {
	own := s.cols
	if own > ownWidths {
		own = min(s.labelCols, ownWidths)
		widest := slices.Max(s.widths[own:])
		if err := f.SetSheetProps(s.name, &excelize.SheetPropsOptions{DefaultColWidth: &widest}); err != nil {
			return err
		}
	}
	from := 0
	for col := 1; col <= own; col++ {
		if col < own && s.widths[col] == s.widths[from] {
			continue
		}
		if err := out.SetColWidth(from+1, col, s.widths[from]); err != nil {
			return err
		}
		from = col
	}
	return nil
}

// measuredRows is the number of first rows that decide a column's width. The last row counts as well, since totals are
// the widest figures.
const measuredRows = 500

// widestHeading and widestLabel are the widths of the longest lines of a sheet. Longer headings and labels are wrapped.
const widestHeading, widestLabel = 28, 58

// width returns a column's width in characters: the width of the widest text, plus two for bold type and padding.
func (s *sheet) width(col int) float64 {
	widest := 0
	measure := func(row int) {
		c := s.cells.Cell(row, col)
		text := textwidth.Of(cellText(c))
		if row < s.headerRows {
			text = min(text, widestHeading)
			for next := col + 1; next < s.cols && s.cells.Cell(row, next).Blank; next++ {
				text = 0 // the heading spans several columns
			}
		}
		widest = max(widest, text)
		s.words[col] = s.words[col] || c.Role == pivot.Body && c.Value.Type == data.Text || c.Role == pivot.RowLabel
	}
	for row := range min(s.rows, measuredRows) {
		measure(row)
	}
	measure(s.rows - 1)
	return float64(min(max(widest, 6), widestLabel) + 2)
}

// cell returns the cell of the sheet for a cell of the grid.
func (s *sheet) cell(row, col int, grid []pivot.Cell) (excelize.Cell, error) {
	shown := shownValue(grid[col])
	if grid[col].NoRows && s.marked && shown.Type == data.Int { // as a number, it would have a colour
		shown = data.TextValue(grid[col].Format.NoRows)
	}
	v, loss := excelValue(shown)
	if loss != "" {
		s.report.add(loss, func() string { return cellName(col, row) })
	}
	k := s.style(row, col, grid)
	s.fix(&k, row, col, grid[col].Mark)
	if k.wrap {
		s.lines = max(s.lines, countLines(cellText(grid[col]), int(s.widths[col])-2))
	}
	style, err := s.styles.id(k)
	return excelize.Cell{Value: v, StyleID: style}, err
}

// countLines returns the number of lines of a text that is wrapped to a width in characters.
func countLines(text string, width int) int {
	lines, line := 1, -1 // the width of the last line without its last blank
	for _, word := range strings.Fields(text) {
		n := textwidth.Of(word)
		if line >= 0 && line+1+n > width {
			lines, line = lines+1, -1
		}
		line += 1 + n
		lines, line = lines+(line-1)/width, (line-1)%width+1
	}
	return lines
}

// style returns the style of the sheet's cell for a cell of the grid.
func (s *sheet) style(row, col int, grid []pivot.Cell) cellStyle {
	c := grid[col]
	k := cellStyle{total: c.Total}
	switch c.Role {
	case pivot.Body:
		k.format = c.Format.Excel(c.Value)
		k.right = !s.words[col]
		k.line = grid[0].Total
	case pivot.RowLabel:
		k.format = c.Format.ExcelLabel(c.Value)
		k.line = c.Total && grid[0].Total
		k.top, k.left = true, true
	case pivot.Note:
	default:
		k.header = true
		k.format = c.Format.ExcelLabel(c.Value)
		k.right = col >= s.labelCols && row == s.headerRows-1 && !s.words[col]
		k.center = c.Role == pivot.ColLabel && !k.right
		k.left = !k.right && !k.center
	}
	if c.Role != pivot.Body && c.Role != pivot.Note && !(row < s.headerRows && col+1 < s.cols && grid[col+1].Blank) {
		k.wrap = float64(textwidth.Of(cellText(c))+2) > s.widths[col]
	}
	return k
}

// shownValue returns the value that a cell shows on the screen. There, a repeated label may be blank, and the label of
// missing values is "(blank)".
func shownValue(c pivot.Cell) data.Value {
	switch {
	case c.Blank:
		return data.Value{}
	case c.Role == pivot.Body && c.Format.List != data.Null && !c.Value.IsNull():
		return data.TextValue(c.Text())
	case c.Role == pivot.Body && c.Format.NoRows == "0":
		return data.IntValue(0) // cells without rows show 0; as a number it adds up
	case c.Role == pivot.Body && c.Format.NoRows != "":
		return data.TextValue(c.Format.NoRows)
	case c.Role == pivot.Body:
		return c.Value
	case c.Empty():
		return data.Value{}
	case c.Value.IsNull() || c.Value.Type == data.Text:
		return data.TextValue(c.Text())
	}
	return c.Value
}

// setTitles makes the headers the print titles of the sheet, which every printed page repeats. Programs that read the
// workbook can recognise headers by the print titles.
func (s *sheet) setTitles(f *excelize.File) error {
	name := reference(s.name)
	rows := fmt.Sprintf("%s!$1:$%d", name, s.headerRows)
	if s.labelCols > 0 {
		rows = fmt.Sprintf("%s!$A:$%s,%s", name, columnLetters(s.labelCols-1), rows)
	}
	return f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: rows, Scope: s.name})
}

// cellName returns the name of a cell in a sheet: A1 for column 0 of row 0.
func cellName(col, row int) string {
	name, err := excelize.CoordinatesToCellName(col+1, row+1)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return name
}

// columnLetters returns the name of a column in a sheet: A for column 0.
func columnLetters(col int) string { return strings.TrimSuffix(cellName(col, 0), "1") }

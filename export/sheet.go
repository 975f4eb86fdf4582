package export

import (
	"context"

	"github.com/mattn/go-runewidth"
	"github.com/xuri/excelize/v2"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// sheet writes a grid into a worksheet, row by row.
type sheet struct {
	ctx    context.Context
	grid   *pivot.Grid
	styles *styles
	report Report
}

func (s *sheet) write(f *excelize.File) error {
	out, err := f.NewStreamWriter(pivotSheet)
	if err != nil {
		return err
	}
	if err := s.layOut(out); err != nil {
		return err
	}
	cells := make([]any, s.grid.Cols)
	for row := range s.grid.Rows {
		if row%256 == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		for col := range cells {
			if cells[col], err = s.cell(row, col); err != nil {
				return err
			}
		}
		if err := out.SetRow(cellName(0, row), cells); err != nil {
			return err
		}
	}
	return out.Flush()
}

// layOut sets what has to stand before the rows: the frozen headers and the widths.
func (s *sheet) layOut(out *excelize.StreamWriter) error {
	g := s.grid
	if g.HeaderRows < g.Rows && g.LabelCols < g.Cols {
		err := out.SetPanes(&excelize.Panes{
			Freeze: true, XSplit: g.LabelCols, YSplit: g.HeaderRows,
			TopLeftCell: cellName(g.LabelCols, g.HeaderRows), ActivePane: "bottomRight",
		})
		if err != nil {
			return err
		}
	}
	for col := range g.Cols {
		if err := out.SetColWidth(col+1, col+1, s.width(col)); err != nil {
			return err
		}
	}
	return nil
}

// measuredRows is how many rows decide a column's width, beside the last one: totals are the widest figures.
const measuredRows = 500

// width is a column's width in characters. Bold and padding take about two more than the text itself.
func (s *sheet) width(col int) float64 {
	widest := 0
	measure := func(row int) {
		widest = max(widest, runewidth.StringWidth(cellText(s.grid.Cell(row, col))))
	}
	for row := range min(s.grid.Rows, measuredRows) {
		measure(row)
	}
	measure(s.grid.Rows - 1)
	return float64(min(max(widest+2, 8), 60))
}

func (s *sheet) cell(row, col int) (excelize.Cell, error) {
	c := s.grid.Cell(row, col)
	k := look{total: c.Total}
	switch c.Role {
	case pivot.Body:
		k.format = c.Format.Excel(c.Value)
		k.right = true
		k.line = s.grid.Cell(row, 0).Total
	case pivot.RowLabel:
		k.format = labelFormat(c)
		k.line = c.Total && s.grid.Cell(row, 0).Total
	default:
		k.header = true
		k.format = labelFormat(c)
		k.right = col >= s.grid.LabelCols && row == s.grid.HeaderRows-1
	}
	v, loss := excelValue(shownValue(c))
	if loss != "" {
		s.report.add(loss, func() string { return cellName(col, row) })
	}
	style, err := s.styles.id(k)
	return excelize.Cell{Value: v, StyleID: style}, err
}

// shownValue is a cell's value as the screen has it: repeated labels are blank, a missing label is "(blank)".
func shownValue(c pivot.Cell) data.Value {
	switch {
	case c.Repeat:
		return data.Value{}
	case c.Role == pivot.Body:
		return c.Value
	case c.Value.IsNull() && c.Node == 0:
		return data.Value{}
	case c.Value.IsNull() || c.Value.Type == data.Text:
		return data.TextValue(pivot.Label(c.Value))
	}
	return c.Value
}

// labelFormat writes the digits of a label without grouping: a year is 2024, not 2,024.
func labelFormat(c pivot.Cell) string {
	if c.Value.Type == data.Int || c.Value.Type == data.Float {
		return ""
	}
	if c.Value.Type == data.Decimal {
		return "0" + decimalPlaces(c.Value.Scale)
	}
	return c.Format.Excel(c.Value)
}

// cellName is A1 for column 0 of row 0.
func cellName(col, row int) string {
	name, err := excelize.CoordinatesToCellName(col+1, row+1)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return name
}

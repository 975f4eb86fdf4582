package ui

import (
	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/ui/grid"
)

var (
	_ grid.Source = pivotSource{}
	_ grid.Source = tableSource{}
)

// pivotSource shows an answer.
type pivotSource struct{ *pivot.Grid }

// Size implements grid.Source.
func (s pivotSource) Size() (rows, cols, headerRows, labelCols int) {
	return s.Rows, s.Cols, s.HeaderRows, s.LabelCols
}

// tableSource shows the rows of a table as they are, numbered from 1.
type tableSource struct{ table *data.Table }

// Size implements grid.Source.
func (s tableSource) Size() (rows, cols, headerRows, labelCols int) {
	return s.table.Rows + 1, len(s.table.Columns) + 1, 1, 1
}

// Cell implements grid.Source.
func (s tableSource) Cell(row, col int) pivot.Cell {
	switch {
	case row == 0 && col == 0:
		return pivot.Cell{Role: pivot.Corner}
	case row == 0:
		return pivot.Cell{Role: pivot.Name, Value: data.TextValue(s.table.Columns[col-1].Name)}
	case col == 0:
		return pivot.Cell{Role: pivot.RowLabel, Value: data.IntValue(int64(row))}
	}
	c := s.table.Columns[col-1]
	return pivot.Cell{Role: pivot.Body, Value: c.Value(row - 1), Format: pivot.Format{Places: 4}}
}

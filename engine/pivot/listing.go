package pivot

import "cardinal/data"

// Listing is rows of a table laid out like a grid: a row of names, then a line for each of them, in their order.
type Listing struct {
	Table    *data.Table
	Rows     []uint32 // by number from 0; nil: every row
	Numbered bool     // the first column is the rows' numbers from 1
}

// Len is how many rows are listed.
func (l Listing) Len() int {
	if l.Rows == nil {
		return l.Table.Rows
	}
	return len(l.Rows)
}

// row is the row of the table that is listed at a place.
func (l Listing) row(place int) int {
	if l.Rows == nil {
		return place
	}
	return int(l.Rows[place])
}

// Size counts rows and columns with the header, and the columns that stay in view.
func (l Listing) Size() (rows, cols, headerRows, labelCols int) {
	if l.Numbered {
		labelCols = 1
	}
	return l.Len() + 1, len(l.Table.Columns) + labelCols, 1, labelCols
}

// Heading is the name of a column.
func (l Listing) Heading(col int) string {
	c := l.Cell(0, col)
	return c.Text()
}

// Cell returns the cell at row and col, both from 0, the header included.
func (l Listing) Cell(row, col int) Cell {
	if l.Numbered {
		col--
	}
	at := 0
	if row > 0 {
		at = l.row(row - 1)
	}
	switch {
	case row == 0 && col < 0:
		return Cell{Role: Corner}
	case row == 0:
		return Cell{Role: Name, Value: data.TextValue(l.Table.Columns[col].Name)}
	case col < 0:
		return Cell{Role: RowLabel, Value: data.IntValue(int64(at) + 1)}
	}
	c := l.Table.Columns[col]
	return Cell{Role: Body, Value: c.Value(at), Format: Format{Places: Shortest, NumberFormat: c.Format}}
}

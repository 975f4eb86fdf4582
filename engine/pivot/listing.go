package pivot

import (
	"context"
	"runtime"

	"cardinal/data"
	"cardinal/data/number/radix"
)

// Listing has rows of a table in two dimensions, like a grid: a row of column names, and then one row for each row
// listed.
type Listing struct {
	Table    *data.Table
	Rows     []uint32 // table rows in the order of the listing; nil: all rows
	Numbered bool     // the first column has the numbers of the rows in the table, from 1
}

// Len returns the number of rows listed.
func (l Listing) Len() int {
	if l.Rows == nil {
		return l.Table.Rows
	}
	return len(l.Rows)
}

// Row returns the index in the table of row `place` of the listing.
func (l Listing) Row(place int) int {
	if l.Rows == nil {
		return place
	}
	return int(l.Rows[place])
}

// Value returns the value of a column of the table in row `place` of the listing.
func (l Listing) Value(place, col int) data.Value { return l.Table.Columns[col].Value(l.Row(place)) }

// Values writes the values of rows below the header, as Grid.Values does.
func (l Listing) Values(from, to int, values []data.Value, totals []int) {
	_, cols, _, labels := l.Size()
	for i := range to - from {
		totals[i] = NoTotal
		if l.Numbered {
			values[i*cols] = data.IntValue(int64(l.Row(from+i-1)) + 1)
		}
	}
	for c, column := range l.Table.Columns {
		for i := range to - from {
			values[i*cols+labels+c] = column.Value(l.Row(from + i - 1))
		}
	}
}

// Size returns the number of rows and columns with the headers, and how many of them are headers.
func (l Listing) Size() (rows, cols, headerRows, labelCols int) {
	if l.Numbered {
		labelCols = 1
	}
	return l.Len() + 1, len(l.Table.Columns) + labelCols, 1, labelCols
}

// Heading returns the name of a column.
func (l Listing) Heading(col int) string {
	c := l.Cell(0, col)
	return c.Text()
}

// PlainHeading returns the name of a column for programs, which is the same as for people.
func (l Listing) PlainHeading(col int) string { return l.Heading(col) }

// Cell returns the cell at row and col. Both count from 0 and include the headers.
func (l Listing) Cell(row, col int) Cell {
	if l.Numbered {
		col--
	}
	at := 0
	if row > 0 {
		at = l.Row(row - 1)
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
	return Cell{Role: Body, Value: c.Value(at), Format: Format{Places: Shortest, NumberFormat: c.Format,
		Ungrouped: l.Table.IsUngrouped(col)}}
}

// IsIdentifier reports whether column col, with the headers, has identifiers.
func (l Listing) IsIdentifier(col int) bool {
	if l.Numbered {
		col--
	}
	return col >= 0 && l.Table.Columns[col].IsIdentifier()
}

// Sorted returns the same rows in the order of the values of a column of the table, nulls last. Rows with equal
// values keep their order. Sorted returns an error if ctx ends.
func (l Listing) Sorted(ctx context.Context, col int, desc bool) (Listing, error) {
	column := l.Table.Columns[col]
	code := codeOf(column)
	keys := make([]uint64, 0, l.Len())
	rows := make([]uint32, 0, l.Len())
	var nulls []uint32
	for i := range l.Len() {
		row := uint32(l.Row(i))
		if !column.Valid.Get(int(row)) {
			nulls = append(nulls, row)
			continue
		}
		k := code(int(row))
		if desc {
			k = ^k
		}
		keys, rows = append(keys, k), append(rows, row)
	}
	_, order, err := radix.Sort(ctx, keys, runtime.GOMAXPROCS(0))
	if err != nil {
		return l, err
	}
	l.Rows = make([]uint32, 0, len(rows)+len(nulls))
	for _, at := range order {
		l.Rows = append(l.Rows, rows[at])
	}
	l.Rows = append(l.Rows, nulls...)
	return l, nil
}

// codeOf returns a function that maps the rows of a column to integers in the order of their values. The rows must
// not be null.
func codeOf(c *data.Column) func(row int) uint64 {
	switch {
	case c.Dict != nil:
		rank := c.Dict.Rank()
		return func(row int) uint64 { return uint64(rank[c.Codes.At(row)]) }
	case c.Type == data.Float:
		return func(row int) uint64 { return orderedFloat(c.Floats[row]) }
	}
	return func(row int) uint64 { return orderedInt(c.Int(row)) }
}

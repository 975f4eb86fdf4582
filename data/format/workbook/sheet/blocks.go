package sheet

import "cardinal/data"

// blocks are the blocks of cells of a sheet, which empty rows and columns part.
type blocks struct {
	found   []Range
	columns []extent // by column, of the rows since the last empty row
	first   int      // the first of these rows, 0 for none
	row     int      // the last row with a cell
}

// extent is the first and the last row of a column with a cell.
type extent struct{ first, last int }

// maxBlocks is the most blocks that are told of a sheet.
const maxBlocks = 50

func (b *blocks) put(row, column int) {
	if row != b.row {
		if row > b.row+1 {
			b.end()
		}
		b.row = row
		if b.first == 0 {
			b.first = row
		}
	}
	for len(b.columns) < column {
		b.columns = append(b.columns, extent{})
	}
	e := &b.columns[column-1]
	if e.first == 0 {
		e.first = row
	}
	e.last = row
}

// end ends the blocks above an empty row.
func (b *blocks) end() {
	var r Range
	for i := 0; i <= len(b.columns); i++ {
		if i < len(b.columns) && b.columns[i].first > 0 {
			e := b.columns[i]
			if r == (Range{}) {
				r = Range{e.first, i + 1, e.last, i + 1}
			}
			r = Range{min(r.Top, e.first), r.Left, max(r.Bottom, e.last), i + 1}
			continue
		}
		if r.rows() > 1 && r.columns() > 1 && len(b.found) < maxBlocks {
			b.found = append(b.found, r)
		}
		r = Range{}
	}
	clear(b.columns)
	b.columns = b.columns[:0]
	b.first = 0
}

// areas are the blocks as they can be chosen: none where the sheet has one alone.
func (b *blocks) areas() (areas []data.Area) {
	if len(b.found) < 2 {
		return nil
	}
	for _, r := range b.found {
		areas = append(areas, data.Area{Kind: "block", Range: r.String()})
	}
	return areas
}

// beside are the blocks at the side of the largest one that are much shorter: tables of their own.
func (b *blocks) beside() (found []Range) {
	var main Range
	for _, r := range b.found {
		if r.rows()*r.columns() > main.rows()*main.columns() {
			main = r
		}
	}
	for _, r := range b.found {
		if (r.Left > main.Right || r.Right < main.Left) && r.Top >= main.Top && r.Top <= main.Bottom && 3*r.rows() < 2*main.rows() {
			found = append(found, r)
		}
	}
	for _, r := range b.found {
		for _, side := range found {
			if r != side && r.Left <= side.Right && r.Right >= side.Left {
				return nil // other cells stand in the same columns
			}
		}
	}
	return found
}

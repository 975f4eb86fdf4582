package sheet

import (
	"cardinal/data"
	"cardinal/internal/each"
)

// blocks finds the blocks of cells of a sheet. Empty rows and columns separate blocks.
type blocks struct {
	found   []Range
	columns []extent // for each column, the rows with a cell since the last empty row
	first   int      // the first row since the last empty row; 0: no such row
	row     int      // the last row with a cell
}

// extent has the first and the last row in which a column has a cell.
type extent struct{ first, last int }

// maxBlocks is the greatest number of blocks of a sheet that are listed.
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

// end adds the blocks that end above an empty row.
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

// areas returns the blocks as areas that a person can choose. It returns nil if the sheet has only one block.
func (b *blocks) areas() (areas []data.Area) {
	if len(b.found) < 2 {
		return nil
	}
	return each.Of(b.found, func(r Range) data.Area { return data.Area{Kind: "block", Range: r.String()} })
}

// sideBlocks returns the blocks beside the largest block that are separate tables, because they are much shorter.
func (b *blocks) sideBlocks() (found []Range) {
	var main Range
	for _, r := range b.found {
		if r.rows()*r.columns() > main.rows()*main.columns() {
			main = r
		}
	}
	found = each.Where(b.found, func(r Range) bool {
		return (r.Left > main.Right || r.Right < main.Left) && r.Top >= main.Top && r.Top <= main.Bottom &&
			3*r.rows() < 2*main.rows()
	})
	for _, r := range b.found {
		for _, side := range found {
			if r != side && r.Left <= side.Right && r.Right >= side.Left {
				return nil // other cells are in the same columns
			}
		}
	}
	return found
}

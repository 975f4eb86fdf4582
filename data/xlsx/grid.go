package xlsx

import "errors"

// cellKind is what a cell holds.
type cellKind uint8

const (
	kindEmpty cellKind = iota
	kindNumber
	kindDate // number: milliseconds since 1970
	kindTime // number: days
	kindBool
	kindText
	kindNoDate // 29 February 1900
	kindError  // text: such as #N/A
)

type cell struct {
	kind   cellKind
	number float64
	text   uint32 // code in workbook.texts
}

// grid is the cells of a sheet by column. Rows without a cell are left out, so that a cell far down costs nothing;
// a column ends at its last cell.
type grid struct {
	columns []*cells
	rows    int
	gaps    int   // empty rows between others
	left    int64 // cells that may still be stored

	row   int // of the sheet: the one being read
	last  int // of the sheet: the last one with a cell
	fresh bool
}

type cells struct {
	kinds   []cellKind
	numbers []float64 // a text's code among them
	counts  [kindError + 1]int
}

var errTooLarge = errors.New("it is larger than the free memory allows")

func (g *grid) begin(row int) { g.row, g.fresh = row, true }

// put stores a cell of the row that began last. column counts from 1.
func (g *grid) put(column int, c cell) error {
	if g.fresh {
		if g.rows > 0 {
			g.gaps += g.row - g.last - 1
		}
		g.fresh, g.last = false, g.row
		g.rows++
	}
	for len(g.columns) < column {
		g.columns = append(g.columns, nil)
	}
	col := g.columns[column-1]
	if col == nil {
		col = &cells{}
		g.columns[column-1] = col
	}
	if g.left -= int64(g.rows - len(col.kinds)); g.left < 0 {
		return errTooLarge
	}
	for len(col.kinds) < g.rows {
		col.kinds = append(col.kinds, kindEmpty)
		col.numbers = append(col.numbers, 0)
	}
	if c.kind == kindText || c.kind == kindError {
		c.number = float64(c.text)
	}
	col.kinds[g.rows-1], col.numbers[g.rows-1] = c.kind, c.number
	return nil
}

// at returns a cell by the place of its row among those that have cells.
func (c *cells) at(row int) (cellKind, float64) {
	if c == nil || row >= len(c.kinds) {
		return kindEmpty, 0
	}
	return c.kinds[row], c.numbers[row]
}

package sheet

// Grid collects the cells of a sheet. It keeps the first rows unchanged until the whole sheet is read. Merged cells,
// which help to find the header, come only at the end of a sheet. Cells of all other rows go into columns at once. Rows
// without cells are left out.
type Grid struct {
	Texts     *Texts
	Titles    Titles  // print titles, which the author of the sheet declared as headers
	Merged    []Range // merged cells
	Formulas  int     // formulas with a stored value
	Lost      int     // number of numbers whose style the workbook lacks
	Since1904 bool    // numbers of days count from 1904
	Totals    bool    // the last row of the range is the totals row of a table
	Inside    int     // number of cells within the range that a person chose
	Outside   int     // number of all other cells

	wish   Wish
	within Range // the range that is read, perhaps the whole sheet
	first  []firstRow
	// for each row in `first`, the merged cells that begin in it, from left to right; no two share a column
	begun   map[int][]Range
	columns []*cells
	rows    int      // number of rows in `columns`
	steps   []step   // where the row numbers of the sheet jump
	last    int      // the last row of the sheet with a cell within the range
	gaps    int      // number of empty rows between other rows
	stored  int64    // number of cells for which memory was allocated
	blocks  blocks   // of the whole sheet
	row     int      // the current row of the sheet
	fresh   bool     // the current row has no cell yet
	hidden  bool     // the current row is hidden
	unseen  int      // number of hidden rows with a cell
	covered []extent // hidden columns
	full    bool     // the wanted number of rows has been read
}

// firstRow is one of the first rows of the sheet.
type firstRow struct {
	row   int // row number in the sheet
	cells []placed
}

type placed struct {
	column int // from 1
	Cell
}

// step says that row `row` of the columns is row `sheet` of the sheet. The next rows are adjacent in both, up to the
// next step.
type step struct{ row, sheet int }

// maxFirst is the number of rows that are kept unchanged.
const maxFirst = 64

// New returns an empty grid.
func New(texts *Texts, wish Wish) *Grid {
	g := &Grid{Texts: texts, wish: wish, within: wish.Range}
	if g.within == (Range{}) {
		g.within = whole
	}
	if first := wish.Names.First; first > g.within.Top {
		g.within.Top = first
	}
	return g
}

// Begin begins a row of the sheet. The first row is 1. Rows come in ascending order.
func (g *Grid) Begin(row int, hidden bool) { g.row, g.fresh, g.hidden = row, true, hidden }

// HideColumns marks columns as hidden. The first column is 1.
func (g *Grid) HideColumns(first, last int) {
	if len(g.covered) < MaxColumn {
		g.covered = append(g.covered, extent{first, last})
	}
}

// Full reports whether the wanted number of rows has been read.
func (g *Grid) Full() bool { return g.full }

// Rows returns the number of rows with a cell within the range.
func (g *Grid) Rows() int { return len(g.first) + g.rows }

// Stored returns the memory of the cells in bytes.
func (g *Grid) Stored() int64 { return g.stored * cellBytes }

// Put stores a cell of the current row. The first column is 1.
func (g *Grid) Put(column int, c Cell) {
	g.blocks.put(g.row, column)
	if g.row < g.within.Top || column < g.within.Left || column > g.within.Right || g.row > g.within.Bottom {
		g.Outside++
		return
	}
	g.Inside++
	if g.wish.Most > 0 && g.fresh && g.Rows() >= g.wish.Most {
		g.full = true
	}
	if g.full {
		return
	}
	if g.fresh {
		if g.fresh = false; g.hidden {
			g.unseen++
		}
		if g.Rows() > 0 && len(g.first) == maxFirst {
			g.gaps += g.row - g.last - 1
		}
		if len(g.first) < maxFirst {
			g.first = append(g.first, firstRow{row: g.row})
		} else {
			if g.rows == 0 || g.row != g.last+1 {
				g.steps = append(g.steps, step{g.rows, g.row})
			}
			g.rows++
		}
		g.last = g.row
	}
	if c.Kind == Text || c.Kind == Error {
		c.Number = float64(c.Text)
	}
	if g.rows == 0 {
		r := &g.first[len(g.first)-1]
		// the file has the cell twice, and the last one counts
		if n := len(r.cells); n > 0 && r.cells[n-1].column == column {
			r.cells = r.cells[:n-1]
		}
		r.cells = append(r.cells, placed{column, c})
		return
	}
	g.stored += int64(g.store(column, g.rows-1, c))
}

// store puts a cell into a column, and returns the number of cells for which it allocated memory. If the sheet shows a
// number as a code, store puts the text of the code.
func (g *Grid) store(column, row int, c Cell) int {
	to := g.column(column)
	if c.Shown != "" {
		if to.coded++; to.coded == 1 {
			to.code = c.Shown
		}
		c = Cell{Kind: Text, Number: float64(g.Texts.Code([]byte(c.Shown)))}
	}
	return to.put(row, c)
}

func (g *Grid) column(n int) *cells {
	for len(g.columns) < n {
		g.columns = append(g.columns, nil)
	}
	if g.columns[n-1] == nil {
		g.columns[n-1] = &cells{}
	}
	return g.columns[n-1]
}

// joinBody puts the first rows from index `from` on before the rows in columns, because they belong to the table and
// not to its header. It returns the number of all rows.
func (g *Grid) joinBody(from int) int {
	later := g.columns
	g.columns = nil
	rows := g.first[from:]
	steps := make([]step, 0, len(rows)+len(g.steps))
	for i, r := range rows {
		steps = append(steps, step{i, r.row})
		for _, c := range r.cells {
			g.store(c.column, i, c.Cell)
		}
	}
	for i, c := range later {
		if c != nil {
			g.column(i+1).join(c, len(rows))
		}
	}
	for _, s := range g.steps {
		steps = append(steps, step{s.row + len(rows), s.sheet})
	}
	g.steps = steps
	return len(rows) + g.rows
}

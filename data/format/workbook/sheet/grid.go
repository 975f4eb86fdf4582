package sheet

// Grid collects the cells of a sheet. The first rows are kept as they are until the sheet has been read,
// because merged cells, which tell what is a header, stand at its end. All other rows go into columns at once.
// Rows without a cell are left out.
type Grid struct {
	Texts     *Texts
	Titles    Titles  // print titles: headers by the word of whoever made the sheet
	Merged    []Range // merged cells
	Formulas  int     // formulas with a stored value
	Lost      int     // numbers of a style that the workbook lacks
	Since1904 bool    // numbers of days count from 1904
	Totals    bool    // the last row of the range is the totals row of a table
	Inside    int     // cells within the range that a person asked for
	Outside   int     // all other cells

	wish   Wish
	within Range // that is read
	first  []firstRow
	// the merged cells that begin in each of these rows, from left to right: no two of them share a column
	begun   map[int][]Range
	columns []*cells
	rows    int      // in columns
	steps   []step   // where the sheet's numbers of the rows in columns jump
	last    int      // the last row of the sheet with a cell within the range
	gaps    int      // empty rows between others
	stored  int64    // cells that memory was taken for
	blocks  blocks   // of the whole sheet
	row     int      // the row of the sheet that is being read
	fresh   bool     // the row has no cell yet
	hidden  bool     // the sheet does not show the row
	unseen  int      // rows with a cell that the sheet does not show
	covered []extent // columns that the sheet does not show
	full    bool     // as many rows have been read as were asked for
}

// firstRow is a row at the beginning of the sheet.
type firstRow struct {
	row   int // of the sheet
	cells []placed
}

type placed struct {
	column int // from 1
	Cell
}

// step says that a row of the columns, and those that follow it, are rows of the sheet by another difference
// than those before.
type step struct{ row, sheet int }

// maxFirst is the number of rows that are kept as they are.
const maxFirst = 64

// New makes an empty grid.
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

// Begin begins a row of the sheet, from 1, which the sheet shows or hides. Rows ascend.
func (g *Grid) Begin(row int, hidden bool) { g.row, g.fresh, g.hidden = row, true, hidden }

// HideColumns says that the sheet does not show some columns, from 1.
func (g *Grid) HideColumns(first, last int) {
	if len(g.covered) < MaxColumn {
		g.covered = append(g.covered, extent{first, last})
	}
}

// Full reports whether as many rows have been read as were asked for.
func (g *Grid) Full() bool { return g.full }

// Rows is the number of rows with a cell within the range.
func (g *Grid) Rows() int { return len(g.first) + g.rows }

// Stored is the memory in bytes that the cells take.
func (g *Grid) Stored() int64 { return g.stored * cellBytes }

// Put stores a cell of the current row. column counts from 1.
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
		// the sheet has the cell twice, and the last one counts
		if n := len(r.cells); n > 0 && r.cells[n-1].column == column {
			r.cells = r.cells[:n-1]
		}
		r.cells = append(r.cells, placed{column, c})
		return
	}
	g.stored += int64(g.store(column, g.rows-1, c))
}

// store puts a cell into a column and returns the number of cells that memory was taken for. A number that the sheet
// shows as a code is the text of the code.
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

// body puts the first rows that are not above the table and not its header before those in columns, and returns
// the number of all rows.
func (g *Grid) body(from int) int {
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

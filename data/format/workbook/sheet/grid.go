package sheet

// Grid collects the cells of a sheet. The first rows are kept unchanged until the whole sheet is read, because merged
// cells, which help to find the header, come at the end of a sheet. All other rows go into columns at once. Rows
// without a cell are left out.
type Grid struct {
	Texts     *Texts
	Titles    Titles  // print titles: headers, according to the author of the sheet
	Merged    []Range // merged cells
	Formulas  int     // formulas with a stored value
	Lost      int     // number of numbers with a style that the workbook lacks
	Since1904 bool    // numbers of days count from 1904
	Totals    bool    // the last row of the range is the totals row of a table
	Inside    int     // number of cells within the range that a person chose
	Outside   int     // number of all other cells

	wish   Wish
	within Range // the range that is read
	first  []firstRow
	// for each of these rows, the merged cells that begin there, from left to right: no two share a column
	begun   map[int][]Range
	columns []*cells
	rows    int      // in columns
	steps   []step   // places where the sheet's numbers of the rows in columns jump
	last    int      // the last row of the sheet with a cell within the range
	gaps    int      // number of empty rows between others
	stored  int64    // number of cells for which memory was allocated
	blocks  blocks   // of the whole sheet
	row     int      // the row of the sheet that is being read
	fresh   bool     // the row has no cell yet
	hidden  bool     // the sheet does not show the row
	unseen  int      // number of hidden rows with a cell
	covered []extent // hidden columns
	full    bool     // the wanted number of rows has been read
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

// step marks a row of the columns from which on the distance to the row of the sheet changes.
type step struct{ row, sheet int }

// maxFirst is the number of rows that are kept unchanged.
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

// Begin begins a row of the sheet, counted from 1. Rows ascend.
func (g *Grid) Begin(row int, hidden bool) { g.row, g.fresh, g.hidden = row, true, hidden }

// HideColumns marks columns as hidden. They count from 1.
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
		// the sheet has the cell twice, and the last cell counts
		if n := len(r.cells); n > 0 && r.cells[n-1].column == column {
			r.cells = r.cells[:n-1]
		}
		r.cells = append(r.cells, placed{column, c})
		return
	}
	g.stored += int64(g.store(column, g.rows-1, c))
}

// store puts a cell into a column. It returns the number of cells for which memory was allocated. A number that the
// sheet shows as a code becomes the text of the code.
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

// joinBody moves the first rows that belong to the table, but not to its header, before the rows in columns. It
// returns the number of all rows.
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

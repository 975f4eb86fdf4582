package xlsx

import (
	"iter"

	"cardinal/data"
)

// cellKind is what a cell holds.
type cellKind uint8

const (
	kindEmpty cellKind = iota
	kindNumber
	kindDate // number: milliseconds since 1970
	kindTime // number: days
	kindBool
	kindText
	kindNoDate  // 29 February 1900
	kindNoValue // a formula whose value is not stored
	kindError   // text: such as #N/A
)

type cell struct {
	kind    cellKind
	number  float64
	text    uint32 // code in workbook.texts
	rounded bool   // the file has more digits than the number
	format  *data.NumberFormat
}

// grid is the cells of a sheet by column. Rows without a cell are left out, so that a cell far down takes no memory for them.
type grid struct {
	columns  []*cells
	rows     int
	titles   int   // the last of the sheet's first rows that are headers
	heads    int   // rows with a cell that are headers: one, or as many as there are titles
	gaps     int   // empty rows between others
	stored   int64 // cells that memory was taken for
	formulas int   // formulas with a stored value
	lost     int   // numbers of a style that the workbook lacks

	row   int  // the row of the sheet that is being read
	last  int  // the last row of the sheet with a cell
	fresh bool // the row has no cell yet
}

// cells is a column of cells, in runs of neighbouring rows. Rows between runs take no memory.
type cells struct {
	runs    []run
	heads   []cell             // of the header's rows, up to the last one with a cell
	counts  [kindError + 1]int // below the header
	rounded int
	format  data.NumberFormat  // what the numbers share
	latest  *data.NumberFormat // of the last number
}

type run struct {
	first   int // row
	kinds   []cellKind
	numbers []float64 // a text's code among them
}

const (
	cellBytes = 9       // memory of a cell
	runCells  = 4 << 10 // of a long run
	runGap    = 8       // the most empty cells that a run keeps
)

func (g *grid) begin(row int) { g.row, g.fresh = row, true }

// put stores a cell of the current row. column counts from 1.
func (g *grid) put(column int, c cell) {
	if g.fresh {
		if g.rows > 0 {
			g.gaps += g.row - g.last - 1
		}
		g.fresh, g.last = false, g.row
		if g.rows++; g.rows == 1 || g.row <= g.titles {
			g.heads++
		}
	}
	for len(g.columns) < column {
		g.columns = append(g.columns, nil)
	}
	col := g.columns[column-1]
	if col == nil {
		col = &cells{}
		g.columns[column-1] = col
	}
	if c.kind == kindText || c.kind == kindError {
		c.number = float64(c.text)
	}
	if g.rows == g.heads {
		for len(col.heads) < g.heads {
			col.heads = append(col.heads, cell{})
		}
		col.heads[g.heads-1] = c
		return
	}
	g.stored += int64(col.put(g.rows-g.heads-1, c))
}

// put stores a cell at a row below the header and returns the number of cells that memory was taken for.
func (c *cells) put(row int, v cell) int {
	c.counts[v.kind]++
	if v.rounded {
		c.rounded++
	}
	if v.kind == kindNumber && v.format != c.latest {
		if c.latest == nil {
			c.format = *v.format
		} else {
			c.format = common(c.format, *v.format)
		}
		c.latest = v.format
	}
	gap := -1 // empty rows behind the last run
	if n := len(c.runs); n > 0 {
		last := &c.runs[n-1]
		gap = row - last.first - len(last.kinds)
		if gap == -1 { // the sheet has the cell twice, and the last one counts
			c.counts[last.kinds[len(last.kinds)-1]]--
			last.kinds, last.numbers = last.kinds[:len(last.kinds)-1], last.numbers[:len(last.numbers)-1]
			gap = 0
		}
		if gap > runGap || len(last.kinds)+gap >= runCells {
			gap = -1
		}
	}
	taken := 1
	if gap < 0 {
		r := run{first: row}
		if n := len(c.runs); n > 0 && len(c.runs[n-1].kinds) > runCells/2 {
			r.kinds, r.numbers = make([]cellKind, 0, runCells), make([]float64, 0, runCells)
		} else {
			taken += 6 // a run's own memory
		}
		c.runs = append(c.runs, r)
	}
	last := &c.runs[len(c.runs)-1]
	for range gap {
		last.kinds, last.numbers = append(last.kinds, kindEmpty), append(last.numbers, 0)
		taken++
	}
	last.kinds, last.numbers = append(last.kinds, v.kind), append(last.numbers, v.number)
	return taken
}

// all yields the rows below the header that have a cell, counted from 0, with the cell's kind and number.
func (c *cells) all() iter.Seq2[int, cell] {
	return func(yield func(int, cell) bool) {
		for _, r := range c.runs {
			for i, kind := range r.kinds {
				if kind != kindEmpty && !yield(r.first+i, cell{kind: kind, number: r.numbers[i]}) {
					return
				}
			}
		}
	}
}

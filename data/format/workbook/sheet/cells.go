package sheet

import (
	"iter"
	"sort"

	"cardinal/data"
)

// cells is a column of cells. It stores the cells in runs of adjacent rows. Rows between runs take no memory.
type cells struct {
	runs    []run
	counts  [Error + 1]int
	rounded int
	early   int
	undated int
	coded   int                // number of numbers that became texts, because the sheet shows them as codes
	code    string             // the first of these codes
	format  data.NumberFormat  // properties that the formats of all numbers share
	latest  *data.NumberFormat // format of the last number
	change  int                // the numbers from this row on have the format `latest`
	before  data.NumberFormat  // properties that the formats of the numbers above that row share
}

type run struct {
	first   int // the first row
	kinds   []Kind
	numbers []float64 // numbers, or codes of texts
}

const (
	cellBytes = 9       // bytes of memory of a cell
	runCells  = 4 << 10 // cells of a long run
	runGap    = 8       // the greatest number of consecutive empty cells within a run
)

// put stores a cell at a row. It returns the number of cells for which memory was allocated.
func (c *cells) put(row int, v Cell) int {
	c.counts[v.Kind]++
	if v.Rounded {
		c.rounded++
	}
	if v.Early {
		c.early++
	}
	if v.Undated {
		c.undated++
	}
	if v.Kind == Number && v.Format != c.latest {
		c.change, c.before = row, c.format
		if c.latest == nil {
			c.format = *v.Format
		} else {
			c.format = commonFormat(c.format, *v.Format)
		}
		c.latest = v.Format
	}
	gap := -1 // number of empty rows after the last run; -1: begin a new run
	if n := len(c.runs); n > 0 {
		last := &c.runs[n-1]
		gap = row - last.first - len(last.kinds)
		if gap == -1 { // the file has the cell twice, and the last one counts
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
			r.kinds, r.numbers = make([]Kind, 0, runCells), make([]float64, 0, runCells)
		} else {
			taken += 6 // memory of the run itself
		}
		c.runs = append(c.runs, r)
	}
	last := &c.runs[len(c.runs)-1]
	for range gap {
		last.kinds, last.numbers = append(last.kinds, Empty), append(last.numbers, 0)
		taken++
	}
	last.kinds, last.numbers = append(last.kinds, v.Kind), append(last.numbers, v.Number)
	return taken
}

// all yields each row that has a cell, with the cell's kind and number. The first row is 0.
func (c *cells) all() iter.Seq2[int, Cell] {
	return func(yield func(int, Cell) bool) {
		for _, r := range c.runs {
			for i, kind := range r.kinds {
				if kind != Empty && !yield(r.first+i, Cell{Kind: kind, Number: r.numbers[i]}) {
					return
				}
			}
		}
	}
}

// cell returns the cell of a row, with its kind and number.
func (c *cells) cell(row int) Cell {
	i := sort.Search(len(c.runs), func(i int) bool { return c.runs[i].first > row }) - 1
	if i < 0 || row-c.runs[i].first >= len(c.runs[i].kinds) {
		return Cell{}
	}
	r := &c.runs[i]
	return Cell{Kind: r.kinds[row-r.first], Number: r.numbers[row-r.first]}
}

// join appends the cells of `next` to c. rows is the number of rows of c.
func (c *cells) join(next *cells, rows int) {
	for _, r := range next.runs {
		r.first += rows
		c.runs = append(c.runs, r)
	}
	for kind, n := range next.counts {
		c.counts[kind] += n
	}
	c.rounded += next.rounded
	c.early += next.early
	c.undated += next.undated
	if c.coded == 0 {
		c.code = next.code
	}
	c.coded += next.coded
	switch {
	case next.latest == nil:
		return
	case c.latest == nil:
		c.format, c.before = next.format, next.before
	case next.counts[Number] == 1:
		c.before, c.format = c.format, commonFormat(c.format, next.format)
	default:
		c.before, c.format = commonFormat(c.format, next.before), commonFormat(c.format, next.format)
	}
	c.latest, c.change = next.latest, rows+next.change
}

// commonFormat returns the properties that two number formats have in common.
func commonFormat(a, b data.NumberFormat) data.NumberFormat {
	if a.Currency != b.Currency {
		a.Currency = ""
	}
	if a.Currency == "" {
		a.After, a.Spaced = false, false
	}
	a.After = a.After && b.After
	a.Spaced = a.Spaced && b.Spaced
	a.Percent = a.Percent && b.Percent
	a.Grouped = a.Grouped && b.Grouped
	a.Parens = a.Parens && b.Parens
	a.Plus = a.Plus && b.Plus
	return a
}

// drop removes the cell of the last row, and undoes its effect on the common number format.
func (c *cells) drop(row int) {
	n := len(c.runs)
	if n == 0 {
		return
	}
	r := &c.runs[n-1]
	if last := len(r.kinds) - 1; r.first+last == row {
		c.counts[r.kinds[last]]--
		if r.kinds[last] == Number && c.change == row {
			c.format = c.before
		}
		r.kinds, r.numbers = r.kinds[:last], r.numbers[:last]
	}
}

// move moves the cell of each row to row to[row], which is the same row or above. If to[row] is negative, it removes
// the cell.
func (c *cells) move(to []int) {
	next := cells{rounded: c.rounded, early: c.early, undated: c.undated, coded: c.coded, code: c.code,
		format: c.format, latest: c.latest}
	for row, v := range c.all() {
		if row < len(to) && to[row] >= 0 {
			v.Format = c.latest
			next.put(to[row], v)
		}
	}
	*c = next
}

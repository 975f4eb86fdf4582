package grid

import (
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// Limits for the widths of columns, in units of the toolkit, and for the cells that are measured.
const (
	minWidth    = 28
	minFit      = 52
	maxFitLabel = 260
	maxFitBody  = 420
	minCap      = 88 // in a narrow view, label columns become as narrow as this
	maxWidth    = 2000
	blankWidth  = 84 // of a column that is not fitted yet
	sampleRows  = 64 // number of measured rows besides those in view
	sampleCells = 16_000
)

// column holds what the grid knows about a column of the source.
type column struct {
	key    string
	name   string  // of the measure, if the columns of several measures alternate
	width  float32 // in units of the toolkit
	least  float32 // the width that its figures need; 0 for texts, which may be cut
	fitted bool    // width is measured from its cells
	wide   bool    // a person chose its width
	left   bool    // its cells are texts, aligned at the left
	folds  bool    // a label can be folded: all labels leave room for a triangle
	barred bool    // a cell has a data bar
	halves bool    // a figure ends in .5: whole figures leave room for ".5"
	kind   kind
	level  int // the first header row in which its label differs from that of the column before
}

// fitter measures the columns of a source.
type fitter struct {
	src                          Source
	m                            *metrics
	rows, cols, headRows, labels int
	sample                       []int // body rows that are measured
}

func newFitter(src Source, m *metrics, first, page, cols int) *fitter {
	f := &fitter{src: src, m: m}
	f.rows, f.cols, f.headRows, f.labels = src.Size()
	n := min(page+sampleRows, max(8, sampleCells/max(1, cols)))
	body := f.rows - f.headRows
	near := min(n*2/3, body)
	first = min(first, f.rows-near)
	for i := range near {
		f.sample = append(f.sample, first+i)
	}
	if far := min(n-near, body-near); far > 0 {
		for i := range far {
			f.sample = append(f.sample, f.headRows+int(float64(i+1)/float64(far)*float64(body-1)))
		}
	}
	f.sample = slices.DeleteFunc(f.sample, func(row int) bool { return !ready(src, row) })
	return f
}

// key returns the header texts of a column, each with a zero byte at its end. The column of another source with the
// same key counts as the same column.
func (f *fitter) key(col int) string {
	var b strings.Builder
	for row := range f.headRows {
		c := f.src.Cell(row, col)
		s, _ := text(&c)
		b.WriteString(s)
		b.WriteByte(0)
	}
	return b.String()
}

// fit measures the sampled cells of a column, and returns the column with the width that it needs. arrows is the number
// of sort arrows in its heading.
func (f *fitter) fit(col, arrows int) column {
	c := column{key: f.key(col), fitted: true, level: f.headRows}
	need, whole, words, figures := 0, 0, 0, 0
	for _, row := range f.sample {
		cell := f.src.Cell(row, col)
		if cell.Fold != pivot.NoFold {
			c.folds = true
		}
		c.barred = c.barred || cell.Mark.Bar
		if cell.Role == pivot.Body {
			switch cell.Value.Type {
			case data.Null:
			case data.Text:
				words++
			default:
				figures++
			}
		}
		if (cell.Role == pivot.RowLabel && cell.Total || cell.Role == pivot.Note) && f.overflows(row, col) {
			continue
		}
		w := f.width(&cell)
		if cell.Role == pivot.Body && cell.Format.Whole(cell.Value) {
			whole = max(whole, w)
		} else {
			c.halves = c.halves || cell.Role == pivot.Body && cell.Format.Halves && w > 0
		}
		need = max(need, w)
	}
	if c.halves {
		need = max(need, whole+f.m.half())
	}
	c.left = words > figures
	if c.folds {
		need += f.m.fold
	}
	most := float32(maxFitBody)
	if col < f.labels || c.left {
		most = maxFitLabel
	}
	need = min(need, int(most*f.m.scale))
	if col >= f.labels && !c.left {
		c.least = float32(need) / f.m.scale
	}
	for row := f.headRows - 1; row >= 0; row-- {
		cell := f.src.Cell(row, col)
		if cell.Role == pivot.ColLabel {
			c.kind = c.kind.add(&cell)
		}
		if cell.Role == pivot.Name && row == f.headRows-1 {
			c.name = cell.Value.Text
		}
		if !cell.Repeat && !cell.Value.IsNull() {
			c.level = row
		}
		if !continues(&cell) && !f.reachesNext(row, col) {
			w := f.width(&cell)
			if cell.Fold != pivot.NoFold {
				w += f.m.fold
			}
			if !cell.Empty() {
				w += arrows * f.m.fold
				arrows = 0 // only the lowest heading has arrows
			}
			need = max(need, min(w, int(maxFitLabel*f.m.scale)))
		}
	}
	c.width = max(minFit, float32(need)/f.m.scale)
	return c
}

// overflows reports whether a row label may extend into the next column, since the next column has no label in this
// row.
func (f *fitter) overflows(row, col int) bool {
	if col+1 >= f.labels {
		return false
	}
	next := f.src.Cell(row, col+1)
	return next.Empty()
}

// reachesNext reports whether a header cell extends into the next column.
func (f *fitter) reachesNext(row, col int) bool {
	if col+1 >= f.cols {
		return false
	}
	next := f.src.Cell(row, col+1)
	return continues(&next) && (col+1 != f.labels)
}

func (f *fitter) width(c *pivot.Cell) int {
	s, _ := text(c)
	if s == "" {
		return 0
	}
	s = f.m.withMinus(c, s)
	face := f.m.regular
	if c.Total || c.Role != pivot.RowLabel && c.Role != pivot.Body && c.Role != pivot.Note {
		face = f.m.bold
	}
	w := face.Width(s) + 2*f.m.padX + f.m.px(2) + c.Indent*f.m.fold
	if c.Rounded() {
		w += markWidth(f.m)
	}
	return w + arrowWidth(f.m, c)
}

// widen widens columns whose merged headers are wider than the columns together. It does not change a width that a
// person chose. The columns from first to end must be fitted.
func (f *fitter) widen(cols []column, first, end int) {
	for row := range f.headRows {
		for from := first; from < end; {
			to := from + 1
			total := cols[from].width
			for ; to < end && f.repeats(row, to); to++ {
				total += cols[to].width
			}
			if cell := f.src.Cell(row, from); to > from+1 && !continues(&cell) {
				need := float32(f.width(&cell)) / f.m.scale
				if cell.Fold != pivot.NoFold {
					need += float32(f.m.fold) / f.m.scale
				}
				if more := min(need, maxFitLabel) - total; more > 0 {
					for c := from; c < to; c++ {
						if !cols[c].wide {
							cols[c].width += more / float32(to-from)
						}
					}
				}
			}
			from = to
		}
	}
}

func (f *fitter) repeats(row, col int) bool {
	c := f.src.Cell(row, col)
	return continues(&c) && col != f.labels
}

package csv

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/data/text/intern"
)

// Cells collects the rows of a document of another format. The reader of the format adds batches of cells. The
// columns are inferred and converted as for a text in the form that Written describes. Several workers add blocks of
// rows at once. A column may turn up in any row, and is null in the rows before.
type Cells struct {
	v *detection
	s *source
}

// NewCells returns an empty collection for at most `most` columns. The collection only looks at cells and converts
// none.
func NewCells(most int) *Cells {
	o := Written()
	c := &Cells{v: &detection{hints: make(hints, most)}, s: &source{options: &o}}
	c.v.hints.allWrong()
	return c
}

// Converting returns an empty collection that converts the cells of columns on the way. c is a sample, whose cells
// suggest the conversions. asText reports whether a column of c has only texts. wanted says which columns are read;
// nil stands for all. spare limits the bytes of converted cells; 0 is no limit.
func (c *Cells) Converting(asText func(column int) bool, wanted []bool, spare int64) *Cells {
	out := NewCells(len(c.v.hints))
	out.v.wanted, out.v.spare = wanted, spare
	for i := range out.v.hints {
		how := unseen
		switch {
		case !out.v.wants(i):
			continue
		case i >= len(c.v.stats):
		case asText(i):
			how = plainTexts
		default:
			how = likelyOf(&c.v.stats[i])
		}
		out.v.hints[i].Store(uint32(how))
	}
	return out
}

// again returns an empty collection that converts the columns of conversions for which out has no column yet.
func (c *Cells) again(conversions []conversion, out []*data.Column) *Cells {
	next := NewCells(len(c.v.hints))
	next.v.spare = c.v.spare
	for i, p := range conversions {
		if out[i] == nil && c.v.wants(i) {
			next.v.hints[i].Store(uint32(p.likely()))
		}
	}
	return next
}

// likely returns how the first pass reads the values of a column that becomes p, if the values have plain forms.
func (p *conversion) likely() likely {
	switch p.typ {
	case data.Text:
		return plainTexts
	case data.Float:
		return floating
	case data.Date:
		return isoDates
	case data.Timestamp:
		return isoStamps
	case data.Bool:
		return truthValues
	}
	return points
}

// CellWorker adds blocks of rows to Cells.
type CellWorker struct {
	detector
	tables []*intern.Table
	block  int
	rows   int // of the block so far
}

// Worker returns a further worker. Its Close must be called at the end.
func (c *Cells) Worker() *CellWorker {
	c.v.mu.Lock()
	defer c.v.mu.Unlock()
	c.v.tables = append(c.v.tables, nil)
	return &CellWorker{detector: detector{detection: c.v, source: c.s, worker: len(c.v.tables) - 1}}
}

// Begin begins a block. A worker begins blocks in the order of their numbers, which count from 0.
func (w *CellWorker) Begin(block int) {
	w.block, w.rows = block, 0
	for i := range w.drafts {
		w.drafts[i].begin()
	}
}

// Add adds a batch of rows. The cells are parts of src, or of the cut.Padding bytes behind src within its capacity.
// columns is the number of columns.
func (w *CellWorker) Add(src []byte, b cut.Batch, columns int) {
	w.widen(columns)
	w.batch = b
	sc := cut.Scanner{Src: src}
	for i := range columns {
		if !w.wants(i) {
			continue
		}
		w.expect(i, &sc)
		w.column(i, &sc, w.rows, rowRef{w.block, w.rows + 1})
	}
	w.rows += b.Rows
}

// expect marks a column as texts if its first value stands in quotes and does not begin as a date.
func (w *CellWorker) expect(i int, sc *cut.Scanner) {
	for r := 0; r < w.batch.Rows && w.hints.of(i) == unseen; r++ {
		c := w.batch.Cells[r*w.batch.Width+i]
		if c.Len == 0 {
			continue
		}
		if c.Len&cut.QuotedCell != 0 && !BeginsAsDate(sc.Text(c)) {
			w.hints[i].CompareAndSwap(uint32(unseen), uint32(plainTexts))
		}
		return
	}
}

// widen makes room for columns that turn up, in which the rows of the block so far are null.
func (w *CellWorker) widen(columns int) {
	before := len(w.drafts)
	if columns <= before {
		return
	}
	w.stats = append(w.stats, make([]stats, columns-before)...)
	for i := before; i < columns; i++ {
		w.tables = append(w.tables, &intern.Table{})
		d := draft{texts: w.tables[i], stats: &w.stats[i]}
		d.begin()
		for r := range w.rows {
			d.null(r)
		}
		w.drafts = append(w.drafts, d)
	}
	for i := range w.drafts {
		w.drafts[i].stats = &w.stats[i]
	}
}

// End ends the block.
func (w *CellWorker) End() {
	chunks := w.finish(w.rows)
	if len(w.drafts) == 0 {
		chunks = []chunk{}
	}
	v := w.detection
	v.mu.Lock()
	defer v.mu.Unlock()
	for len(v.rows) <= w.block {
		v.rows, v.chunks = append(v.rows, 0), append(v.chunks, nil)
	}
	v.rows[w.block], v.chunks[w.block] = w.rows, chunks
}

// Close hands over what the worker found.
func (w *CellWorker) Close() {
	v := w.detection
	v.mu.Lock()
	defer v.mu.Unlock()
	v.tables[w.worker] = w.tables
	v.merge(&w.detector)
}

// pad extends all blocks and workers to the given number of columns. The new columns are null.
func (v *detection) pad(columns int) {
	v.columns = columns
	for len(v.stats) < columns {
		v.stats = append(v.stats, stats{})
	}
	for i := range v.tables {
		for len(v.tables[i]) < columns {
			v.tables[i] = append(v.tables[i], &intern.Table{})
		}
	}
	for b, chunks := range v.chunks {
		if chunks == nil || len(chunks) == columns {
			continue
		}
		nulls := data.NewBitmap(v.rows[b])
		nulls.SetRange(0, v.rows[b])
		for len(chunks) < columns {
			chunks = append(chunks, chunk{how: unseen, nulls: nulls})
		}
		v.chunks[b] = chunks
	}
}

// Columns returns the columns of the cells, with nil for each column that is not wanted. names and chosen are the
// names and types of the columns. If the type of a column is nil, the cells decide.
//
// Some columns turn out not to be what they seemed. Columns calls read for them, which adds all rows again to its
// Cells. If this is not enough, ok is false, and the document must be read as a text.
func (c *Cells) Columns(ctx context.Context, names []string, chosen []*Choice, limit int64,
	read func(*Cells) error) (columns []*data.Column, notes []string, ok bool, err error) {
	v := c.v
	v.names, v.chosen = names, chosen
	v.pad(len(names))
	for i := range names {
		if v.wants(i) && chosen[i] != nil && chosen[i].Type != data.Text && v.stats[i].shapes&^numeric != 0 {
			return nil, nil, false, nil // a number is too long, or too large
		}
	}
	conversions, err := v.conversions(names, ',', c.s.options, &limit)
	if err != nil {
		return nil, nil, false, nil
	}
	if columns, err = c.s.early(ctx, v, conversions); err != nil {
		return nil, nil, false, err
	}
	if v.misses(columns) {
		next := c.again(conversions, columns)
		if err := read(next); err != nil {
			return nil, nil, false, err
		}
		next.v.pad(len(names))
		if !slices.Equal(next.v.rows, v.rows) {
			return nil, nil, false, nil // the document changed meanwhile
		}
		further, err := c.s.early(ctx, next.v, conversions)
		if err != nil {
			return nil, nil, false, err
		}
		for i := range columns {
			if columns[i] == nil {
				columns[i] = further[i]
			}
		}
	}
	if v.misses(columns) || v.settle(columns) != nil {
		return nil, nil, false, nil
	}
	for i, col := range columns {
		if col != nil && v.maybeJoined(i, col) {
			return nil, nil, false, nil // its writings are compared
		}
	}
	return columns, v.layout.notes, true, nil
}

// Rows returns the number of rows.
func (c *Cells) Rows() int { return c.v.total() }

// misses reports whether a column that is wanted is not read yet.
func (v *detection) misses(columns []*data.Column) bool {
	for i, c := range columns {
		if c == nil && v.wants(i) {
			return true
		}
	}
	return false
}

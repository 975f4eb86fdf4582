package infer

import (
	"cardinal/data"
	"cardinal/data/text/intern"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// Worker adds blocks of rows to Cells.
type Worker struct {
	*Cells
	number int
	stats  []stats
	drafts []draft // by column
	tables []*intern.Table
	block  int
	rows   int // number of rows of the block so far
}

// Worker returns a new worker. The caller must call Close at the end.
func (c *Cells) Worker() *Worker {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tables = append(c.tables, nil)
	return &Worker{Cells: c, number: len(c.tables) - 1}
}

// Begin begins a block. The first block is 0. A worker begins blocks in ascending order.
func (w *Worker) Begin(block int) {
	w.block, w.rows = block, 0
	for i := range w.drafts {
		w.drafts[i].begin()
	}
}

// Add adds a batch of rows to the block. columns is the number of columns in the batch.
func (w *Worker) Add(b *Batch, columns int) error {
	if f := w.first; f != nil && (w.block >= len(f.rows) || w.rows+b.Rows > f.rows[w.block]) {
		return errMore
	}
	if w.compared != nil {
		err := w.compared.add(b, columns, w.first.Row(Place{w.block, w.rows}))
		w.rows += b.Rows
		return err
	}
	w.widen(columns)
	if w.first == nil && w.spare > 0 && int64(w.rows+b.Rows)*int64(len(w.drafts)) > w.spare/8 {
		w.hints.giveUpAll()
		for i := range w.drafts {
			w.drafts[i].drop()
		}
	}
	at := Place{w.block, w.rows + 1}
	for i := range columns {
		switch {
		case w.as == nil && w.options.wants(i):
			if w.options.Typed {
				w.expect(b, i)
			}
			w.column(b, i, w.rows, at)
		case w.as != nil && w.as[i] != nil:
			if row, ok := w.drafts[i].convert(b, i, w.rows, w.as[i]); !ok {
				text := string(b.Text(b.Cells[row*b.Width+i]))
				return Mismatch{separators.Sprintf("row %d of column %s is %s, which was no %v at the first reading",
					w.first.Row(at)+row, w.as[i].name, ellipsis.Quote(text, 40), w.as[i].typ)}
			}
		}
	}
	w.rows += b.Rows
	return nil
}

// Look adds a value to the statistics, in a column beyond the columns of a batch. before is the number of rows in the
// batch that is not yet added; the value is in the row after them. The second pass converts the column.
func (w *Worker) Look(column int, value []byte, before int) {
	w.widen(column + 1)
	w.hints.giveUp(column)
	if d := &w.drafts[column]; len(value) > 0 && !d.skip {
		d.look(value, Place{w.block, w.rows + before + 1})
	}
}

// expect sets the likely type of a column to text, if its first value is in quotes and does not begin like a date.
func (w *Worker) expect(b *Batch, i int) {
	for r := 0; r < b.Rows && w.hints.get(i) == unseen; r++ {
		c := b.Cells[r*b.Width+i]
		if c.Len == 0 {
			continue
		}
		if c.Len&QuotedCell != 0 && !BeginsAsDate(b.Text(c)) {
			w.hints[i].CompareAndSwap(uint32(unseen), uint32(plainTexts))
		}
		return
	}
}

// widen adds new columns. They are null in the rows of the block so far.
func (w *Worker) widen(columns int) {
	before := len(w.drafts)
	if columns <= before {
		return
	}
	w.stats = append(w.stats, make([]stats, columns-before)...)
	for i := before; i < columns; i++ {
		if chosen := w.options.chosen(i); chosen != nil && chosen.Type != data.Text {
			w.stats[i].chosen = true
		}
		repeats := i < len(w.options.Repeats) && w.options.Repeats[i]
		w.tables = append(w.tables, &intern.Table{Joins: true, Repeats: repeats})
		d := draft{texts: w.tables[i], stats: &w.stats[i]}
		if w.as != nil && w.as[i] != nil {
			d.scale = w.as[i].scale
		}
		d.begin()
		if w.rows > 0 && w.hints.get(i) != twice {
			d.nulls = data.NewBitmap(w.rows)
			d.nulls.SetRange(0, w.rows)
		}
		w.drafts = append(w.drafts, d)
	}
	for i := range w.drafts {
		w.drafts[i].stats = &w.stats[i]
	}
}

// End ends the block, and stores its chunks.
func (w *Worker) End() error {
	if f := w.first; f != nil && (w.block >= len(f.rows) || w.rows < f.rows[w.block]) {
		return errFewer
	}
	chunks, err := w.finish(w.rows)
	if len(w.drafts) == 0 {
		chunks = []chunk{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.Cells.rows) <= w.block {
		w.Cells.rows, w.chunks = append(w.Cells.rows, 0), append(w.chunks, nil)
	}
	w.Cells.rows[w.block], w.chunks[w.block] = w.rows, chunks
	return err
}

// Close adds the worker's statistics and texts to the Cells.
func (w *Worker) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Cells.tables[w.number] = w.tables
	for len(w.Cells.stats) < len(w.stats) {
		w.Cells.stats = append(w.Cells.stats, stats{})
	}
	for i := range w.stats {
		w.Cells.stats[i].merge(&w.stats[i])
	}
}

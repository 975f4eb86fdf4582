package csv

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/format/csv/charset"
	"cardinal/data/format/csv/cut"
	"cardinal/data/parallel"
	"cardinal/data/store/spill"
	"cardinal/data/text/intern"
)

// errNotUTF8 stops the first pass: the text has to be read in another encoding.
var errNotUTF8 = errors.New("the text is not UTF-8")

// errRagged stops the first pass in a dialect that makes more ragged rows than are allowed.
var errRagged = errors.New("the rows are too ragged")

// detection is the result of the first pass: the places of the records and the possible types of the columns.
type detection struct {
	layout
	columns int    // number of columns with a name
	odd     []bool // by column: conversion.odd

	mu     sync.Mutex
	split  cut.Splitter
	blocks []cut.Block
	chunks [][]chunk         // of each block, by column; nil if the first pass did not convert the block
	tables [][]*intern.Table // of each worker, by column
	rows   []int             // the number of rows of each block
	ragged []ragged
	stats  []stats
	quotes cut.Quotes
	signs  charset.Controls
	// a block with ragged rows has a backslash before a delimiter
	escapes bool
	// The first rows of three kinds: with a quote that is a character, with a quote that may have swallowed rows, and
	// with a quote behind blanks.
	literal, swallowed, spaced rowRef

	most    int          // the greatest number of ragged rows that is allowed, -1: any number
	tooMany atomic.Int64 // ragged rows so far

	hints hints
	spill *spill.Space // takes the columns; nil: they lie in memory
	spare int64        // bytes of memory for the values that the first pass converts; 0: any number
	held  atomic.Int64 // bytes of memory that these values take
}

// rowRef is a row of a block, counted from 1. The zero rowRef is no row.
type rowRef struct{ block, row int }

// before reports whether p is a row and comes before q. A zero q counts as the end.
func (p rowRef) before(q rowRef) bool {
	return p.row > 0 && (q.row == 0 || p.block < q.block || p.block == q.block && p.row < q.row)
}

// row returns the row of the table, counted from 1.
func (v *detection) row(p rowRef) int {
	row := p.row
	for _, n := range v.rows[:p.block] {
		row += n
	}
	return row
}

// total returns the number of rows.
func (v *detection) total() int {
	n := 0
	for _, rows := range v.rows {
		n += rows
	}
	return n
}

// detect goes through all records. It stops with errRagged at more than most ragged rows; -1 allows any number. hints
// say which columns are converted at once. The converted values may take spare bytes of memory.
func (s *source) detect(ctx context.Context, l layout, most int, h hints, spare int64,
	progress func(float64)) (*detection, error) {
	v := &detection{layout: l, columns: len(l.names), most: most, hints: h, spare: spare}
	table := s.Text
	v.split = cut.Splitter{Text: &table, At: l.begin, Below: func() (int64, error) {
		err := v.below(&v.layout)
		return v.end, err
	}}
	workers := runtime.GOMAXPROCS(0)
	v.tables = make([][]*intern.Table, workers)
	err := parallel.Do(ctx, workers, func(ctx context.Context, worker int) error {
		w := newDetector(v, s, worker)
		err := w.run(ctx, progress)
		v.mu.Lock()
		defer v.mu.Unlock()
		v.merge(w)
		return err
	})
	return v, err
}

// merge adds the results of a worker.
func (v *detection) merge(w *detector) {
	all := slices.Concat(w.stats, w.further)
	for len(v.stats) < len(all) {
		v.stats = append(v.stats, stats{})
	}
	for i := range all {
		v.stats[i].merge(&all[i])
	}
	v.quotes.Add(&w.quotes)
	v.signs.Add(w.signs)
	if w.literal.before(v.literal) {
		v.literal = w.literal
	}
	if w.spaced.before(v.spaced) {
		v.spaced = w.spaced
	}
	if w.swallowed.before(v.swallowed) {
		v.swallowed = w.swallowed
	}
}

// cut reads the next block of the file and returns its number, its offset and its bytes.
func (v *detection) cut(buf *[]byte, progress func(float64)) (int, int64, []byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	sp, b, err := v.split.Next(*buf)
	*buf = b
	if err != nil {
		return 0, 0, nil, err
	}
	v.blocks, v.rows, v.ragged, v.chunks = append(v.blocks, sp), append(v.rows, 0), append(v.ragged, ragged{}),
		append(v.chunks, nil)
	progress(float64(sp.To) / float64(v.split.Size))
	return len(v.blocks) - 1, sp.From, b, nil
}

// detector is one worker of the first pass.
type detector struct {
	*detection
	*source
	worker  int
	stats   []stats
	further []stats // of the columns beyond the names
	drafts  []draft // by column
	batch   cut.Batch
	quotes  cut.Quotes
	signs   charset.Controls

	literal, swallowed, spaced rowRef
}

func newDetector(v *detection, s *source, worker int) *detector {
	w := &detector{detection: v, source: s, worker: worker, batch: cut.NewBatch(v.columns)}
	w.stats, w.drafts = make([]stats, v.columns), make([]draft, v.columns)
	tables := make([]*intern.Table, v.columns)
	for i := range w.stats {
		w.stats[i].chosen = i < len(v.chosen) && v.chosen[i] != nil && v.chosen[i].Type != data.Text
		tables[i] = &intern.Table{}
		w.drafts[i] = draft{stats: &w.stats[i], texts: tables[i]}
	}
	v.tables[worker] = tables
	return w
}

func (w *detector) run(ctx context.Context, progress func(float64)) error {
	var buf []byte
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		i, at, b, err := w.cut(&buf, progress)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !utf8.Valid(b) {
			return errNotUTF8
		}
		if !w.options.Made && (w.Delim == '\t' || w.Delim >= ' ') { // else control characters are the signs of the text
			w.signs.Count(b, at)
		}
		rows, r := w.block(i, b)
		chunks := w.finish(rows)
		w.mu.Lock()
		w.rows[i], w.ragged[i], w.chunks[i] = rows, r, chunks
		w.escapes = w.escapes || r.rows(rows) > 0 && bytes.Contains(b, []byte{'\\', w.Delim})
		w.mu.Unlock()
		if w.most >= 0 && w.tooMany.Add(int64(r.rows(rows))) > int64(w.most) {
			return errRagged
		}
	}
}

// textsOfBlock is the number of texts after which the other values of a column in a block are skipped, if more than
// half of the values so far are texts.
const textsOfBlock = 32

// block goes through the records of a block and returns the number of rows.
func (w *detector) block(number int, b []byte) (rows int, r ragged) {
	for i := range w.drafts {
		w.drafts[i].begin()
	}
	for i := range w.further {
		w.further[i].skip, w.further[i].before = false, w.further[i].seen
	}
	sc := cut.Scanner{Src: b, Dialect: w.Dialect, Counts: true}
	irregular := func() {
		if sc.Blank && !w.single {
			return
		}
		row := rows + w.batch.Rows
		if len(sc.Fields) != w.columns {
			w.beyond(&sc, r.add(sc.Fields, w.columns, row), rowRef{number, row + 1})
		}
		if sc.Quotes.Literal > 0 && w.literal.row == 0 {
			w.literal = rowRef{number, row + 1}
		}
		if sc.Quotes.Spaced > 0 && w.spaced.row == 0 {
			w.spaced = rowRef{number, row + 1}
		}
		if sc.Quotes.Swallowed > 0 && w.swallowed.row == 0 {
			w.swallowed = rowRef{number, row + 1}
		}
		sc.Add(&w.batch)
	}
	for sc.Batch(&w.batch, irregular) {
		for i := range w.drafts {
			if w.wants(i) {
				w.column(i, &sc, rows, rowRef{number, rows + 1})
			}
		}
		rows += w.batch.Rows
	}
	w.quotes.Add(&sc.Quotes)
	return rows, r
}

// beyond looks at the fields of a record after the last name, up to, and not including, field width.
func (w *detector) beyond(sc *cut.Scanner, width int, at rowRef) {
	for i := w.columns; i < width; i++ {
		if i-w.columns == len(w.further) {
			w.further = append(w.further, stats{})
		}
		f, all := &sc.Fields[i], &w.further[i-w.columns]
		if len(f.Text) == 0 || all.skip {
			continue
		}
		if value := sc.Value(f); all.see(value) == shapeText {
			all.noteText(value, at)
			all.skip = all.mostlyTexts()
		}
	}
}

// starts returns the first row of every block, and at the end the number of all rows.
func (v *detection) starts() []int {
	out := make([]int, len(v.rows)+1)
	for i, n := range v.rows {
		out[i+1] = out[i] + n
	}
	return out
}

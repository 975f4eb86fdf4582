package csv

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/parallel"
)

// errNotUTF8 stops the first pass: the text has to be read in another encoding.
var errNotUTF8 = errors.New("the text is not UTF-8")

// errRagged stops the first pass in a dialect that makes more ragged rows than are allowed.
var errRagged = errors.New("the rows are too ragged")

// detection is what the first pass finds: where the records are and what the columns can be.
type detection struct {
	layout
	columns int    // columns that have names
	odd     []bool // by column: conversion.odd

	mu     sync.Mutex
	split  splitter
	blocks []block
	rows   []int // the number of rows of each block
	ragged []ragged
	stats  []stats
	quotes quotes
	// The first row with a quote that is a character, and the first with one that may have swallowed rows.
	literal, swallowed rowRef

	most    int          // ragged rows that are allowed, -1 for any number
	tooMany atomic.Int64 // ragged rows so far
}

// rowRef is a row of a block, counted from 1. The zero rowRef is none.
type rowRef struct{ block, row int }

// before reports whether p is a row and stands before q, or q is none.
func (p rowRef) before(q rowRef) bool {
	return p.row > 0 && (q.row == 0 || p.block < q.block || p.block == q.block && p.row < q.row)
}

// row is the row of the table, counted from 1.
func (v *detection) row(p rowRef) int {
	row := p.row
	for _, n := range v.rows[:p.block] {
		row += n
	}
	return row
}

// total is the number of rows.
func (v *detection) total() int {
	n := 0
	for _, rows := range v.rows {
		n += rows
	}
	return n
}

// detect goes through all records. It stops with errRagged at more than most ragged rows; -1 allows any number.
func (s *source) detect(ctx context.Context, l layout, most int, progress func(float64)) (*detection, error) {
	v := &detection{layout: l, columns: len(l.names), most: most}
	table := *s
	table.size = l.end
	v.split = splitter{source: &table, at: l.begin}
	err := parallel.Do(ctx, runtime.GOMAXPROCS(0), func(ctx context.Context, _ int) error {
		w := detector{detection: v, source: s, stats: make([]stats, v.columns)}
		for i, c := range l.chosen {
			w.stats[i].chosen = c != nil && c.Type != data.Text
		}
		err := w.run(ctx, progress)
		v.mu.Lock()
		defer v.mu.Unlock()
		v.merge(&w)
		return err
	})
	return v, err
}

// merge adds what a worker found.
func (v *detection) merge(w *detector) {
	for len(v.stats) < len(w.stats) {
		v.stats = append(v.stats, stats{})
	}
	for i := range w.stats {
		v.stats[i].merge(&w.stats[i])
	}
	v.quotes.add(&w.quotes)
	if w.literal.before(v.literal) {
		v.literal = w.literal
	}
	if w.swallowed.before(v.swallowed) {
		v.swallowed = w.swallowed
	}
}

// cut reads the next block of the file and returns its number and its bytes.
func (v *detection) cut(buf *[]byte, progress func(float64)) (int, []byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	sp, b, err := v.split.next(*buf)
	*buf = b
	if err != nil {
		return 0, nil, err
	}
	v.blocks, v.rows, v.ragged = append(v.blocks, sp), append(v.rows, 0), append(v.ragged, ragged{})
	progress(float64(sp.to) / float64(v.split.size))
	return len(v.blocks) - 1, b, nil
}

// detector is one worker of the first pass.
type detector struct {
	*detection
	*source
	stats              []stats
	quotes             quotes
	literal, swallowed rowRef
}

func (w *detector) run(ctx context.Context, progress func(float64)) error {
	var buf []byte
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		i, b, err := w.cut(&buf, progress)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !utf8.Valid(b) {
			return errNotUTF8
		}
		rows, r := w.block(i, b)
		w.mu.Lock()
		w.rows[i], w.ragged[i] = rows, r
		w.mu.Unlock()
		if w.most >= 0 && w.tooMany.Add(int64(r.rows(rows))) > int64(w.most) {
			return errRagged
		}
	}
}

// textsOfBlock is the number of texts after which the rest of a column's values in a block are passed over, if the texts are more
// than half of the values so far.
const textsOfBlock = 32

// block goes through the records of a block and returns the number of rows.
func (w *detector) block(number int, b []byte) (rows int, r ragged) {
	for i := range w.stats {
		w.stats[i].skip, w.stats[i].before = false, w.stats[i].seen
	}
	columns, all := w.columns, w.stats
	sc := scanner{src: b, dialect: w.dialect, counts: true}
	for sc.next() {
		if sc.blank && !w.single {
			continue
		}
		width := columns
		if len(sc.fields) != columns {
			for width = r.add(sc.fields, columns, rows); width > len(all); {
				all = append(all, stats{})
				w.stats = all
			}
		}
		rows++
		for i := range sc.fields[:width] {
			f := &sc.fields[i]
			if len(f.text) == 0 || all[i].skip {
				continue
			}
			if value := sc.value(f); all[i].see(value) == shapeText {
				all[i].noteText(value, rowRef{number, rows})
				all[i].skip = all[i].mostlyTexts()
			}
		}
		if sc.quotes.literal > 0 && w.literal.row == 0 {
			w.literal = rowRef{number, rows}
		}
		if sc.quotes.swallowed > 0 && w.swallowed.row == 0 {
			w.swallowed = rowRef{number, rows}
		}
	}
	w.quotes.add(&sc.quotes)
	return rows, r
}

// starts is the first row of every block, and the number of all rows at the end.
func (v *detection) starts() []int {
	out := make([]int, len(v.rows)+1)
	for i, n := range v.rows {
		out[i+1] = out[i] + n
	}
	return out
}

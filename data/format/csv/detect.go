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

	"cardinal/data/format/csv/charset"
	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/data/parallel"
)

// errNotUTF8 stops the first pass. The caller then reads the text in another encoding.
var errNotUTF8 = errors.New("the text is not UTF-8")

// errRagged stops the first pass in a dialect that makes more ragged rows than are allowed.
var errRagged = errors.New("the rows are too ragged")

// detection is the result of the first pass: the offsets of the blocks of records, and the cells of the records.
type detection struct {
	layout
	columns int // number of columns with a name
	cells   *infer.Cells

	mu     sync.Mutex
	split  cut.Splitter
	blocks []cut.Block
	ragged []ragged // of each block
	quotes cut.Quotes
	signs  charset.Controls
	// whether a block with ragged rows has a backslash before a delimiter
	escapes bool
	// For each kind of quote, the first row that has one: a plain character, a quote that may have swallowed rows, and
	// a quote after blanks.
	literal, swallowed, spaced infer.Place

	most    int          // the greatest number of ragged rows that is allowed; -1: any number
	tooMany atomic.Int64 // ragged rows so far
}

// detect reads all records into cells. It stops with errRagged if the number of ragged rows exceeds `most`; -1 allows
// any number.
func (s *source) detect(ctx context.Context, l layout, most int, cells *infer.Cells,
	progress func(float64)) (*detection, error) {
	v := &detection{layout: l, columns: len(l.names), most: most, cells: cells}
	table := s.Text
	v.split = cut.Splitter{Text: &table, At: l.begin, Below: func() (int64, error) {
		err := v.below(&v.layout)
		return v.end, err
	}}
	err := parallel.Do(ctx, runtime.GOMAXPROCS(0), func(ctx context.Context, _ int) error {
		w := detector{detection: v, source: s, cells: cells.Worker(), batch: infer.NewBatch(v.columns)}
		err := w.run(ctx, progress)
		w.cells.Close()
		v.mu.Lock()
		defer v.mu.Unlock()
		v.merge(&w)
		return err
	})
	return v, err
}

// cells returns an empty collection for the cells of a layout. If early is set, the first pass converts the values to
// the types that the first records suggest. spare is the number of bytes that the converted values may take; 0: no
// limit.
func (s *source) cells(l *layout, early bool, spare int64) *infer.Cells {
	o := s.options
	sample := infer.New(infer.Options{Decimal: o.Decimal, Dates: o.Dates, Delimiter: s.Delim, Chosen: l.chosen,
		Wanted: l.wanted, Unread: o.Unfit.Unread, Spill: o.Spill, Repeats: l.repeats,
		Aside: s.aside}, len(l.names)+maxFurther)
	if !early {
		return sample
	}
	w := sample.Worker()
	for _, r := range l.sample {
		if r.start < l.begin {
			continue
		}
		for i, field := range r.fields[:min(len(r.fields), len(l.names))] {
			w.Look(i, []byte(field), 0)
		}
	}
	w.Close()
	return sample.Converting(func(int) bool { return false }, spare)
}

// again reads the blocks of v once more, and adds their records to cells.
func (s *source) again(ctx context.Context, v *detection, cells *infer.Cells, columns int,
	progress func(float64)) error {
	var next atomic.Int64
	return parallel.Do(ctx, cells.Workers(min(runtime.GOMAXPROCS(0), len(v.blocks))),
		func(ctx context.Context, _ int) error {
			w, batch := cells.Worker(), infer.NewBatch(columns)
			defer w.Close()
			var buf []byte
			for i := int(next.Add(1)) - 1; i < len(v.blocks); i = int(next.Add(1)) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				n := int(v.blocks[i].To - v.blocks[i].From)
				buf = slices.Grow(buf[:0], n+infer.Padding)[:n]
				if err := cut.ReadFull(s, buf, v.blocks[i].From); err != nil {
					return err
				}
				sc := cut.Scanner{Src: buf, Dialect: s.Dialect}
				w.Begin(i)
				for sc.Batch(&batch, func() {
					if !sc.Blank || v.single {
						sc.Add(&batch)
					}
				}) {
					if err := w.Add(&batch, columns); err != nil {
						return err
					}
				}
				if err := w.End(); err != nil {
					return err
				}
				v.mu.Lock()
				progress(float64(i+1) / float64(len(v.blocks)))
				v.mu.Unlock()
			}
			return nil
		})
}

// merge adds the results of a worker.
func (v *detection) merge(w *detector) {
	v.quotes.Add(&w.quotes)
	v.signs.Add(w.signs)
	if w.literal.Before(v.literal) {
		v.literal = w.literal
	}
	if w.spaced.Before(v.spaced) {
		v.spaced = w.spaced
	}
	if w.swallowed.Before(v.swallowed) {
		v.swallowed = w.swallowed
	}
}

// cut returns the number, the offset and the bytes of the next block of the file.
func (v *detection) cut(buf *[]byte, progress func(float64)) (int, int64, []byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	sp, b, err := v.split.Next(*buf)
	*buf = b
	if err != nil {
		return 0, 0, nil, err
	}
	v.blocks, v.ragged = append(v.blocks, sp), append(v.ragged, ragged{})
	progress(float64(sp.To) / float64(v.split.Size))
	return len(v.blocks) - 1, sp.From, b, nil
}

// detector is one worker of the first pass.
type detector struct {
	*detection
	*source
	cells  *infer.Worker
	batch  infer.Batch
	quotes cut.Quotes
	signs  charset.Controls

	literal, swallowed, spaced infer.Place
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
		if w.Delim == '\t' || w.Delim >= ' ' { // with another delimiter, control characters may be part of the text
			w.signs.Count(b, at)
		}
		rows, r, err := w.block(i, b)
		if err != nil {
			return err
		}
		w.mu.Lock()
		w.ragged[i] = r
		w.escapes = w.escapes || r.rows(rows) > 0 && bytes.Contains(b, []byte{'\\', w.Delim})
		w.mu.Unlock()
		if w.most >= 0 && w.tooMany.Add(int64(r.rows(rows))) > int64(w.most) {
			return errRagged
		}
	}
}

// block adds the records of a block to the cells and returns the number of rows.
func (w *detector) block(number int, b []byte) (rows int, r ragged, err error) {
	w.cells.Begin(number)
	sc := cut.Scanner{Src: b, Dialect: w.Dialect, Counts: true}
	irregular := func() {
		if sc.Blank && !w.single {
			return
		}
		row := rows + w.batch.Rows
		if len(sc.Fields) != w.columns {
			width := r.add(sc.Fields, w.columns, row)
			for i := w.columns; i < width; i++ {
				w.cells.Look(i, sc.Value(&sc.Fields[i]), w.batch.Rows)
			}
		}
		if sc.Quotes.Literal > 0 && w.literal.Row == 0 {
			w.literal = infer.Place{Block: number, Row: row + 1}
		}
		if sc.Quotes.Spaced > 0 && w.spaced.Row == 0 {
			w.spaced = infer.Place{Block: number, Row: row + 1}
		}
		if sc.Quotes.Swallowed > 0 && w.swallowed.Row == 0 {
			w.swallowed = infer.Place{Block: number, Row: row + 1}
		}
		sc.Add(&w.batch)
	}
	for sc.Batch(&w.batch, irregular) {
		if err := w.cells.Add(&w.batch, w.columns); err != nil {
			return rows, r, err
		}
		rows += w.batch.Rows
	}
	w.quotes.Add(&sc.Quotes)
	return rows, r, w.cells.End()
}

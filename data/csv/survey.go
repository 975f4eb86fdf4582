package csv

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"cardinal/data/parallel"
)

// errNotUTF8 stops a survey: the text has to be read in another encoding.
var errNotUTF8 = errors.New("the text is not UTF-8")

// errRagged stops a survey of a dialect that makes more ragged rows than it may.
var errRagged = errors.New("the rows are too ragged")

// survey is the first pass: where the records are and what the columns can be.
type survey struct {
	layout
	columns int // that have names

	mu     sync.Mutex
	split  splitter
	spans  []span
	rows   []int // of each span
	ragged []ragged
	facts  []facts
	quotes quotes
	// The first row with a quote that is a character, and the first with one that may have swallowed rows.
	literal, swallowed place

	most    int          // ragged rows that are allowed, -1 for any number
	tooMany atomic.Int64 // ragged rows so far
}

// place is a row of a span, from 1; the zero place is nowhere.
type place struct{ span, row int }

// before reports whether p is somewhere and q is not before it.
func (p place) before(q place) bool {
	return p.row > 0 && (q.row == 0 || p.span < q.span || p.span == q.span && p.row < q.row)
}

// row is the row of the table, from 1.
func (v *survey) row(p place) int {
	row := p.row
	for _, n := range v.rows[:p.span] {
		row += n
	}
	return row
}

// total is the number of rows.
func (v *survey) total() int {
	n := 0
	for _, rows := range v.rows {
		n += rows
	}
	return n
}

// survey goes through all records. It stops with errRagged beyond so many ragged rows (-1: at no number).
func (s *source) survey(ctx context.Context, l layout, most int, progress func(float64)) (*survey, error) {
	v := &survey{layout: l, columns: len(l.names), most: most}
	v.split = splitter{source: s, at: l.begin}
	err := parallel.Do(ctx, runtime.GOMAXPROCS(0), func(ctx context.Context, _ int) error {
		w := surveyor{survey: v, source: s, facts: make([]facts, v.columns)}
		err := w.run(ctx, progress)
		v.mu.Lock()
		defer v.mu.Unlock()
		v.merge(&w)
		return err
	})
	return v, err
}

// merge takes in what a worker saw.
func (v *survey) merge(w *surveyor) {
	for len(v.facts) < len(w.facts) {
		v.facts = append(v.facts, facts{})
	}
	for i := range w.facts {
		v.facts[i].merge(&w.facts[i])
	}
	v.quotes.add(&w.quotes)
	if w.literal.before(v.literal) {
		v.literal = w.literal
	}
	if w.swallowed.before(v.swallowed) {
		v.swallowed = w.swallowed
	}
}

// cut cuts the next span off the file.
func (v *survey) cut(buf *[]byte, progress func(float64)) (int, []byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	sp, b, err := v.split.next(*buf)
	*buf = b
	if err != nil {
		return 0, nil, err
	}
	v.spans, v.rows, v.ragged = append(v.spans, sp), append(v.rows, 0), append(v.ragged, ragged{})
	progress(float64(sp.to) / float64(v.split.size))
	return len(v.spans) - 1, b, nil
}

// surveyor is one worker of the first pass.
type surveyor struct {
	*survey
	*source
	facts              []facts
	quotes             quotes
	literal, swallowed place
	skip               []bool // columns of the span at hand whose values are texts
	before             []seen // what was seen of the columns before the span at hand
}

func (w *surveyor) run(ctx context.Context, progress func(float64)) error {
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
		rows, r := w.look(i, b)
		w.mu.Lock()
		w.rows[i], w.ragged[i] = rows, r
		w.mu.Unlock()
		if w.most >= 0 && w.tooMany.Add(int64(r.rows(rows))) > int64(w.most) {
			return errRagged
		}
	}
}

// textsOfSpan is how many texts a span shows of a column, and half of its values, before the rest are not looked at.
const textsOfSpan = 32

// look goes through the records of a span.
func (w *surveyor) look(number int, b []byte) (rows int, r ragged) {
	w.beginSpan()
	columns, all, skip := w.columns, w.facts, w.skip
	sc := scanner{src: b, dialect: w.dialect, counts: true}
	for sc.next() {
		if sc.blank && !w.single {
			continue
		}
		width := columns
		if len(sc.fields) != columns {
			if width = r.look(sc.fields, columns, rows); width > len(w.facts) {
				w.widen(width)
				all, skip = w.facts, w.skip
			}
		}
		rows++
		for i := range sc.fields[:width] {
			f := &sc.fields[i]
			if len(f.text) == 0 || skip[i] {
				continue
			}
			if value := sc.value(f); all[i].see(value) == shapeText {
				all[i].noteText(value, place{number, rows})
				skip[i] = all[i].mostlyTexts(w.before[i])
			}
		}
		if sc.quotes.literal > 0 && w.literal.row == 0 {
			w.literal = place{number, rows}
		}
		if sc.quotes.swallowed > 0 && w.swallowed.row == 0 {
			w.swallowed = place{number, rows}
		}
	}
	w.quotes.add(&sc.quotes)
	return rows, r
}

func (w *surveyor) beginSpan() {
	w.widen(len(w.facts))
	for i := range w.facts {
		w.skip[i], w.before[i] = false, w.facts[i].seen
	}
}

// widen makes room for further columns.
func (w *surveyor) widen(columns int) {
	for len(w.facts) < columns {
		w.facts = append(w.facts, facts{})
	}
	for len(w.skip) < columns {
		w.skip, w.before = append(w.skip, false), append(w.before, seen{})
	}
}

// starts is the first row of every span, and the number of rows at the end.
func (v *survey) starts() []int {
	out := make([]int, len(v.rows)+1)
	for i, n := range v.rows {
		out[i+1] = out[i] + n
	}
	return out
}

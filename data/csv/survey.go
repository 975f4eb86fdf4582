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

// survey is the first pass: where the records are and what the columns can be.
type survey struct {
	columns int
	header  int64 // where the records begin, behind the header

	mu     sync.Mutex
	split  splitter
	spans  []span
	rows   []int // of each span
	facts  []facts
	ragged []ragged // of each span
	isText []atomic.Bool
}

// ragged counts the records of a span that are not as long as the header.
type ragged struct {
	short, long           int // long: with something in the fields that are too many
	firstShort, firstLong int // rows of the span
}

func (s *source) survey(ctx context.Context, columns int, header int64, progress func(float64)) (*survey, error) {
	v := &survey{columns: columns, header: header, facts: make([]facts, columns), isText: make([]atomic.Bool, columns)}
	v.split = splitter{source: s, at: header}
	err := parallel.Do(ctx, runtime.GOMAXPROCS(0), func(ctx context.Context, _ int) error {
		seen := make([]facts, columns)
		for i := range seen {
			seen[i].commas = s.delim == ';'
		}
		var buf []byte
		for ctx.Err() == nil {
			i, b, err := v.take(&buf, progress)
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			if !utf8.Valid(b) {
				return errNotUTF8
			}
			rows, r := v.look(s, b, seen)
			v.mu.Lock()
			v.rows[i], v.ragged[i] = rows, r
			v.mu.Unlock()
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		for i := range seen {
			v.facts[i].merge(&seen[i])
		}
		return ctx.Err()
	})
	return v, err
}

// take cuts the next span off the file.
func (v *survey) take(buf *[]byte, progress func(float64)) (int, []byte, error) {
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

// look goes through the records of a span.
func (v *survey) look(s *source, b []byte, seen []facts) (rows int, r ragged) {
	isText := make([]bool, v.columns)
	for i := range isText {
		isText[i] = v.isText[i].Load()
	}
	sc := scanner{src: b, delim: s.delim, eol: s.eol}
	for sc.next() {
		if sc.blank && v.columns > 1 {
			continue
		}
		if len(sc.fields) != v.columns {
			r.note(sc.fields, v.columns, rows)
		}
		rows++
		for i := range sc.fields[:min(len(sc.fields), v.columns)] {
			f := &sc.fields[i]
			if isText[i] || len(f.text) == 0 {
				continue
			}
			seen[i].see(sc.value(f))
			if seen[i].shapes&shapeText != 0 {
				isText[i] = true
				v.isText[i].Store(true)
			}
		}
	}
	return rows, r
}

func (r *ragged) note(fields []field, columns, row int) {
	if len(fields) < columns {
		if r.short++; r.short == 1 {
			r.firstShort = row
		}
		return
	}
	for _, f := range fields[columns:] {
		if len(f.text) > 0 {
			if r.long++; r.long == 1 {
				r.firstLong = row
			}
			return
		}
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

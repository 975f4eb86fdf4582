package csv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/header"
	"cardinal/data/parallel"
)

// maxColumns keeps a file that is not a table from becoming one of millions of columns.
const maxColumns = 20_000

// Open reads delimited text of the given size into a table. progress is told the share that is done, 0 to 1; limit is
// the memory in bytes that may be used, 0 for no limit.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (t *data.Table, err error) {
	if progress == nil {
		progress = func(float64) {}
	}
	err = parallel.Guard(func() error {
		t, err = open(ctx, r, size, limit, progress)
		return err
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

func open(ctx context.Context, r io.ReaderAt, size, limit int64, progress func(float64)) (*data.Table, error) {
	head := make([]byte, min(size, sniffSize))
	if err := readFull(r, head, 0); err != nil {
		return nil, err
	}
	s := &source{ReaderAt: r, size: size}
	order, mark := byteOrderMark(head)
	s.from = int64(mark)
	if order != nil {
		raw, err := s.whole(limit)
		if err != nil {
			return nil, err
		}
		s.replace(fromUTF16(raw, order))
	}
	t, err := s.table(ctx, limit, progress)
	if !errors.Is(err, errNotUTF8) {
		return t, err
	}
	raw, err := s.whole(limit)
	if err != nil {
		return nil, err
	}
	text, changed := fromWindows(raw)
	s.replace(text)
	if t, err = s.table(ctx, limit, progress); err != nil {
		return nil, err
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%d bytes are not UTF-8 and were read as Windows-1252", changed))
	return t, nil
}

// whole reads all of the text into memory.
func (s *source) whole(limit int64) ([]byte, error) {
	n := s.size - s.from
	if limit > 0 && 3*n > limit {
		return nil, fmt.Errorf("the text is not UTF-8, and %d MB of it do not fit the free memory to convert; save it as UTF-8 first", n>>20)
	}
	b := make([]byte, n)
	return b, readFull(s, b, s.from)
}

func (s *source) replace(text []byte) {
	*s = source{ReaderAt: bytes.NewReader(text), size: int64(len(text))}
}

// table reads the source, whose encoding is known.
func (s *source) table(ctx context.Context, limit int64, progress func(float64)) (*data.Table, error) {
	head := make([]byte, min(s.size-s.from, sniffSize))
	if err := readFull(s, head, s.from); err != nil {
		return nil, err
	}
	s.eol = lineEnd(head)
	if d, n := separatorLine(head); n > 0 {
		s.delim = d
		s.from += int64(n)
	} else if s.delim == 0 {
		s.delim = sniffDelimiter(head, s.eol, int64(len(head)) == s.size-s.from)
	}
	names, begin, err := s.header()
	if err != nil {
		return nil, err
	}
	names, renamed := header.Repair(names)
	v, err := s.survey(ctx, len(names), begin, func(f float64) { progress(0.4 * f) })
	if err != nil {
		return nil, err
	}
	plans := make([]plan, len(names))
	need := int64(0)
	starts := v.starts()
	rows := starts[len(starts)-1]
	for i, name := range names {
		plans[i] = choose(name, &v.facts[i])
		if plans[i].typ == data.Text {
			need += 4 * int64(rows)
		} else {
			need += 8 * int64(rows)
			if n := v.facts[i].markers; n > 0 {
				plans[i].addNote(markerNote(n))
			}
		}
	}
	switch {
	case rows > 1<<32-2:
		return nil, fmt.Errorf("the text has %d rows, more than Cardinal reads", rows)
	case limit > 0 && need > limit:
		return nil, fmt.Errorf("the table needs %d MB of memory and %d MB are free; close other programs or open a smaller file", need>>20, limit>>20)
	}
	if limit > 0 {
		limit -= need
	}
	columns, err := s.convert(ctx, v, plans, limit, func(f float64) { progress(0.4 + 0.6*f) })
	if err != nil {
		return nil, err
	}
	t := data.NewTable("", columns)
	t.Rows = rows
	if renamed != "" {
		t.Notes = append([]string{renamed}, t.Notes...)
	}
	t.Notes = append(t.Notes, v.raggedNotes()...)
	return t, nil
}

func (p *plan) addNote(note string) {
	if p.note != "" {
		note = p.note + "; " + note
	}
	p.note = note
}

// header reads the first record that is not blank and says where the next one begins.
func (s *source) header() (names []string, begin int64, err error) {
	split := splitter{source: s, at: s.from}
	sp, b, err := split.next(nil)
	if err == io.EOF {
		return nil, 0, errors.New("the text has no header line; its first line should name the columns")
	}
	if err != nil {
		return nil, 0, err
	}
	sc := scanner{src: b, delim: s.delim, eol: s.eol}
	for sc.next() {
		if sc.blank {
			continue
		}
		if len(sc.fields) > maxColumns {
			return nil, 0, fmt.Errorf("the first line has %d fields, more than the %d columns that Cardinal reads", len(sc.fields), maxColumns)
		}
		for i := range sc.fields {
			name := string(sc.value(&sc.fields[i]))
			if !utf8.ValidString(name) {
				return nil, 0, errNotUTF8
			}
			names = append(names, name)
		}
		return names, sp.from + int64(sc.at), nil
	}
	return nil, 0, errors.New("the text has only blank lines; its first line should name the columns")
}

// raggedNotes reports the records that are shorter or longer than the header.
func (v *survey) raggedNotes() []string {
	short, long, firstShort, firstLong, row := 0, 0, 0, 0, 0
	for i, r := range v.ragged {
		if r.short > 0 && short == 0 {
			firstShort = row + r.firstShort + 1
		}
		if r.long > 0 && long == 0 {
			firstLong = row + r.firstLong + 1
		}
		short, long = short+r.short, long+r.long
		row += v.rows[i]
	}
	var notes []string
	if short > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d rows have fewer fields than the header, the first is row %d: what is missing is null", short, row, firstShort))
	}
	if long > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d rows have more fields than the header, the first is row %d: what is too much was left out", long, row, firstLong))
	}
	return notes
}

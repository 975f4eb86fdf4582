package csv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/format/csv/charset"
	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/data/shape/totals"
	"cardinal/data/store/spill"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/ellipsis"
	"cardinal/internal/separators"
)

// source is the text of a file, with the options of reading. The first pass checks that it is UTF-8.
type source struct {
	cut.Text
	options *Options
	// memory for converted values that do not fit into the limit; nil: the second pass converts these values
	aside  *spill.Arena
	from   int64       // the offset of the text's start, behind a byte order mark
	behind int64       // number of bytes behind the end of the text, which are left out
	left   []data.Loss // the lines of totals of a pivot, which were cut out of the text
}

// Open reads delimited text of the given size in bytes into a table. limit is the memory in bytes that may be used, 0
// for no limit. Open calls progress, which may be nil, with the share of the work that is done, from 0 to 1. The error
// is a sentence for a person.
func Open(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (*data.Table, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	head := make([]byte, min(size, cut.SniffSize))
	if err := cut.ReadFull(r, head, 0); err != nil {
		return nil, err
	}
	s := &source{Text: cut.Text{ReaderAt: r, Size: size}, options: &o}
	encoding, name, mark := charset.ByteOrderMark(head)
	s.from = int64(mark)
	var notes []string
	if encoding == nil && mark == 0 {
		var err error
		if encoding, err = o.decoder(); err != nil {
			return nil, err
		}
		name, mark = strings.ToLower(o.Encoding), 1
		if wide, order := charset.DetectUTF16(head); o.Encoding == "" && wide != nil {
			encoding, name, mark = wide, order, 2
			notes = append(notes, "the text has no byte order mark and was read as "+order+
				", which its bytes speak for")
		}
	}
	if encoding != nil {
		raw, err := s.whole(limit)
		if err != nil {
			return nil, err
		}
		rest := len(raw) % mark
		text, err := encoding.NewDecoder().Bytes(raw[:len(raw)-rest])
		if err != nil {
			return nil, fmt.Errorf("the text cannot be converted to UTF-8: %w", err)
		}
		if rest > 0 {
			notes = append(notes, "the text ends amid a character, which was left out: it was cut off, or a byte is "+
				"missing")
		}
		notes = append(notes, charset.DamagedNote(text)...)
		s.replace(text)
	}
	begin := s.from
	t, err := s.table(ctx, limit, progress)
	if !errors.Is(err, errNotUTF8) {
		if err == nil && encoding != nil {
			t.Text.Encoding = name
			t.Notes = append(t.Notes, notes...)
		}
		return t, err
	}
	s.from = begin
	raw, err := s.whole(limit)
	if err != nil {
		return nil, err
	}
	text, name, notes := charset.ToUTF8(raw)
	s.replace(text)
	if t, err = s.table(ctx, limit, progress); err != nil {
		return nil, err
	}
	t.Text.Encoding = name
	t.Notes = append(t.Notes, notes...)
	return t, nil
}

// whole returns the whole text, which must be converted.
func (s *source) whole(limit int64) ([]byte, error) {
	n := s.Size - s.from
	if limit > 0 && 3*n > limit {
		return nil, separators.Errorf("the text is not UTF-8, and %d MB of it do not fit the free memory to convert; "+
			"save it as UTF-8 first", n>>20)
	}
	b := make([]byte, n)
	return b, cut.ReadFull(s, b, s.from)
}

func (s *source) replace(utf8 []byte) {
	*s = source{Text: cut.Text{ReaderAt: bytes.NewReader(utf8), Size: int64(len(utf8))}, options: s.options}
}

// firstPass is the share of the progress that the first pass takes. The second pass is short if most columns keep the
// type that their first values suggest.
const firstPass = 0.7

// table reads a text that should be UTF-8. If its last row turns out to hold totals, table reads the text again without
// the row. If some columns are wanted, but other columns decide about their values, table reads all columns.
func (s *source) table(ctx context.Context, limit int64, progress func(float64)) (*data.Table, error) {
	again := *s
	t, v, err := s.read(ctx, limit, progress)
	if err == nil && v.wanted != nil && s.options.Footer == 0 {
		err = s.checkForTotals(v)
	}
	if errors.Is(err, infer.ErrOthers) {
		if err := s.release(); err != nil {
			return nil, err
		}
		options := *s.options
		options.Columns = nil
		*s = again
		s.options = &options
		return s.table(ctx, limit, progress)
	}
	if err != nil {
		return nil, err
	}
	if s.options.Footer == 0 && v.wanted == nil {
		out, err := s.withoutTotals(v, t)
		if err != nil {
			return nil, err
		}
		if out != nil {
			out.from = again.from
			*s = *out
			return s.table(ctx, limit, progress)
		}
		end := totals.FindTableEnding(t)
		unsure := end.Rows == 0 && end.Label != ""
		if unsure {
			t.Notes = append(t.Notes, fmt.Sprintf("the last row begins with %s and was read as a row: leave 1 line "+
				"out at the end if it holds %s", ellipsis.Quote(end.Label, 40), end.Kind))
		}
		if end.Rows > 0 {
			last, err := s.lastLines(v.footers + end.Rows)
			if err != nil {
				return nil, err
			}
			if err := s.release(); err != nil {
				return nil, err
			}
			options := *s.options
			options.Footer = Footer(len(last))
			s.from, s.Dialect, s.options = again.from, again.Dialect, &options
			if t, v, err = s.read(ctx, limit, progress); err != nil {
				return nil, err
			}
			t.Notes = append([]string{belowNote(last)}, t.Notes...)
		}
		rows := t.Rows
		if unsure {
			rows-- // the last one has a note
		}
		if n := totals.Note(t, rows); n != "" {
			t.Notes = append(t.Notes, n)
		}
	}
	if s.options.Delimiter == 0 && areLines(t) {
		t.Notes = append(t.Notes, "no sign stands between fields, so that each line is one text: choose the "+
			"delimiter if there is one")
	}
	if s.behind > 0 {
		t.Notes = append(t.Notes, separators.Plural(s.behind, "1 byte behind the text was left out: it is",
			"%d bytes behind the text were left out: they are")+" 0, or the end of a file in DOS")
	}
	if len(s.left) > 0 {
		t.Notes = append(t.Notes, totals.LeftOut(len(s.left), s.left[0].Text))
	}
	if s.options.Losses != nil {
		err = s.list(ctx, v, t)
	}
	return t, err
}

// areNumbers reports whether each line at the head of a text is one number, and some numbers have commas. The first
// line, which is a name, has neither a comma nor a tab.
func areNumbers(head []byte, eol byte) bool {
	name, rest, _ := bytes.Cut(head, []byte{eol})
	n, commas := 0, 0
	for line, more, ended := bytes.Cut(rest, []byte{eol}); ; line, more, ended = bytes.Cut(more, []byte{eol}) {
		if line = bytes.TrimSpace(line); len(line) > 0 && (ended || len(head) < cut.SniffSize) {
			commas += bytes.Count(line, []byte{','})
			if n++; bytes.IndexByte(line, '\t') >= 0 || !infer.IsNumber(string(line)) {
				return false
			}
		}
		if !ended {
			return n > 1 && commas > 0 && !bytes.ContainsAny(name, ",\t")
		}
	}
}

// areLines reports whether a table is just lines of words: it has one column of texts, and most texts contain a blank,
// a colon, an equals sign or a similar character.
func areLines(t *data.Table) bool {
	if len(t.Columns) != 1 || len(t.LeftOut) > 0 || t.Columns[0].Type != data.Text {
		return false
	}
	some := t.Columns[0].Dict.Values
	some = some[:min(len(some), 1000)]
	n := each.Count(some, func(text string) bool { return strings.ContainsAny(text, " :=^~¦") })
	return 2*n > len(some)
}

// release frees the spilled columns of a table that the caller discards.
func (s *source) release() error {
	if s.options.Spill == nil {
		return nil
	}
	return s.options.Spill.Release()
}

// read reads a text that should be UTF-8, once.
func (s *source) read(ctx context.Context, limit int64,
	progress func(float64)) (t *data.Table, v *detection, err error) {
	head := make([]byte, min(s.Size-s.from, cut.SniffSize))
	if err := cut.ReadFull(s, head, s.from); err != nil {
		return nil, nil, err
	}
	if int64(len(head)) == s.Size-s.from {
		if err := s.trimEnd(); err != nil {
			return nil, nil, err
		}
		head = head[:s.Size-s.from]
	}
	s.EOL = cut.LineEnd(head)
	if n := s.options.Skip + max(0, int(s.options.Header)-1); n > 0 {
		if err := s.skip(n); err != nil {
			return nil, nil, err
		}
		head = head[:min(s.Size-s.from, cut.SniffSize)]
		if err := cut.ReadFull(s, head, s.from); err != nil {
			return nil, nil, err
		}
	}
	if d, n := cut.SeparatorLine(head); n > 0 {
		s.Delim = d
		s.from += int64(n)
	} else {
		s.Delim = s.options.Delimiter
	}
	s.Single, s.Runs, s.Backslash, s.Escaped = s.options.Single, s.options.Runs, s.options.Backslash,
		s.options.Backslash
	if o := s.options; !o.Strict && !o.Unquoted && !o.Single && !o.Backslash && !o.Runs {
		s.Dialect = cut.Sniff(head, s.Dialect, int64(len(head)) == s.Size-s.from)
	} else if s.Delim == 0 {
		s.Delim = cut.SniffDelimiter(head, s.Dialect, int64(len(head)) == s.Size-s.from)
	}
	numbers := s.options.Delimiter == 0 && s.Delim == ',' && areNumbers(head, s.EOL)
	if numbers {
		s.Delim = '\t'
	}
	doubled := s.Delim == '\t' && !s.Backslash && areDoubled(head)
	if s.options.Spill != nil {
		s.aside = &spill.Arena{Space: spill.Space{Most: s.options.Spill.Most}}
		defer func() { err = errors.Join(err, s.aside.Space.Release()) }()
	}
	v, err = s.detectDialect(ctx, limit/2, func(f float64) { progress(firstPass * f) })
	if err != nil {
		return nil, nil, err
	}
	s.Size, s.behind = v.text, s.behind+s.Size-v.text
	names, renamed := header.Repair(v.names)
	names, _ = header.Repair(append(names, make([]string, v.further())...))
	columns, err := v.cells.Columns(ctx, names, v.chosen, limit, func(cells *infer.Cells) error {
		return s.again(ctx, v, cells, len(names), func(f float64) { progress(firstPass + (1-firstPass)*f) })
	})
	if err != nil {
		return nil, nil, err
	}
	if v.header >= 0 {
		note := infer.Repeated(columns, v.names)
		if note != "" && v.wanted != nil {
			return nil, nil, infer.ErrOthers
		}
		if note != "" {
			v.layout.notes = append(v.layout.notes, note)
		}
	}
	var leftOut []string
	for i, c := range columns {
		if c == nil {
			leftOut = append(leftOut, names[i])
		}
	}
	columns = slices.DeleteFunc(columns, func(c *data.Column) bool { return c == nil })
	t = data.NewTable("", columns)
	t.LeftOut = leftOut
	t.Rows = v.cells.Rows()
	t.Text = data.TextFormat{Delimiter: s.Delim, Encoding: "utf-8", Footer: v.footers}
	if v.header >= 0 {
		if t.Text.Header, err = s.Line(v.header); err != nil {
			return nil, nil, err
		}
	}
	if v.last > 0 {
		if t.Text.LastHeader, err = s.Line(v.last); err != nil {
			return nil, nil, err
		}
	}
	notes := v.notes()
	if s.Single && !s.options.Single {
		notes = append(notes, "fields stand between apostrophes, which were read as quotes")
	}
	switch found := s.Delim == ' ' && s.options.Delimiter == 0; {
	case found && s.Runs:
		notes = append(notes, "blanks, one or more, stand between the fields")
	case found:
		notes = append(notes, "a blank stands between the fields")
	}
	if numbers {
		notes = append(notes, "each line below the one name is one number: its commas are signs of the number")
	}
	if doubled && !s.Escaped {
		notes = append(notes, "backslashes stand in pairs, as PostgreSQL and MySQL write one, and both are kept: the "+
			"quote backslash reads one")
	}
	if renamed != "" && !slices.Equal(v.names, make([]string, len(v.names))) {
		notes = append(notes, renamed)
	}
	t.Notes = append(notes, t.Notes...)
	return t, v, nil
}

// notes returns sentences on what the layout, the quotes and the ragged rows of the text lost or may have lost.
func (v *detection) notes() []string {
	r := v.joined()
	notes := append(slices.Clone(v.layout.notes), v.quoteNotes()...)
	if v.unfit != "" {
		notes = append(notes, v.unfit)
	}
	return append(notes, r.notes(v.cells.Rows(), v.columns, v.further())...)
}

// further returns the number of columns beyond the names.
func (v *detection) further() int { return max(0, v.cells.Width()-v.columns) }

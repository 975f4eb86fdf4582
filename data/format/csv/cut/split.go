package cut

import (
	"bytes"
	"io"

	"cardinal/data/infer"
	"cardinal/internal/separators"
)

// Sizes in bytes.
const (
	ChunkSize = 1 << 20      // of a block, unless one record is longer
	MaxRecord = infer.MaxRow // of a record
	TailSize  = 64 << 10     // at the end of a text: lines below the table are looked for there
)

// Block is a range of bytes of the file. It starts and ends at a record boundary.
type Block struct{ From, To int64 }

// Text is the text of a file up to an offset, and the dialect in which it is written.
type Text struct {
	io.ReaderAt
	Dialect
	Size int64 // the offset of the end of the text
}

// Splitter cuts a text into blocks. It looks for the lines below the table only when it comes near the end: the end of
// a text that is still being inflated is not available earlier.
type Splitter struct {
	*Text
	At    int64
	Below func() (end int64, err error) // finds the end of the last row; nil: Size is the end
	Torn  int64                         // the offset of the first quote that tears a field, 0: no such quote
	Open  int64                         // the offset of a quote that never closes and is a character, 0: none
}

// Next returns the next block and its bytes, which lie in buf or in a larger buffer, with infer.Padding bytes behind
// them. The error is io.EOF at the end.
func (s *Splitter) Next(buf []byte) (Block, []byte, error) {
	for want := int64(ChunkSize); ; want *= 2 {
		if s.At+want > s.Size-TailSize {
			if err := s.findEnd(); err != nil {
				return Block{}, buf, err
			}
		}
		if s.At >= s.Size {
			return Block{}, buf, io.EOF
		}
		n := int(min(want, s.Size-s.At))
		if cap(buf) < n+infer.Padding {
			buf = make([]byte, n, n+infer.Padding)
		}
		buf = buf[:n]
		if err := ReadFull(s, buf, s.At); err != nil {
			return Block{}, buf, err
		}
		if buf[n-1] == 0 && s.Below != nil { // the zero bytes may continue to the end of the text
			if err := s.findEnd(); err != nil {
				return Block{}, buf, err
			}
			want /= 2
			continue
		}
		last := s.At+int64(n) == s.Size
		start, opens, torn := s.lastRecord(buf, last)
		if n-start > MaxRecord {
			return Block{}, buf, s.tooLong(start, opens)
		}
		end := start
		if last {
			switch {
			case opens < 0:
			case start > 0 && bytes.IndexByte(bytes.TrimRight(buf[opens:], "\r\n"), s.EOL) < 0:
				s.Open = s.At + int64(opens) // the lines below are no rows that the quote could swallow
			case start > 0 && s.even(buf[:start], buf[start:]):
				s.Open = s.At + int64(opens)
			default:
				line, err := s.Line(s.At + int64(opens))
				if err != nil {
					return Block{}, buf, err
				}
				return Block{}, buf, QuoteError{separators.Sprintf("the quote that opens in line %d never closes: "+
					"the file is cut off, or the quote should be doubled", line)}
			}
			end = n // the last record needs no line end
		}
		if end > 0 {
			if torn >= 0 && torn < end && s.Torn == 0 {
				s.Torn = s.At + int64(torn)
			}
			out := Block{s.At, s.At + int64(end)}
			s.At = out.To
			return out, buf[:end], nil
		}
	}
}

// findEnd looks for the lines below the table. It does so only once.
func (s *Splitter) findEnd() error {
	if s.Below == nil {
		return nil
	}
	end, err := s.Below()
	if err == nil {
		s.Below, s.Size = nil, end
	}
	return err
}

// even reports whether the quote at the start of `rest` can be a plain character. This is so if all lines of `rest`
// have as many fields as the first record of `before`. Rows have at least three fields, or two with a tab between them;
// lines with fewer fields may belong to a text.
func (d *Dialect) even(before, rest []byte) bool {
	sc := Scanner{Dialect: *d, Src: before}
	for sc.Next() && sc.Blank {
	}
	width := len(sc.Fields)
	if width < 3 && !(width == 2 && d.Delim == '\t') {
		return false
	}
	sc = Scanner{Dialect: *d, Src: rest}
	for sc.Next() {
		if !sc.Blank && len(sc.Fields) != width {
			return false
		}
	}
	return true
}

// lastRecord returns the start of the last record of b, which may be incomplete. opens is the index of the quote that
// is open at the end of b (-1: none). torn is the index of the first quote that tears a field (-1: none). lastRecord
// goes from quote to quote, so that it ignores line ends inside quotes. last says that the text ends with b.
func (d *Dialect) lastRecord(b []byte, last bool) (start, opens, torn int) {
	torn = -1
	clear := 0 // b is outside quotes from here on
	for at := 0; at < len(b) && !d.Unquoted; {
		n := bytes.IndexByte(b[at:], d.Quote())
		if n < 0 {
			break
		}
		if at += n; !d.opens(b, at) {
			if torn < 0 && d.tears(b, at) {
				torn = at
			}
			at++ // a quote inside a field is a plain character
			continue
		}
		_, end, _, q := d.closing(b, at, last)
		if q == literal {
			at++
			continue
		}
		if i := bytes.LastIndexByte(b[clear:at], d.EOL); i >= 0 {
			start = clear + i + 1
		}
		if q == unclosed {
			return start, at, torn
		}
		clear, at = end, end
	}
	if i := bytes.LastIndexByte(b[clear:], d.EOL); i >= 0 {
		start = clear + i + 1
	}
	return start, -1, torn
}

// tears reports whether the quote at b[at], inside a field, may be an opening quote whose delimiter is missing. This is
// so if the next quote ends another field of the same line. A quote behind a digit is a sign for inches, as in 5", and
// does not count.
func (d *Dialect) tears(b []byte, at int) bool {
	n := bytes.IndexByte(b[at+1:], d.Quote())
	if n < 0 || b[at-1] >= '0' && b[at-1] <= '9' {
		return false
	}
	end := at + 1 + n + 1 // after the next quote
	between := b[at+1 : end-1]
	return (end == len(b) || b[end] == d.Delim || b[end] == d.EOL || b[end] == '\r') &&
		bytes.IndexByte(between, d.Delim) >= 0 && bytes.IndexByte(between, d.EOL) < 0
}

// QuoteError is an error that may disappear if a quote is read as a plain character.
type QuoteError struct{ text string }

func (e QuoteError) Error() string { return e.text }

func (s *Splitter) tooLong(start, opens int) error {
	if opens < 0 {
		line, err := s.Line(s.At + int64(start))
		if err != nil {
			return err
		}
		return separators.Errorf("the row that starts in line %d is longer than %d MB: this may not be a table",
			line, MaxRecord>>20)
	}
	line, err := s.Line(s.At + int64(opens))
	if err != nil {
		return err
	}
	return QuoteError{separators.Sprintf("the quote that opens in line %d does not close within %d MB: it should "+
		"perhaps be doubled", line, MaxRecord>>20)}
}

// Line returns the number of the line at an offset. The number of the first line is 1.
func (s *Text) Line(offset int64) (int, error) {
	line := 1
	buf := make([]byte, max(0, min(ChunkSize, offset)))
	for at := int64(0); at < offset; at += int64(len(buf)) {
		buf = buf[:min(int64(len(buf)), offset-at)]
		if err := ReadFull(s, buf, at); err != nil {
			return 0, err
		}
		line += bytes.Count(buf, []byte{s.EOL})
	}
	return line, nil
}

// ReadFull reads len(b) bytes at an offset.
func ReadFull(r io.ReaderAt, b []byte, at int64) error {
	if n, err := r.ReadAt(b, at); n < len(b) {
		if err == io.EOF || err == nil {
			err = io.ErrUnexpectedEOF
		}
		return separators.Errorf("reading at byte %d: %w", at, err)
	}
	return nil
}

package cut

import (
	"bytes"
	"io"

	"cardinal/data/infer"
	"cardinal/internal/separators"
)

// Sizes in bytes.
const (
	ChunkSize = 1 << 20      // of a block, unless a record is longer
	MaxRecord = infer.MaxRow // of a record
	TailSize  = 64 << 10     // bytes at the end of a text in which lines below the table are looked for
)

// Block is a range of bytes of the file that starts and ends at the border of a record.
type Block struct{ From, To int64 }

// Text is the text of a file up to an offset, and the dialect in which it is written.
type Text struct {
	io.ReaderAt
	Dialect
	Size int64 // the offset of the end of the text
}

// Splitter cuts a text into blocks. It looks for the lines below the table only near the end, because the end of a
// text that is still being inflated is not available earlier.
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
		if buf[n-1] == 0 && s.Below != nil { // zero bytes may go on to the end of the text
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
				s.Open = s.At + int64(opens) // no row follows that the quote could swallow
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

// findEnd looks for the lines below the table, once.
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

// even reports whether the lines of rest have as many fields as the first record before. rest begins with a record
// whose quote never closes. Only lines with at least three fields, or with tabs, count as rows and not as lines of a
// text.
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

// lastRecord finds the start of the last record of b, which may be incomplete, and the quote that is open at the end
// of b (-1: none). It goes from quote to quote, so that line ends inside quotes do not count. last says that b ends
// the text. torn is the first quote that tears a field (-1: none).
func (d *Dialect) lastRecord(b []byte, last bool) (start, opens, torn int) {
	torn = -1
	clear := 0 // from here on b is outside quotes
	for at := 0; at < len(b) && !d.Unquoted; {
		n := bytes.IndexByte(b[at:], d.Quote())
		if n < 0 {
			break
		}
		if at += n; !d.opens(b, at) {
			if torn < 0 && d.tears(b, at) {
				torn = at
			}
			at++ // a quote amid a field is a character like others
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

// tears reports whether the quote at b[at], inside a field, may be an opening quote that lost the delimiter before
// it. This is so if the next quote ends another field of the same line. A quote behind a digit means inches.
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

// QuoteError is an error whose cause may be a quote that is a character.
type QuoteError struct{ text string }

func (e QuoteError) Error() string { return e.text }

func (s *Splitter) tooLong(start, opens int) error {
	if opens < 0 {
		line, err := s.Line(s.At + int64(start))
		if err != nil {
			return err
		}
		return separators.Errorf("the record that starts in line %d is longer than %d MB: this may not be a table",
			line, MaxRecord>>20)
	}
	line, err := s.Line(s.At + int64(opens))
	if err != nil {
		return err
	}
	return QuoteError{separators.Sprintf("the quote that opens in line %d does not close within %d MB: it should "+
		"perhaps be doubled", line, MaxRecord>>20)}
}

// Line returns the number, from 1, of the line at an offset.
func (s *Text) Line(offset int64) (int, error) {
	line := 1
	buf := make([]byte, ChunkSize)
	for at := int64(0); at < offset; at += int64(len(buf)) {
		buf = buf[:min(int64(len(buf)), offset-at)]
		if err := ReadFull(s, buf, at); err != nil {
			return 0, err
		}
		line += bytes.Count(buf, []byte{s.EOL})
	}
	return line, nil
}

// ReadFull reads all of b at an offset.
func ReadFull(r io.ReaderAt, b []byte, at int64) error {
	if n, err := r.ReadAt(b, at); n < len(b) {
		if err == io.EOF || err == nil {
			err = io.ErrUnexpectedEOF
		}
		return separators.Errorf("reading at byte %d: %w", at, err)
	}
	return nil
}

package csv

import (
	"bytes"
	"fmt"
	"io"
)

const (
	chunkSize = 1 << 20
	maxRecord = 16 << 20
)

// block is a range of bytes of the file that starts and ends where a record does.
type block struct{ from, to int64 }

// source is the text of a file. The first pass checks that it is UTF-8.
type source struct {
	io.ReaderAt
	dialect
	options    *Options
	from, size int64 // the offsets of the text's start, behind a byte order mark, and of its end
}

// splitter cuts a source into blocks. It looks for the lines below the table when it comes near them: the end of a text that is still being
// inflated is not there before.
type splitter struct {
	*source
	at    int64
	below func() (end int64, err error) // finds the end of the last row; nil: size is the end
	torn  int64                         // the offset of the first quote that tears a field, 0: none
	open  int64                         // the offset of a quote in the last line that never closes, 0: none
}

// next returns the next block and its bytes, which lie in buf or in a larger buffer, with padding bytes behind them. The error is io.EOF at the end.
func (s *splitter) next(buf []byte) (block, []byte, error) {
	for want := int64(chunkSize); ; want *= 2 {
		if s.below != nil && s.at+want > s.size-tailSize {
			end, err := s.below()
			if err != nil {
				return block{}, buf, err
			}
			s.below, s.size = nil, end
		}
		if s.at >= s.size {
			return block{}, buf, io.EOF
		}
		n := int(min(want, s.size-s.at))
		if cap(buf) < n+padding {
			buf = make([]byte, n, n+padding)
		}
		buf = buf[:n]
		if err := readFull(s, buf, s.at); err != nil {
			return block{}, buf, err
		}
		last := s.at+int64(n) == s.size
		start, opens, torn := s.lastRecord(buf, last)
		if n-start > maxRecord {
			return block{}, buf, s.tooLong(start, opens)
		}
		end := start
		if last {
			switch {
			case opens < 0:
			case start > 0 && bytes.IndexByte(bytes.TrimRight(buf[opens:], "\r\n"), s.eol) < 0:
				s.open = s.at + int64(opens) // no row stands behind it that it could swallow
			default:
				line, err := s.line(s.at + int64(opens))
				if err != nil {
					return block{}, buf, err
				}
				return block{}, buf, quoteError{fmt.Sprintf("the quote that opens in line %d never closes: the file is cut off, or the quote should be doubled", line)}
			}
			end = n // the last record needs no line end
		}
		if end > 0 {
			if torn >= 0 && torn < end && s.torn == 0 {
				s.torn = s.at + int64(torn)
			}
			out := block{s.at, s.at + int64(end)}
			s.at = out.to
			return out, buf[:end], nil
		}
	}
}

// lastRecord finds the start of the last record of b, which may be unfinished, and the quote that is open at the end of b
// (-1: none). It goes from quote to quote, so that line ends inside quotes do not count. last says that b ends the text. torn is the first
// quote that tears a field (-1: none).
func (d *dialect) lastRecord(b []byte, last bool) (start, opens, torn int) {
	torn = -1
	clear := 0 // from here on b is outside quotes
	for at := 0; at < len(b) && !d.unquoted; {
		n := bytes.IndexByte(b[at:], '"')
		if n < 0 {
			break
		}
		if at += n; at > 0 && b[at-1] != d.delim && b[at-1] != d.eol {
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
		if i := bytes.LastIndexByte(b[clear:at], d.eol); i >= 0 {
			start = clear + i + 1
		}
		if q == unclosed {
			return start, at, torn
		}
		clear, at = end, end
	}
	if i := bytes.LastIndexByte(b[clear:], d.eol); i >= 0 {
		start = clear + i + 1
	}
	return start, -1, torn
}

// tears reports whether the quote at b[at], which stands amid a field, may be an opening one that has lost the delimiter before it: the next
// quote ends another field of the same line. Behind a digit it stands for inches.
func (d *dialect) tears(b []byte, at int) bool {
	n := bytes.IndexByte(b[at+1:], '"')
	if n < 0 || b[at-1] >= '0' && b[at-1] <= '9' {
		return false
	}
	end := at + 1 + n + 1 // behind the next quote
	between := b[at+1 : end-1]
	return (end == len(b) || b[end] == d.delim || b[end] == d.eol || b[end] == '\r') &&
		bytes.IndexByte(between, d.delim) >= 0 && bytes.IndexByte(between, d.eol) < 0
}

// quoteError is an error whose cause may be a quote that is a character.
type quoteError struct{ text string }

func (e quoteError) Error() string { return e.text }

func (s *splitter) tooLong(start, opens int) error {
	if opens < 0 {
		line, err := s.line(s.at + int64(start))
		if err != nil {
			return err
		}
		return fmt.Errorf("the record that starts in line %d is longer than %d MB: this may not be a table", line, maxRecord>>20)
	}
	line, err := s.line(s.at + int64(opens))
	if err != nil {
		return err
	}
	return quoteError{fmt.Sprintf("the quote that opens in line %d does not close within %d MB: it should perhaps be doubled", line, maxRecord>>20)}
}

// line is the number, from 1, of the line at an offset.
func (s *source) line(offset int64) (int, error) {
	line := 1
	buf := make([]byte, chunkSize)
	for at := int64(0); at < offset; at += int64(len(buf)) {
		buf = buf[:min(int64(len(buf)), offset-at)]
		if err := readFull(s, buf, at); err != nil {
			return 0, err
		}
		line += bytes.Count(buf, []byte{s.eol})
	}
	return line, nil
}

func readFull(r io.ReaderAt, b []byte, at int64) error {
	if n, err := r.ReadAt(b, at); n < len(b) {
		if err == io.EOF || err == nil {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("reading at byte %d: %w", at, err)
	}
	return nil
}

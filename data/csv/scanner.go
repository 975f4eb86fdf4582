package csv

import "bytes"

// field is one field of a record: the bytes between the delimiters, or between the quotes.
type field struct {
	text    []byte
	quoted  bool
	escaped bool // the text still holds doubled quotes, or goes on after its closing quote
}

// scanner splits text that starts and ends at record borders into records.
type scanner struct {
	src    []byte
	delim  byte
	eol    byte // \n, or \r in a file that has no \n at all
	at     int
	fields []field
	blank  bool // the record just read was an empty line
	buf    []byte
}

// next reads a record into s.fields, and reports false at the end.
func (s *scanner) next() bool {
	src, at := s.src, s.at
	if at >= len(src) {
		return false
	}
	s.fields = s.fields[:0]
	delim, eol := s.delim, s.eol
	start := at
	for {
		if at < len(src) && src[at] == '"' {
			f, end := s.quoted(at)
			s.fields = append(s.fields, f)
			if at = end; at >= len(src) {
				break
			}
			at++
			if src[at-1] == eol {
				break
			}
			continue
		}
		from := at
		for at < len(src) && src[at] != delim && src[at] != eol {
			at++
		}
		if at < len(src) && src[at] == delim {
			s.fields = append(s.fields, field{text: src[from:at]})
			at++
			continue
		}
		s.fields = append(s.fields, field{text: trimCR(src[from:at], eol)})
		at++
		break
	}
	s.at = min(at, len(src))
	s.blank = len(s.fields) == 1 && len(s.fields[0].text) == 0 && !s.fields[0].quoted && start < len(src)
	return true
}

// trimCR drops the carriage return of a line that ends in \r\n.
func trimCR(b []byte, eol byte) []byte {
	if eol == '\n' && len(b) > 0 && b[len(b)-1] == '\r' {
		return b[:len(b)-1]
	}
	return b
}

// quoted reads the field whose opening quote is at at. It returns the index of the delimiter or line end behind it.
func (s *scanner) quoted(at int) (field, int) {
	src := s.src
	f := field{quoted: true}
	from := at + 1
	for at = from; ; {
		n := bytes.IndexByte(src[at:], '"')
		if n < 0 {
			f.text = src[from:]
			return f, len(src)
		}
		if at += n + 1; at < len(src) && src[at] == '"' {
			f.escaped = true
			at++
			continue
		}
		break
	}
	end := at
	for end < len(src) && src[end] != s.delim && src[end] != s.eol {
		end++
	}
	after := src[at:end]
	if end >= len(src) || src[end] == s.eol {
		after = trimCR(after, s.eol)
	}
	if len(bytes.TrimLeft(after, " \t")) == 0 {
		f.text = src[from : at-1]
		return f, end
	}
	// Text behind the closing quote belongs to the field, as Excel has it.
	f.text = append(unquote(nil, src[from:at-1]), after...)
	f.escaped = false
	return f, end
}

// value is the text of a field. It is valid until the next call.
func (s *scanner) value(f *field) []byte {
	if !f.escaped {
		return f.text
	}
	s.buf = unquote(s.buf[:0], f.text)
	return s.buf
}

// unquote appends b with its doubled quotes made single.
func unquote(dst, b []byte) []byte {
	for {
		n := bytes.IndexByte(b, '"')
		if n < 0 || n+1 >= len(b) {
			return append(dst, b...)
		}
		dst = append(dst, b[:n+1]...)
		b = b[n+2:]
	}
}

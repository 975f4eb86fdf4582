package cut

import "bytes"

// Dialect says how a text is cut into records and fields.
type Dialect struct {
	Delim, EOL byte
	Single     bool // apostrophes are quotes, and double quotes are ordinary characters
	Unquoted   bool // a quote is a plain character
	Backslash  bool // within quotes, a backslash escapes a quote or a backslash behind it
	Escaped    bool // outside quotes, a backslash escapes a delimiter or a backslash behind it
	Spaced     bool // blanks at the start of a field do not belong to it, even before a quote
	Runs       bool // adjacent delimiters count as one, and delimiters at the ends of a line do not count
}

// Quote returns the character that encloses quoted fields.
func (d *Dialect) Quote() byte {
	if d.Single {
		return '\''
	}
	return '"'
}

// blanks returns the number of blanks at the start of b. A blank that is the delimiter does not count.
func (d *Dialect) blanks(b []byte) int {
	n := 0
	for n < len(b) && (b[n] == ' ' || b[n] == '\t') && b[n] != d.Delim {
		n++
	}
	return n
}

// opens reports whether the quote at b[at] is at the start of a field.
func (d *Dialect) opens(b []byte, at int) bool {
	for d.Spaced && at > 0 && (b[at-1] == ' ' || b[at-1] == '\t') && b[at-1] != d.Delim {
		at--
	}
	return at == 0 || b[at-1] == d.Delim || b[at-1] == d.EOL
}

// quoting says how a quote at the start of a field was read.
type quoting uint8

const (
	unclosed quoting = iota // the text ends before the closing quote is known
	closed                  // another quote closes the field, which ends there
	literal                 // text follows the closing quote, so both quotes are plain characters
)

// closing finds the quote that closes the quote at b[at], and the end of the field. last says that the text ends with
// b. escapes says that the field has doubled or escaped quotes.
func (d *Dialect) closing(b []byte, at int, last bool) (quote, end int, escapes bool, q quoting) {
	sign := d.Quote()
	for at++; ; at++ {
		n := bytes.IndexByte(b[at:], sign)
		if n < 0 {
			return 0, 0, false, unclosed
		}
		escapes = escapes || d.Backslash && bytes.IndexByte(b[at:at+n], '\\') >= 0
		at += n
		if d.Backslash && escaped(b, at) {
			continue
		}
		if at+1 < len(b) {
			switch b[at+1] {
			case d.Delim, d.EOL:
				return at, at + 1, escapes, closed
			case sign:
				escapes = true
				at++
				continue
			}
		}
		end, q = d.behind(b, at+1, last)
		return at, end, escapes, q
	}
}

// escaped reports whether an odd number of backslashes precedes b[at].
func escaped(b []byte, at int) bool {
	n := 0
	for at-n > 0 && b[at-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

// behind finds the end of a field whose closing quote is before b[at]. Blanks may follow the closing quote.
func (d *Dialect) behind(b []byte, at int, last bool) (end int, q quoting) {
	for at < len(b) && b[at] != d.Delim && (b[at] == ' ' || b[at] == '\t') {
		at++
	}
	for d.EOL == '\n' && at < len(b) && b[at] == '\r' {
		at++
	}
	switch {
	case at < len(b) && b[at] != d.Delim && b[at] != d.EOL:
		return at, literal
	case at == len(b) && !last:
		return at, unclosed
	}
	return at, closed
}

// unquote appends the text b, which stands between quotes, and removes the escapes: "" becomes ".
func (d *Dialect) unquote(dst, b []byte) []byte {
	sign := d.Quote()
	if d.Backslash {
		for i := 0; i < len(b); i++ {
			if i+1 < len(b) && (b[i] == sign && b[i+1] == sign || b[i] == '\\' &&
				(b[i+1] == sign || b[i+1] == '\\')) {
				i++
			}
			dst = append(dst, b[i])
		}
		return dst
	}
	for {
		i := bytes.IndexByte(b, sign) + 1
		if i == 0 {
			return append(dst, b...)
		}
		dst = append(dst, b[:i]...)
		if i < len(b) && b[i] == sign {
			i++
		}
		b = b[i:]
	}
}

// unescape appends the text b, which stands outside quotes, without the backslashes before delimiters and backslashes.
func (d *Dialect) unescape(dst, b []byte) []byte {
	for i := 0; i < len(b); i++ {
		if i+1 < len(b) && b[i] == '\\' && (b[i+1] == d.Delim || b[i+1] == '\\') {
			i++
		}
		dst = append(dst, b[i])
	}
	return dst
}

package csv

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/data/store/spill"
	"cardinal/internal/separators"
)

// MaxRecord is the greatest size of a record in bytes.
const MaxRecord = cut.MaxRecord

// Options says how a person wants a text read. If a field is zero, the text itself decides.
type Options struct {
	Skip      int    // number of lines at the beginning to leave out
	Header    Header // the line of the column names
	Heads     int    // how many lines of text, from Header on, name the columns together; 0: one
	Footer    Footer // how many lines at the end to leave out
	Delimiter byte   // between the fields
	Encoding  string // a name of the WHATWG: utf-8, windows-1252, shift_jis, gb18030
	Decimal   byte   // the decimal separator of all numbers: a point or a comma
	Unquoted  bool   // quotes are ordinary characters
	Single    bool   // apostrophes are quotes
	Backslash bool   // a backslash escapes a delimiter, a quote or a backslash behind it
	Runs      bool   // adjacent delimiters count as one
	Strict    bool   // a quote within quotes is doubled, as in RFC 4180; other ways to quote are not tried
	// the order of day and month in dates with the year last: d (day first) or m (month first); y: a two-digit year is
	// first
	Dates byte
	Types []infer.ColumnType // of single columns
	Unfit infer.Unfit        // what happens if the text has no column for an entry of Types, or cannot have the type
	// the columns to read, in any case; nil: all. All columns are read if a name is unknown, or if the values of other
	// columns decide how these are read
	Columns []string

	// called for each part of the text that the table has in another form or not at all; at most data.MaxLosses times;
	// may be nil
	Losses func(data.Loss)
	// stores the columns if they need more than half of the limit; nil: Open fails if they need more than the limit
	Spill   *spill.Space
	Repeats func(column string) bool // as in load.Options
	careful bool                     // the first pass converts nothing
}

// Parse converts a person's words to options. The error begins with the name of the wrong option, as in "header: ...".
func Parse(r data.Reading) (o Options, err error) {
	if o.Skip = r.Skip; o.Skip < 0 {
		return o, separators.Errorf("skip: %d is less than 0", o.Skip)
	}
	first, last, two := strings.Cut(r.Header, "-")
	if !two {
		last = first
	}
	n, bad := strconv.Atoi(strings.TrimSpace(first))
	m, worse := strconv.Atoi(strings.TrimSpace(last))
	switch {
	case r.Header == "":
	case r.Header == "none":
		o.Header = NoHeader
	case bad != nil || worse != nil || n < 1 || m < n:
		return o, fmt.Errorf("header: %q is neither none nor the number of a line", r.Header)
	case m-n >= maxHeads:
		return o, fmt.Errorf("header: %s are too many lines: at most %d can name the columns", r.Header, maxHeads)
	default:
		o.Header, o.Heads = Header(n), m-n+1
	}
	switch n, bad := strconv.Atoi(r.Footer); {
	case r.Footer == "":
	case r.Footer == "none" || r.Footer == "0":
		o.Footer = NoFooter
	case bad != nil || n < 1:
		return o, fmt.Errorf("footer: %q is neither none nor a number of lines", r.Footer)
	default:
		o.Footer = Footer(n)
	}
	if r.Delimiter != "" {
		word := r.Delimiter
		if o.Runs = strings.EqualFold(word, "spaces"); o.Runs {
			word = "space"
		}
		if o.Delimiter, err = parseDelimiter(word); err != nil {
			return o, fmt.Errorf("delimiter: %w", err)
		}
	}
	switch r.Quote {
	case "":
	case "none":
		o.Unquoted = true
	case "double", `"`:
		o.Strict = true
	case "single", "'":
		o.Single = true
	case "backslash", `\`:
		o.Backslash = true
	default:
		return o, fmt.Errorf("quote: %q is none of double, single, backslash and none", r.Quote)
	}
	o.Encoding = r.Encoding
	if _, err := o.decoder(); err != nil {
		return o, fmt.Errorf("encoding: %w", err)
	}
	switch r.Decimal {
	case "":
	case "point", ".":
		o.Decimal = '.'
	case "comma", ",":
		o.Decimal = ','
	default:
		return o, fmt.Errorf("decimal: %q is neither point nor comma", r.Decimal)
	}
	if o.Dates, err = infer.ParseDates(r.Dates); err != nil {
		return o, err
	}
	o.Types, err = infer.ParseTypes(r.Types)
	return o, err
}

// Header is the number of the line with the column names. If it is 0, the first lines decide.
type Header int

// NoHeader says that the first line is a row. A Header greater than 0 counts lines from 1, after the skipped lines.
const NoHeader Header = -1

// parseDelimiter returns the delimiter that a text describes. The text can be a name in data.Delimiters, an escape such
// as \t or \x01, or any ASCII character except quotes, letters and digits.
func parseDelimiter(s string) (byte, error) {
	if strings.HasPrefix(s, `\`) && len(s) > 1 {
		if plain, err := strconv.Unquote(`"` + s + `"`); err == nil {
			s = plain
		}
	}
	for _, d := range data.Delimiters {
		if strings.EqualFold(s, d.Name) || s == string(d.Byte) {
			return d.Byte, nil
		}
	}
	if len(s) == 1 && s[0] < 0x80 && s[0] > ' ' && s[0] != '"' && !isAlphanumeric(s[0]) {
		return s[0], nil
	}
	return 0, fmt.Errorf("%q is no delimiter: write one character that is no letter, digit or quote, or comma, "+
		"semicolon, tab, bar, space, spaces, ctrl-a or unit-separator", s)
}

func isAlphanumeric(c byte) bool { return c-'0' < 10 || c|0x20 >= 'a' && c|0x20 <= 'z' }

// decoder returns the encoding that the options name. It returns nil if they name UTF-8 or no encoding.
func (o *Options) decoder() (encoding.Encoding, error) {
	if o.Encoding == "" {
		return nil, nil
	}
	e, err := htmlindex.Get(o.Encoding)
	if err != nil {
		return nil, fmt.Errorf("the encoding %q is not known: there are utf-8, utf-16le, windows-1252, iso-8859-15, "+
			"shift_jis, euc-jp, gb18030, big5, euc-kr, windows-1251, koi8-r and others", o.Encoding)
	}
	if name, _ := htmlindex.Name(e); name == "utf-8" {
		return nil, nil
	}
	return e, nil
}

// skip moves the start of the text behind its first n lines.
func (s *source) skip(n int) error {
	buf := make([]byte, cut.ChunkSize)
	for lines := n; lines > 0; {
		b := buf[:min(int64(len(buf)), s.Size-s.from)]
		if err := cut.ReadFull(s, b, s.from); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(b) == 0 {
			return separators.Errorf("%d lines are to be left out, and the text has only %d", n, n-lines)
		}
		end := bytes.IndexByte(b, s.EOL) + 1
		if end == 0 {
			s.from += int64(len(b)) // the line continues
			continue
		}
		s.from += int64(end)
		lines--
	}
	if s.from == s.Size && n > 0 {
		return separators.Errorf("nothing is left below the %d lines that are left out", n)
	}
	return nil
}

package csv

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/data/store/spill"
	"cardinal/data/text/header"
	"cardinal/internal/separators"
)

// MaxRecord is the greatest size of a record in bytes.
const MaxRecord = cut.MaxRecord

// Options says how a person wants a text read. For a field with its zero value, the text itself decides.
type Options struct {
	Skip      int    // number of lines at the beginning to leave out
	Header    Header // the line of the column names
	Heads     int    // how many lines of text, from Header on, name the columns together; 0: one
	Footer    Footer // how many lines at the end to leave out
	Delimiter byte   // between the fields
	Encoding  string // a name of the WHATWG: utf-8, windows-1252, shift_jis, gb18030
	Decimal   byte   // the decimal sign of all numbers: a point or a comma
	Unquoted  bool   // quotes are characters like others
	Single    bool   // apostrophes are quotes
	Backslash bool   // a backslash escapes a delimiter, a quote or a backslash behind it
	Runs      bool   // adjacent delimiters count as one
	Strict    bool   // quotes within quotes are doubled, as in RFC 4180: no other way to quote is tried
	// the order of dates with the year last: d day first, m month first, y (of two digits) year first
	Dates byte
	Types []ColumnType // of single columns
	Unfit Unfit        // what becomes of Types that the text cannot have
	// the columns to read, in any case; nil: all. If a name is unknown, or another column decides about these
	// columns, all are read
	Columns []string

	Made bool // Cardinal wrote the text, so nobody sees its lines
	// called for each part of the text that the table does not have as it is, at most data.MaxLosses times; may be
	// nil
	Losses func(data.Loss)
	// takes the columns if they need more than half of the limit; nil: they are refused if they need all of it
	Spill   *spill.Space
	careful bool // the first pass converts nothing
}

// Parse reads the options from the words of a person. The error begins with the name of the wrong option, as in
// "header: ...".
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
		return o, fmt.Errorf("header: lines %s are more than the %d that names are joined of", r.Header, maxHeads)
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
	switch r.Dates {
	case "":
	case "dmy", "mdy", "ymd":
		o.Dates = r.Dates[0]
	default:
		return o, fmt.Errorf("dates: %q is none of dmy, mdy and ymd", r.Dates)
	}
	for _, text := range r.Types {
		at := strings.LastIndexByte(text, '=')
		if at < 1 {
			return o, fmt.Errorf("type: %q does not say which column has which type: write 'zip=text'", text)
		}
		c, err := choiceNamed(text[at+1:])
		if err != nil {
			return o, fmt.Errorf("type: of %s, %w", text[:at], err)
		}
		o.Types = append(o.Types, ColumnType{Column: strings.TrimSpace(text[:at]), Type: c})
	}
	return o, nil
}

// Header is the line of the column names. The zero Header lets the first lines decide.
type Header int

// NoHeader says that the first line is a row. Any greater Header is the line of the names, counted from 1 behind the
// skipped lines.
const NoHeader Header = -1

// ColumnType is the type that a person chose for a column.
type ColumnType struct {
	Column string // its exact name
	Type   Choice
}

// Choice is a type that a person can choose for a column.
type Choice struct {
	Name string // on the command line and in the window
	Type data.Type
	// of a time that is a number since 1970-01-01: how many units make a second; 0: a time is a date and a time of
	// day
	Epoch int
	Title string // a name for values of the type
}

// Choices lists the types that a person can choose for a column. A number becomes an integer, a decimal or a float,
// depending on the values.
var Choices = []Choice{
	{"text", data.Text, 0, "text"},
	{"number", data.Decimal, 0, "a number"},
	{"date", data.Date, 0, "a date"},
	{"time", data.Timestamp, 0, "a time"},
	{"boolean", data.Bool, 0, "a boolean"},
	{"epoch", data.Timestamp, 1, "a number of seconds since 1970"},
	{"epoch_ms", data.Timestamp, 1000, "a number of milliseconds since 1970"},
	{"epoch_us", data.Timestamp, 1_000_000, "a number of microseconds since 1970"},
}

// Words returns the choice as the window shows it: its name, and for an epoch its unit.
func (c Choice) Words() string {
	if c.Epoch == 0 {
		return c.Name
	}
	return c.Name + ": " + strings.TrimPrefix(c.Title, "a number of ")
}

// ChoiceNames lists the names of all Choices for a sentence.
func ChoiceNames() string {
	var names []string
	for _, c := range Choices {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// choiceNamed returns the Choice with a name.
func choiceNamed(name string) (Choice, error) {
	for _, c := range Choices {
		if strings.EqualFold(c.Name, strings.TrimSpace(name)) {
			return c, nil
		}
	}
	return Choice{}, fmt.Errorf("%q is none of %s", name, ChoiceNames())
}

// parseDelimiter reads a delimiter. It can be a name of data.Delimiters, an escape of programs such as \t or \x01, or
// any ASCII character except quotes, letters and digits.
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

// decoder returns the encoding that the options name, or nil for UTF-8 and if they name none.
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

// Unfit says what happens to chosen types that do not fit, because the file changed after the choice. The zero value
// refuses the file.
type Unfit struct {
	Missing bool     // the type of a missing column is left out, with a note
	Given   []string // columns whose types are chosen now: Missing does not apply to them
	Unread  bool     // a column becomes text, with a note, if no value can be read as the chosen type
}

// Chosen returns the types that a person chose, in the order of names. A type is nil if the column decides itself;
// the result is nil if no type is chosen. note names the missing columns.
func Chosen(types []ColumnType, names []string, u Unfit) (chosen []*Choice, note string, err error) {
	if len(types) == 0 {
		return nil, "", nil
	}
	chosen = make([]*Choice, len(names))
	var gone []string
	for _, t := range types {
		switch i := slices.Index(names, t.Column); {
		case i >= 0:
			chosen[i] = &t.Type
		case !u.Missing || slices.Contains(u.Given, t.Column):
			return nil, "", fmt.Errorf("a type is given for the column %q, and there is no such column; the columns "+
				"are %s", t.Column, header.Nearest(names, t.Column))
		default:
			gone = append(gone, strconv.Quote(t.Column))
		}
	}
	if len(gone) > 0 {
		note = "a type was chosen for " + strings.Join(gone, " and ") + ", and there is no such column now"
	}
	return chosen, note, nil
}

// skip moves the start of the text behind n lines.
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
			s.from += int64(len(b)) // the line goes on
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

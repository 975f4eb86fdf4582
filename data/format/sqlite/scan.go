package sqlite

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data/format/csv"
	"cardinal/internal/separators"
)

// column has the facts about a column that are found while its rows are read.
type column struct {
	name     string
	declared string // its type in the table, in upper case
	chosen   bool   // a person chose its type

	integers, floats, texts, dates int // numbers of values; dates are texts that begin like dates
	least, most                    int64
	empty, nulls                   int // numbers of texts without a letter, and of texts such as NA
	binaries, long, broken         int
}

func newColumn(name, declared string) *column {
	return &column{name: name, declared: strings.ToUpper(declared), least: math.MaxInt64, most: math.MinInt64}
}

// add adds the facts that another connection found in its rows.
func (c *column) add(o *column) {
	c.integers, c.floats, c.texts, c.dates = c.integers+o.integers, c.floats+o.floats, c.texts+o.texts, c.dates+o.dates
	c.least, c.most = min(c.least, o.least), max(c.most, o.most)
	c.empty, c.nulls = c.empty+o.empty, c.nulls+o.nulls
	c.binaries, c.long, c.broken = c.binaries+o.binaries, c.long+o.long, c.broken+o.broken
}

// expression returns the expression for the values of a column. It replaces a long binary value by zeros, because the
// value itself may be a film.
func (c *column) expression(name string) string {
	if c.declared != "" && !strings.Contains(c.declared, "BLOB") {
		return name
	}
	return fmt.Sprintf("CASE WHEN typeof(%[1]s) = 'blob' AND length(%[1]s) > %[2]d THEN zeroblob(%[2]d + 1) ELSE "+
		"%[1]s END", name, mostBinary)
}

// mostBinary is the greatest number of bytes of a binary value that is shown as hexadecimal digits: identifiers and
// hashes have fewer, pictures have more.
const mostBinary = 64

// scan writes the rows of a query as delimited text.
type scan struct {
	database *Database
	table    string // its name
	stmt     *sqlite3.Stmt
	columns  []*column
	text     []byte
}

// buffered is the number of bytes after which a chunk is complete.
const buffered = 256 << 10

// fill appends rows to a text. It returns io.EOF after the last row.
func (s *scan) fill(text []byte) ([]byte, error) {
	s.text = text
	for len(s.text) < buffered {
		if err := s.row(); err != nil {
			return s.text, err
		}
	}
	return s.text, nil
}

// row writes the next row. It returns io.EOF after the last row.
func (s *scan) row() error {
	if !s.stmt.Step() {
		if err := s.stmt.Err(); err != nil {
			return s.database.unreadableError(s.table, err)
		}
		return io.EOF
	}
	from := len(s.text)
	for i, c := range s.columns {
		s.text = comma(s.text, i)
		before := len(s.text)
		s.value(i, c)
		if n := len(s.text) - before; n > csv.MaxRecord {
			return separators.Errorf("a value of %s has %d MB, and a row may have %d MB: leave the column out, by a "+
				"view without it", c.name, n>>20, csv.MaxRecord>>20)
		}
	}
	s.text = append(s.text, '\n')
	if n := len(s.text) - from; n > csv.MaxRecord {
		return separators.Errorf("a row has %d MB, and %d MB are the most", n>>20, csv.MaxRecord>>20)
	}
	return nil
}

func comma(text []byte, i int) []byte {
	if i > 0 {
		text = append(text, ',')
	}
	return text
}

// value writes a value of a column of the row.
func (s *scan) value(i int, c *column) {
	switch s.stmt.ColumnType(i) {
	case sqlite3.INTEGER:
		v := s.stmt.ColumnInt64(i)
		c.integers, c.least, c.most = c.integers+1, min(c.least, v), max(c.most, v)
		s.text = strconv.AppendInt(s.text, v, 10)
	case sqlite3.FLOAT:
		c.floats++
		s.text = strconv.AppendFloat(s.text, s.stmt.ColumnFloat(i), 'g', -1, 64)
	case sqlite3.TEXT:
		text := s.stmt.ColumnRawText(i)
		if !utf8.Valid(text) {
			text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
			c.broken++
		}
		if csv.BeginsAsDate(text) {
			c.dates++
		} else {
			c.texts++
			switch csv.NothingOf(text) {
			case csv.NoText:
				c.empty++
			case csv.NullText:
				c.nulls++
			}
		}
		s.text = csv.AppendQuoted(s.text, text)
	case sqlite3.BLOB:
		c.binaries++
		if b := s.stmt.ColumnRawBlob(i); len(b) > mostBinary {
			c.long++
		} else {
			s.text = append(hex.AppendEncode(append(s.text, '"'), b), '"')
		}
	}
}

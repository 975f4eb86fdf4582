package sqlite

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data/infer"
	"cardinal/internal/separators"
)

// column has facts about a column. They are collected while its rows are read.
type column struct {
	name     string
	declared string // its type in the table, in upper case
	chosen   bool   // a person chose its type

	integers, floats, texts, dates int // numbers of values; dates are texts that begin like dates
	least, most                    int64
	empty, nulls                   int // numbers of texts without a letter and of texts such as NA
	binaries, long, broken         int
}

func newColumn(name, declared string) *column {
	return &column{name: name, declared: strings.ToUpper(declared), least: math.MaxInt64, most: math.MinInt64}
}

// add adds the facts that another connection collected.
func (c *column) add(o *column) {
	c.integers, c.floats, c.texts, c.dates = c.integers+o.integers, c.floats+o.floats, c.texts+o.texts, c.dates+o.dates
	c.least, c.most = min(c.least, o.least), max(c.most, o.most)
	c.empty, c.nulls = c.empty+o.empty, c.nulls+o.nulls
	c.binaries, c.long, c.broken = c.binaries+o.binaries, c.long+o.long, c.broken+o.broken
}

// expression returns the SQL expression for the values of a column. It replaces a long binary value by zeros, because
// the value could be as large as a film.
func (c *column) expression(name string) string {
	if c.declared != "" && !strings.Contains(c.declared, "BLOB") {
		return name
	}
	return fmt.Sprintf("CASE WHEN typeof(%[1]s) = 'blob' AND length(%[1]s) > %[2]d THEN zeroblob(%[2]d + 1) ELSE "+
		"%[1]s END", name, mostBinary)
}

// mostBinary is the greatest size in bytes of a binary value that is shown in hexadecimal. Identifiers and hashes are
// smaller, pictures are larger.
const mostBinary = 64

// clear deletes the facts.
func (c *column) clear() {
	chosen := c.chosen
	*c = *newColumn(c.name, c.declared)
	c.chosen = chosen
}

// scan reads the rows of a query through one connection.
type scan struct {
	*rows
	database *Database
	stmt     *sqlite3.Stmt
	columns  []*column
}

// read adds all rows of the query to `to`.
func (s *scan) read(to *infer.Rows) error {
	for s.stmt.Step() {
		if err := s.row(to); err != nil {
			return err
		}
	}
	if err := s.stmt.Err(); err != nil {
		return s.database.unreadableError(s.from.name, err)
	}
	return nil
}

// row adds the current row of the query to `to`.
func (s *scan) row(to *infer.Rows) error {
	row, err := to.Next()
	if err != nil {
		return err
	}
	from := to.Size()
	for i, c := range s.columns {
		row[i] = s.value(to, i, c)
		if n := row[i].Len & infer.CellLen; n > infer.MaxRow {
			return separators.Errorf("a value of %s has %d MB, and a row may have %d MB: leave the column out, by a "+
				"view without it", c.name, n>>20, infer.MaxRow>>20)
		}
	}
	n := to.Size() - from
	if n > infer.MaxRow {
		return separators.Errorf("a row has %d MB, and %d MB are the most", n>>20, infer.MaxRow>>20)
	}
	if s.bytes.Add(int64(n + len(row))); s.isLarge() {
		if s.from.kind != table {
			s.kept = nil
		}
		if s.bytes.Load() > s.Most {
			return separators.Errorf("the database is too large: the values of %s take more than %d MB; make a file "+
				"of what it holds and open that", s.from.name, s.Most>>20)
		}
	}
	return nil
}

// value adds a value of the current row and returns its cell.
func (s *scan) value(to *infer.Rows, i int, c *column) infer.Cell {
	switch s.stmt.ColumnType(i) {
	case sqlite3.INTEGER:
		v := s.stmt.ColumnInt64(i)
		c.integers, c.least, c.most = c.integers+1, min(c.least, v), max(c.most, v)
		return to.Append(0, func(b []byte) []byte { return strconv.AppendInt(b, v, 10) })
	case sqlite3.FLOAT:
		c.floats++
		v := s.stmt.ColumnFloat(i)
		return to.Append(0, func(b []byte) []byte { return strconv.AppendFloat(b, v, 'g', -1, 64) })
	case sqlite3.TEXT:
		text := s.stmt.ColumnRawText(i)
		if !utf8.Valid(text) {
			text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
			c.broken++
		}
		switch {
		case infer.BeginsAsDate(text):
			c.dates++
		case len(infer.Trim(text)) == 0:
			c.texts, c.empty = c.texts+1, c.empty+1
		case infer.IsNull(text):
			c.texts, c.nulls = c.texts+1, c.nulls+1
		default:
			c.texts++
		}
		return to.Append(infer.QuotedCell, func(b []byte) []byte { return append(b, text...) })
	case sqlite3.BLOB:
		c.binaries++
		blob := s.stmt.ColumnRawBlob(i)
		if len(blob) <= mostBinary {
			return to.Append(infer.QuotedCell, func(b []byte) []byte { return hex.AppendEncode(b, blob) })
		}
		c.long++
	}
	return infer.Cell{}
}

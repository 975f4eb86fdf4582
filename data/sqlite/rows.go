package sqlite

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data"
	"cardinal/data/csv"
	"cardinal/data/header"
)

// Rows is the delimited text of a table: a line of names, and a line for each row. A text stands in quotes, and null is an empty field without quotes.
type Rows struct {
	Table string // its name

	database *Database
	from     named
	stmt     *sqlite3.Stmt
	columns  []*column
	text     []byte // that was not read yet
	at       int    // where it begins
	err      error
	renamed  string // the note of it
	checked  <-chan finding
	note     string   // what the check found
	leftOut  []string // the names of the columns that are not wanted
	foreign  []data.ForeignKey
}

// column is what is known of a column when its rows were read.
type column struct {
	name     string
	declared string // its type in the table, in upper case
	chosen   bool   // a person chose its type

	integers, floats, texts, dates int // values; dates are texts that begin as dates do
	least, most                    int64
	binaries, long, broken         int
}

// mostBinary is the most bytes of a binary value that is shown, as hexadecimal digits: identifiers and hashes have fewer, pictures have more.
const mostBinary = 64

// Rows begins to read the table of a name, in any case; of "" the largest one. wanted are the columns that are wanted, in any case; nil: all. most is the
// number of rows that are read; 0: all.
func (d *Database) Rows(table string, wanted []string, most int) (*Rows, error) {
	t, err := d.chosen(table)
	if err != nil {
		return nil, err
	}
	from := " FROM " + sqlite3.QuoteIdentifier(t.name)
	all, _, err := d.conn.Prepare("SELECT *" + from)
	if err != nil {
		return nil, d.unreadable(t.name, err)
	}
	defer all.Close()
	names := make([]string, all.ColumnCount())
	for i := range names {
		names[i] = all.ColumnName(i)
	}
	unique, renamed := header.Repair(names)
	kept := header.Wanted(unique, wanted)
	r := &Rows{Table: t.name, database: d, from: t, renamed: renamed, leftOut: header.LeftOut(unique, kept), foreign: d.foreign(t)}
	var selected []string
	for i, name := range names {
		if kept != nil && !kept[unique[i]] {
			continue
		}
		c := &column{name: unique[i], declared: strings.ToUpper(all.ColumnDeclType(i)), least: math.MaxInt64, most: math.MinInt64}
		r.columns = append(r.columns, c)
		selected = append(selected, c.selected(sqlite3.QuoteIdentifier(name)))
	}
	query := "SELECT " + strings.Join(selected, ", ") + from
	if most > 0 {
		query += " LIMIT " + strconv.Itoa(most)
	}
	if r.stmt, _, err = d.conn.Prepare(query); err != nil {
		return nil, d.unreadable(t.name, err)
	}
	if most == 0 {
		r.checked = d.checkBeside(t)
	}
	r.header()
	return r, nil
}

// selected is the expression that gives the values of a column. Of a long binary value, zeros are read in its place: the value itself may be a film.
func (c *column) selected(name string) string {
	if c.declared != "" && !strings.Contains(c.declared, "BLOB") {
		return name
	}
	return fmt.Sprintf("CASE WHEN typeof(%[1]s) = 'blob' AND length(%[1]s) > %[2]d THEN zeroblob(%[2]d + 1) ELSE %[1]s END", name, mostBinary)
}

// header writes the line of names.
func (r *Rows) header() {
	for i, c := range r.columns {
		r.comma(i)
		r.text = csv.AppendQuoted(r.text, []byte(c.name))
	}
	r.text = append(r.text, '\n')
}

func (r *Rows) comma(i int) {
	if i > 0 {
		r.text = append(r.text, ',')
	}
}

// buffered is how many bytes are written before they are read.
const buffered = 256 << 10

// Read implements io.Reader.
func (r *Rows) Read(b []byte) (int, error) {
	if r.at == len(r.text) {
		r.text, r.at = r.text[:0], 0
		for r.err == nil && len(r.text) < buffered {
			r.err = r.row()
		}
		if len(r.text) == 0 {
			return 0, r.err
		}
	}
	n := copy(b, r.text[r.at:])
	r.at += n
	return n, nil
}

// Expected is about how many rows the table has, 0 where that takes long to tell.
func (r *Rows) Expected() int {
	e, err := r.database.extent(r.from)
	switch {
	case err != nil, r.from.kind == view:
		return 0
	case e.rows < mostCounted:
		return int(e.rows)
	case e.last < e.rows || e.last > r.database.file.size: // its rows have other numbers than those that count them
		return 0
	}
	return int(e.last)
}

// Err is the error that ended the text, nil at its end.
func (r *Rows) Err() error {
	if r.err == io.EOF { //nolint:errorlint // of row alone
		return nil
	}
	return r.err
}

// row writes the next row. The error is io.EOF behind the last one.
func (r *Rows) row() error {
	if !r.stmt.Step() {
		if err := r.stmt.Err(); err != nil {
			return r.database.unreadable(r.Table, err)
		}
		return r.end()
	}
	from := len(r.text)
	for i, c := range r.columns {
		r.comma(i)
		before := len(r.text)
		r.value(i, c)
		if n := len(r.text) - before; n > csv.MaxRecord {
			return fmt.Errorf("a value of %s has %d MB, and a row may have %d MB: leave the column out, by a view without it", c.name, n>>20, csv.MaxRecord>>20)
		}
	}
	r.text = append(r.text, '\n')
	if n := len(r.text) - from; n > csv.MaxRecord {
		return fmt.Errorf("a row has %d MB, and %d MB are the most", n>>20, csv.MaxRecord>>20)
	}
	return nil
}

// end waits for the check. The error is io.EOF where it was made.
func (r *Rows) end() error {
	if r.checked == nil {
		return io.EOF
	}
	f := <-r.checked
	if r.note = f.note; f.err != nil {
		return fmt.Errorf("%s cannot be read: %w", r.Table, f.err)
	}
	return io.EOF
}

// value writes a value of a column of the row.
func (r *Rows) value(i int, c *column) {
	switch r.stmt.ColumnType(i) {
	case sqlite3.INTEGER:
		v := r.stmt.ColumnInt64(i)
		c.integers, c.least, c.most = c.integers+1, min(c.least, v), max(c.most, v)
		r.text = strconv.AppendInt(r.text, v, 10)
	case sqlite3.FLOAT:
		c.floats++
		r.text = strconv.AppendFloat(r.text, r.stmt.ColumnFloat(i), 'g', -1, 64)
	case sqlite3.TEXT:
		text := r.stmt.ColumnRawText(i)
		if !utf8.Valid(text) {
			text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
			c.broken++
		}
		if csv.BeginsAsDate(text) {
			c.dates++
		} else {
			c.texts++
		}
		r.text = csv.AppendQuoted(r.text, text)
	case sqlite3.BLOB:
		c.binaries++
		if b := r.stmt.ColumnRawBlob(i); len(b) > mostBinary {
			c.long++
		} else {
			r.text = append(hex.AppendEncode(append(r.text, '"'), b), '"')
		}
	}
}

// Options is how package csv reads the text, once all of it was written. Of chosen, the types and the order of dates count.
func (r *Rows) Options(chosen csv.Options) csv.Options {
	o := csv.Written()
	o.Dates, o.Unfit = chosen.Dates, chosen.Unfit
	for _, c := range r.columns {
		c.chosen = slices.ContainsFunc(chosen.Types, func(t csv.ColumnType) bool { return t.Column == c.name })
		if at := slices.IndexFunc(csv.Choices, func(t csv.Choice) bool { return t.Name == c.typ() }); at >= 0 && !c.chosen {
			o.Types = append(o.Types, csv.ColumnType{Column: c.name, Type: csv.Choices[at]})
		}
	}
	o.Types = append(o.Types, chosen.Types...)
	return o
}

// typ is the name of the type that a column has by its values and its declaration, "" where the text decides.
func (c *column) typ() string {
	numbers := c.integers + c.floats
	switch words := c.texts + c.binaries; {
	case c.dates > 0, numbers > 0 && words > 0, numbers+words == 0:
		return ""
	case words > 0:
		return "text"
	}
	if e := c.epoch(); e != nil {
		return e.choice
	}
	return "number"
}

// epoch is a unit of times that are numbers since 1970. Its least time is in 1973, and the greatest one before the year 5139.
type epoch struct {
	choice string // of csv.Choices
	least  int64
}

var epochs = []epoch{{"epoch", 1e8}, {"epoch_ms", 1e11}, {"epoch_us", 1e14}}

// epoch is the unit of a column that declares dates or times, and has integers that can be such; nil for other columns.
func (c *column) epoch() *epoch {
	if c.integers == 0 || c.floats+c.texts+c.dates+c.binaries > 0 || !declaresTime.MatchString(c.declared) {
		return nil
	}
	at := slices.IndexFunc(epochs, func(e epoch) bool { return e.least <= c.least && c.most < 1000*e.least })
	if at < 0 {
		return nil
	}
	return &epochs[at]
}

var declaresTime = regexp.MustCompile(`^(DATE|DATETIME|TIME|TIMESTAMP)\b`)

// isBool reports whether a column declares truth values and has nothing else.
func (c *column) isBool() bool {
	return c.integers > 0 && c.floats+c.texts+c.dates+c.binaries == 0 && strings.HasPrefix(c.declared, "BOOL") && c.least >= 0 && c.most <= 1
}

// Finish is the table of the text with what the declarations of its columns say, and with the notes on them.
func (r *Rows) Finish(t *data.Table) *data.Table {
	notes := r.database.notes()
	if r.note != "" {
		notes = append(notes, r.note)
	}
	if r.renamed != "" {
		notes = append(notes, r.renamed)
	}
	columns := slices.Clone(t.Columns)
	for i, c := range r.columns {
		if c.isBool() && !c.chosen {
			columns[i] = bools(columns[i])
		}
		for _, n := range c.notes() {
			notes = append(notes, c.name+": "+n)
		}
	}
	out := *t
	out.Columns, out.LeftOut, out.Notes, out.Foreign = columns, r.leftOut, slices.Concat(notes, t.Notes), r.foreign
	return out.With()
}

// bools is a column of zeros and ones as truth values.
func bools(c *data.Column) *data.Column {
	values := make([]uint8, c.Rows)
	for i := range values {
		if c.Valid.Get(i) {
			values[i] = uint8(c.Int(i))
		}
	}
	return data.NewBools(c.Name, values, c.Valid)
}

// notes are what reading the column changed.
func (c *column) notes() (notes []string) {
	if c.long > 0 {
		notes = append(notes, fmt.Sprintf("binary values of more than %d bytes, read as null: %d", mostBinary, c.long))
	}
	if c.binaries > c.long {
		notes = append(notes, "bytes that are not text: shown as hexadecimal digits")
	}
	if c.broken > 0 {
		notes = append(notes, fmt.Sprintf("texts that are not UTF-8, with \uFFFD for what cannot be read: %d", c.broken))
	}
	return notes
}

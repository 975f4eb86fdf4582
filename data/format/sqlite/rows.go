package sqlite

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data"
	"cardinal/data/format/csv"
	"cardinal/data/text/header"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// Rows is the delimited text of a table: a line of names, and a line for each row. Texts have quotes. null is an
// empty field without quotes.
type Rows struct {
	Table string // its name

	database *Database
	from     named
	columns  []*column
	next     func() ([]byte, error) // the next chunk of the text
	text     []byte                 // unread part of the chunk
	err      error
	renamed  string         // the note on renamed columns
	checked  func() finding // waits for the check; nil: no check
	again    string         // the query with which one connection rereads the table; "" if only one reads it
	leftOut  []string       // names of unwanted columns
	foreign  []data.ForeignKey
}

// Rows starts to read the table with a name, in any case, or the largest table for "". wanted has the wanted columns,
// in any case; nil: all. most is the number of rows to read; 0: all.
func (d *Database) Rows(table string, wanted []string, most int) (*Rows, error) {
	t, err := d.choose(table)
	if err != nil {
		return nil, err
	}
	from := " FROM " + sqlite3.QuoteIdentifier(t.name)
	all, _, err := d.conn.Prepare("SELECT *" + from)
	if err != nil {
		return nil, d.unreadableError(t.name, err)
	}
	defer all.Close()
	names := make([]string, all.ColumnCount())
	for i := range names {
		names[i] = all.ColumnName(i)
	}
	unique, renamed := header.Repair(names)
	kept := header.Wanted(unique, wanted)
	r := &Rows{Table: t.name, database: d, from: t, renamed: renamed, leftOut: header.LeftOut(unique, kept),
		foreign: d.foreignKeys(t)}
	var selected []string
	for i, name := range names {
		if kept != nil && !kept[unique[i]] {
			continue
		}
		c := newColumn(unique[i], all.ColumnDeclType(i))
		r.columns = append(r.columns, c)
		selected = append(selected, c.expression(sqlite3.QuoteIdentifier(name)))
	}
	r.header()
	if err := r.begin("SELECT "+strings.Join(selected, ", ")+from, t.rowid(names), most); err != nil {
		return nil, err
	}
	return r, nil
}

// begin starts to read the rows of a query. The rows keep the order of the table, whatever its indexes are.
func (r *Rows) begin(query, rowid string, most int) error {
	d := r.database
	if r.from.kind == table {
		query += " NOT INDEXED"
	}
	if most > 0 {
		return r.readAlone(query + " LIMIT " + strconv.Itoa(most))
	}
	ranges, err := d.ranges(r.from, rowid)
	if err != nil {
		return d.unreadableError(r.Table, err)
	}
	r.checked = d.startCheck(r.from)
	if len(ranges) < 2 {
		return r.readAlone(query)
	}
	p := &rangeReader{database: d, table: r.Table, query: query + " WHERE " + rowid + " BETWEEN ?1 AND ?2 ORDER BY " +
		rowid, columns: r.columns}
	p.begin(ranges)
	r.next, r.again = p.next, query
	return nil
}

// readAlone makes one connection read the rows of a query.
func (r *Rows) readAlone(query string) error {
	d := r.database
	stmt, _, err := d.conn.Prepare(query)
	if err != nil {
		return d.unreadableError(r.Table, err)
	}
	s := &scan{database: d, table: r.Table, stmt: stmt, columns: r.columns}
	r.next = func() ([]byte, error) { return s.fill(s.text[:0]) }
	return nil
}

// Again reports whether the text must be read once more, and starts the reading. Several connections look up rows by
// their numbers, and would miss rows of a damaged table that are out of order. A single connection reads the rows as
// they come. Again waits for the check of the table.
func (r *Rows) Again() (bool, error) {
	if r.again == "" || r.checked().note == "" {
		return false, nil
	}
	for _, c := range r.columns {
		*c = *newColumn(c.name, c.declared)
	}
	query := r.again
	r.again, r.text, r.err = "", nil, nil
	r.header()
	return true, r.readAlone(query)
}

// header writes the line of names.
func (r *Rows) header() {
	for i, c := range r.columns {
		r.text = comma(r.text, i)
		r.text = csv.AppendQuoted(r.text, []byte(c.name))
	}
	r.text = append(r.text, '\n')
}

// Read implements io.Reader.
func (r *Rows) Read(b []byte) (int, error) {
	for len(r.text) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		r.text, r.err = r.next()
	}
	n := copy(b, r.text)
	r.text = r.text[n:]
	return n, nil
}

// Expected estimates the number of rows of the table; 0 if the estimate would take long.
func (r *Rows) Expected() int {
	e, err := r.database.extent(r.from)
	switch {
	case err != nil, r.from.kind == view:
		return 0
	case e.rows < mostCounted:
		return int(e.rows)
	case e.last < e.rows || e.last > r.database.file.size: // the row numbers do not count the rows
		return 0
	}
	return int(e.last)
}

// Err returns the error that ended the text, or nil at its end.
func (r *Rows) Err() error {
	if r.err == io.EOF { //nolint:errorlint // of row alone
		return nil
	}
	return r.err
}

// Options returns the options for package csv to read the text, after the whole text was written. It takes the types
// and the order of dates from chosen.
func (r *Rows) Options(chosen csv.Options) csv.Options {
	o := csv.Written()
	o.Dates, o.Unfit = chosen.Dates, chosen.Unfit
	for _, c := range r.columns {
		c.chosen = slices.ContainsFunc(chosen.Types, func(t csv.ColumnType) bool { return t.Column == c.name })
		if at := slices.IndexFunc(csv.Choices, func(t csv.Choice) bool { return t.Name == c.typeName() }); at >= 0 &&
			!c.chosen {
			o.Types = append(o.Types, csv.ColumnType{Column: c.name, Type: csv.Choices[at]})
		}
	}
	o.Types = append(o.Types, chosen.Types...)
	return o
}

// typeName returns the name of the type that follows from a column's values and declaration. It returns "" if the
// text decides.
func (c *column) typeName() string {
	numbers, words := c.numbers(), c.words()
	switch {
	case c.dates > 0, numbers+c.texts+c.binaries == 0:
		return ""
	case numbers == 0:
		return "text"
	case words > 0:
		return "text"
	}
	if e := c.epoch(); e != nil {
		return e.choice
	}
	return "number"
}

// numbers returns the number of values that are numbers.
func (c *column) numbers() int { return c.integers + c.floats }

// words returns the number of values that are neither numbers nor dates nor mean null.
func (c *column) words() int { return c.texts - c.empty - c.nulls + c.binaries }

// epoch is a unit of times that are numbers since 1970. The number that is farthest from 0 decides the unit: it must
// be later than 1973, or as long before 1970. Seconds end before the year 5139, and the other units with the year
// 2099, because numbers such as 20240131120000 are greater.
type epoch struct {
	choice      string // of csv.Choices
	least, most int64
}

var epochs = []epoch{{"epoch", 1e8, 1e11 - 1}, {"epoch_ms", 1e11, 41e11}, {"epoch_us", 1e14, 41e14}}

// holdsNumbers reports whether a column declares dates or times but has only numbers.
func (c *column) holdsNumbers() bool {
	return c.numbers() > 0 && c.words()+c.dates == 0 && declaresTime().MatchString(c.declared)
}

// epoch returns the unit of a column that declares dates or times and has integers that can be such times; nil for
// other columns.
func (c *column) epoch() *epoch {
	if c.floats > 0 || !c.holdsNumbers() || c.least == math.MinInt64 {
		return nil
	}
	farthest := max(c.most, -c.least)
	at := slices.IndexFunc(epochs, func(e epoch) bool { return e.least <= farthest && farthest <= e.most })
	if at < 0 {
		return nil
	}
	return &epochs[at]
}

var declaresTime = lazyregexp.New(`^(DATE|DATETIME|TIME|TIMESTAMP)\b`)

// isBool reports whether a column declares truth values and has nothing else.
func (c *column) isBool() bool {
	return c.integers > 0 && c.floats+c.words()+c.dates == 0 && strings.HasPrefix(c.declared, "BOOL") && c.least >= 0 &&
		c.most <= 1
}

// Finish applies the declarations of the columns to the table of the text, and adds the notes. It waits for the check
// of the table.
func (r *Rows) Finish(t *data.Table) (*data.Table, error) {
	notes := r.database.notes()
	damage, err := r.damage()
	if err != nil {
		return nil, err
	}
	if damage != "" {
		notes = append(notes, damage)
	}
	if r.renamed != "" {
		notes = append(notes, r.renamed)
	}
	columns := slices.Clone(t.Columns)
	for i, c := range r.columns {
		if c.isBool() && !c.chosen {
			columns[i] = toBools(columns[i])
		}
		for _, n := range c.notes(columns[i].Type) {
			notes = append(notes, c.name+": "+n)
		}
	}
	out := *t
	out.Columns, out.LeftOut, out.Notes, out.Foreign = columns, r.leftOut, slices.Concat(notes, t.Notes), r.foreign
	return out.With(), nil
}

// damage waits for the check of the table and returns a note on its finding. It returns "" if only the first rows of
// the table are read.
func (r *Rows) damage() (note string, err error) {
	if r.checked == nil {
		return "", nil
	}
	found := r.checked()
	if found.err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", r.Table, found.err)
	}
	return found.note, nil
}

// toBools converts a column of zeros and ones to truth values.
func toBools(c *data.Column) *data.Column {
	values := make([]uint8, c.Rows)
	for i := range values {
		if c.Valid.Get(i) {
			values[i] = uint8(c.Int(i))
		}
	}
	return data.NewBools(c.Name, values, c.Valid)
}

// notes returns sentences on changes by reading the column as a type.
func (c *column) notes(as data.Type) (notes []string) {
	switch {
	case c.chosen:
	case c.numbers() > 0 && c.words() > 0 && c.dates == 0:
		notes = append(notes, separators.Sprintf("numbers (%d) and other values (%d), read as text, which the type "+
			"number changes", c.numbers(), c.texts+c.binaries))
	case c.numbers() > 0 && c.dates == 0 && c.empty+c.nulls > 0:
		notes = append(notes, separators.Sprintf("texts that are empty or stand for no value, read as null among the "+
			"numbers: %d", c.empty+c.nulls))
	case c.dates > 0 && c.empty > 0 && as != data.Text:
		notes = append(notes, separators.Sprintf("empty texts, read as null: %d", c.empty))
	}
	if !c.chosen && c.holdsNumbers() && c.epoch() == nil {
		notes = append(notes, fmt.Sprintf("the column declares %s and holds numbers, which were read as numbers: the "+
			"types epoch, epoch_ms and epoch_us read them as times", c.declared))
	}
	if c.long > 0 {
		notes = append(notes, separators.Sprintf("binary values of more than %d bytes, read as null: %d",
			mostBinary, c.long))
	}
	if c.binaries > c.long {
		notes = append(notes, "bytes that are not text: shown as hexadecimal digits")
	}
	if c.broken > 0 {
		notes = append(notes, separators.Sprintf("texts that are not UTF-8, with \uFFFD for what cannot be read: %d",
			c.broken))
	}
	return notes
}

package sqlite

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"

	"cardinal/data"
	"cardinal/data/infer"
	"cardinal/data/store/spill"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
	"cardinal/internal/separators"
)

// Options says what Read should read.
type Options struct {
	Table   string   // its name, in any case; "": the largest table
	Columns []string // the wanted columns, in any case; nil: all
	Rows    int      // number of rows to read; 0: all
	Limit   int64    // memory in bytes that may be used; 0: no limit
	Most    int64    // bytes that the texts of the values may take once they take more than half of Limit

	Dates byte               // the order of dates, as in infer.Options
	Types []infer.ColumnType // types that a person chose
	Unfit infer.Unfit        // what happens if the table has no column for an entry of Types, or cannot have the type
	Spill *spill.Space       // stores the columns if they do not fit into memory; may be nil
}

// Read reads a table.
func (d *Database) Read(o Options) (t *data.Table, err error) {
	r, err := d.rows(o)
	if err != nil {
		return nil, err
	}
	t, err = r.table()
	if err != nil || r.ranges == nil || r.checked().note == "" {
		return t, err
	}
	// Several connections look up rows by their numbers. In a damaged table they would miss rows that are out of order.
	// A single connection reads the rows in the order of the file.
	r.ranges = nil
	return r.table()
}

// rows reads the rows of a table.
type rows struct {
	Options
	database *Database
	from     named
	names    []string // of the columns
	columns  []*column
	query    string
	rowid    string         // the name of the row number in the query
	ranges   []rowRange     // ranges of rows, for several connections; nil: one connection reads all rows
	checked  func() finding // waits for the check; nil: no check
	notes    []string
	leftOut  []string // names of unwanted columns

	bytes atomic.Int64  // bytes of the texts that this pass has read
	kept  []infer.Batch // the rows of a view, because a second pass could find other rows
}

// rows returns a reader of the rows that o describes.
func (d *Database) rows(o Options) (*rows, error) {
	t, err := d.choose(o.Table)
	if err != nil {
		return nil, err
	}
	from := " FROM " + sqlite3.QuoteIdentifier(t.name)
	all, _, err := d.conn.Prepare("SELECT *" + from)
	if err != nil {
		return nil, d.unreadableError(t.name, err)
	}
	defer all.Close()
	names := each.Times(all.ColumnCount(), func(i int) string { return all.ColumnName(i) })
	unique, renamed := header.Repair(names)
	kept := header.Wanted(unique, o.Columns)
	r := &rows{Options: o, database: d, from: t, leftOut: header.LeftOut(unique, kept), rowid: t.rowid(names)}
	if renamed != "" {
		r.notes = append(r.notes, renamed)
	}
	var selected []string
	for i, name := range names {
		if kept != nil && !kept[unique[i]] {
			continue
		}
		c := newColumn(unique[i], all.ColumnDeclType(i))
		r.names, r.columns = append(r.names, c.name), append(r.columns, c)
		selected = append(selected, c.expression(sqlite3.QuoteIdentifier(name)))
	}
	r.query = "SELECT " + strings.Join(selected, ", ") + from
	if t.kind == table {
		r.query += " NOT INDEXED" // the rows keep their order whatever indexes the table has
	}
	if o.Rows > 0 {
		return r, nil
	}
	if r.ranges, err = d.ranges(t, r.rowid); err != nil {
		return nil, d.unreadableError(t.name, err)
	}
	if len(r.ranges) < 2 {
		r.ranges = nil
	}
	r.checked = d.startCheck(t)
	return r, nil
}

// Expected estimates the number of rows of the table. It returns 0 if an estimate would take long.
func (d *Database) Expected(table string) int {
	t, err := d.choose(table)
	if err != nil {
		return 0
	}
	e, err := d.extent(t)
	switch {
	case err != nil, t.kind == view:
		return 0
	case e.rows < mostCounted:
		return int(e.rows)
	case e.last < e.rows || e.last > d.file.size: // the row numbers are not consecutive
		return 0
	}
	return int(e.last)
}

// table reads the rows into a table.
func (r *rows) table() (t *data.Table, err error) {
	chosen, unfit, err := infer.Chosen(r.Types, r.names, r.Unfit)
	if err != nil {
		return nil, err
	}
	o := infer.Options{Decimal: '.', Delimiter: ',', Typed: true, Dates: r.Dates, Chosen: chosen,
		Unread: r.Unfit.Unread, Spill: r.Spill}
	if r.Spill != nil {
		o.Aside = &spill.Arena{Space: spill.Space{Most: r.Spill.Most}}
		defer func() { err = errors.Join(err, o.Aside.Space.Release()) }()
	}
	if chosen == nil {
		chosen = make([]*infer.Choice, len(r.names))
	}
	for i, c := range r.columns {
		c.chosen = chosen[i] != nil
	}
	sample := infer.New(o, len(r.names))
	if r.from.kind == table {
		if err := r.one(sample, sampled, r.columns); err != nil {
			return nil, err
		}
	}
	asText := func(i int) bool { return r.columns[i].typeName() == "text" }
	cells := sample.Converting(asText, r.Limit/2)
	for _, c := range r.columns {
		c.clear()
	}
	if err := r.read(cells, r.columns); err != nil {
		return nil, err
	}
	for i, c := range r.columns {
		at := slices.IndexFunc(infer.Choices, func(t infer.Choice) bool { return t.Name == c.typeName() })
		if at >= 0 && !c.chosen {
			chosen[i] = &infer.Choices[at]
		}
	}
	columns, err := cells.Columns(r.database.ctx, r.names, chosen, r.Limit, func(cells *infer.Cells) error {
		return r.read(cells, nil)
	})
	if err != nil {
		return nil, err
	}
	return r.finish(columns, unfit, cells.Rows())
}

// sampled is the number of rows that suggest the types of the columns.
const sampled = 200

// read adds all rows to cells. It adds facts about the columns to `known`, which may be nil.
func (r *rows) read(cells *infer.Cells, known []*column) error {
	r.bytes.Store(0)
	if r.ranges != nil {
		return r.several(cells, known)
	}
	return r.one(cells, r.Rows, known)
}

// one reads rows through one connection: all rows if most is 0, else at most `most` rows.
func (r *rows) one(cells *infer.Cells, most int, known []*column) error {
	d, query := r.database, r.query
	if most > 0 {
		query += " LIMIT " + strconv.Itoa(most)
	}
	return cells.Feed(d.ctx, len(r.names), func(to *infer.Rows) error {
		if r.kept != nil {
			return to.Replay(r.kept)
		}
		if r.from.kind != table {
			to.Keep(&r.kept)
		}
		stmt, _, err := d.conn.Prepare(query)
		if err != nil {
			return d.unreadableError(r.from.name, err)
		}
		defer stmt.Close()
		s := r.scan(d, known)
		s.stmt = stmt
		err = s.read(to)
		if err == nil {
			err = to.Flush()
		}
		if r.isLarge() {
			r.kept = nil
		}
		return err
	})
}

// isLarge reports whether the texts of this pass take more than half of the memory.
func (r *rows) isLarge() bool { return r.Limit > 0 && r.bytes.Load() > r.Limit/2 }

// scan returns a scan that reads through a connection.
func (r *rows) scan(d *Database, known []*column) *scan {
	s := &scan{rows: r, database: d, columns: known}
	if known == nil {
		for _, c := range r.columns {
			s.columns = append(s.columns, newColumn(c.name, c.declared))
		}
	}
	return s
}

// typeName returns the name of the type that a column has according to its values and its declaration. It returns "" if
// the values decide as in a text.
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

// words returns the number of values that are neither null nor numbers nor dates.
func (c *column) words() int { return c.texts - c.empty - c.nulls + c.binaries }

// epoch is a unit of times that are stored as numbers since 1970. The number that is farthest from 0 decides the unit.
// It must mean a time from 1973 on, or equally far before 1970. The greatest seconds are in the year 5138. The greatest
// times of the other units are in 2099, so that numbers such as 20240131120000 are no times.
type epoch struct {
	choice      string // of infer.Choices
	least, most int64
}

var epochs = []epoch{{"epoch", 1e8, 1e11 - 1}, {"epoch_ms", 1e11, 41e11}, {"epoch_us", 1e14, 41e14}}

// holdsNumbers reports whether a column declares dates or times and all its values are numbers.
func (c *column) holdsNumbers() bool {
	return c.numbers() > 0 && c.words()+c.dates == 0 && declaresTime().MatchString(c.declared)
}

// epoch returns the unit of a column that declares dates or times and stores them as integers since 1970. It returns
// nil for other columns.
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

// isBool reports whether a column declares truth values and all its values are 0 or 1.
func (c *column) isBool() bool {
	return c.integers > 0 && c.floats+c.words()+c.dates == 0 && strings.HasPrefix(c.declared, "BOOL") && c.least >= 0 &&
		c.most <= 1
}

// finish makes a table of the columns. It applies the declarations of the columns, and waits for the check of the
// table. unfit is the note on types that were chosen for missing columns.
func (r *rows) finish(columns []*data.Column, unfit string, rows int) (*data.Table, error) {
	notes := r.database.notes()
	damage, err := r.damage()
	if err != nil {
		return nil, err
	}
	for _, note := range append([]string{damage}, r.notes...) {
		if note != "" {
			notes = append(notes, note)
		}
	}
	again := infer.Repeated(columns, r.names)
	for i, c := range r.columns {
		if c.isBool() && !c.chosen {
			columns[i] = toBools(columns[i])
		}
		for _, n := range c.notes(columns[i].Type) {
			notes = append(notes, c.name+": "+n)
		}
	}
	notes = append(notes, each.Where([]string{again, unfit}, func(note string) bool { return note != "" })...)
	t := data.NewTable("", columns)
	t.Rows, t.LeftOut, t.Foreign = rows, r.leftOut, r.database.foreignKeys(r.from)
	t.Notes = append(notes, t.Notes...)
	if names := r.database.Tables(); len(names) > 1 {
		t.Sheet, t.Sheets = r.from.name, names
	}
	return t, nil
}

// damage waits for the check of the table and returns its note. It returns "" if only the first rows of the table are
// read.
func (r *rows) damage() (note string, err error) {
	if r.checked == nil {
		return "", nil
	}
	found := r.checked()
	if found.err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", r.from.name, found.err)
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

// notes returns sentences on what reading the column as a type changed.
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
